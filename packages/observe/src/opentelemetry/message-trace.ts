import type { ClientInfo, Message } from '@mqdeck/broker'
import type { Context } from '@opentelemetry/api'

/** The way of one message through the broker, as its spans need to know it. */
export interface MessageTrace {
  readonly context: Context
  /** When it was routed: milliseconds since the epoch, with fractions. */
  readonly routedAt: number
  /** Spans of deliveries that the client has to acknowledge. */
  readonly deliveries: WeakMap<ClientInfo, Context>
}

/** Copies of a message that hooks make keep it; what is written to disk does not. */
const key = Symbol('trace')

interface Traced extends Message {
  readonly [key]?: MessageTrace
}

/** Milliseconds. A delivery later than that is another story: of a retained message, to a client that was away. */
const longest = 5 * 60_000

export const withTrace = (message: Message, trace: MessageTrace): Message => {
  const traced: Traced = { ...message, [key]: trace }
  return traced
}

export function traceOf(message: Message, now: number): MessageTrace | undefined {
  const trace = (message as Traced)[key] // made by withTrace, or not there
  return trace && now - trace.routedAt < longest ? trace : undefined
}
