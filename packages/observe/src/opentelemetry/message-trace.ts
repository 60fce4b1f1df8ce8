import type { ClientInfo, Message } from '@mqdeck/broker'
import type { Context } from '@opentelemetry/api'

/** Trace context of a message on its way through the broker. */
export interface MessageTrace {
  readonly context: Context
  /** Time of routing in milliseconds since the epoch, with fractions. */
  readonly routedAt: number
  /** Spans of deliveries that clients must acknowledge. */
  readonly deliveries: WeakMap<ClientInfo, Context>
}

/** A symbol property, which is kept by copies of a message but not written to disk. */
const key = Symbol('trace')

interface TracedMessage extends Message {
  readonly [key]?: MessageTrace
}

/** Milliseconds. Later deliveries, such as of retained messages or to reconnected clients, are not part of the trace. */
const maxTraceMs = 5 * 60_000

export const withTrace = (message: Message, trace: MessageTrace): Message => {
  const traced: TracedMessage = { ...message, [key]: trace }
  return traced
}

export function traceOf(message: Message, now: number): MessageTrace | undefined {
  const trace = (message as TracedMessage)[key] // safe: only set by withTrace
  return trace && now - trace.routedAt < maxTraceMs ? trace : undefined
}
