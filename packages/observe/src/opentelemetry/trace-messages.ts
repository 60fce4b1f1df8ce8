import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientInfo, Hooks, Message, Packet } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Context } from '@opentelemetry/api'
import type { Sdk } from './sdk.ts'
import { type OpenSpan, remoteSpan, type Spans, withEnd } from './spans.ts'

/**
 * Mode `legacy`: a span `process_message` for each PUBLISH with a sampled `traceparent` (with `traceAll`, also for those
 * without one), with a child span `send_published_message` for each client that receives the message. The user property is
 * forwarded unchanged [MQTT-3.3.2-17]. Returns a function that stops tracing.
 */
export function traceMessages(sdk: Sdk, spans: Spans, hooks: Hooks, traceAll: boolean): () => void {
  const current = new AsyncLocalStorage<{ readonly span: OpenSpan; isRouted: boolean }>()

  const parentOf = (packet: Extract<Packet, { type: 'publish' }>): Context | undefined => {
    const remote = remoteSpan(sdk, packet.properties.userProperties)
    if (!remote) return traceAll ? spans.root : undefined
    const isSampled = (remote.traceFlags & sdk.api.TraceFlags.SAMPLED) !== 0
    return isSampled ? sdk.api.trace.setSpanContext(spans.root, remote) : undefined
  }

  const removers = [
    hooks.trace({
      onReceive(packet, client, work) {
        const parent = packet.type === 'publish' && client ? parentOf(packet) : undefined
        if (!parent || !client) return work()
        const span = spans.begin('process_message', parent, { 'messaging.client_id': client.clientId })
        const end = (error?: unknown) => span.end(error === undefined ? undefined : messageOf(error))
        return withEnd(() => current.run({ span, isRouted: false }, work), end)
      },
      onAcknowledge: () => {},
    }),
    hooks.fold(
      'message.publish',
      (message) => {
        const found = current.getStore()
        if (!message || !found || found.isRouted) return message
        found.isRouted = true
        const { span } = found
        span.set({ 'messaging.destination.name': message.topic })
        return withTrace(message, { context: span.context, routedAt: spans.now(), deliveries: new WeakMap() })
      },
      { priority: beforeAll },
    ),
    hooks.on('message.delivered', (client, message) => {
      const trace = traceOf(message, spans.now())
      if (!trace) return
      const attributes = { 'messaging.destination.name': message.topic, 'messaging.client_id': client.clientId }
      spans.begin('send_published_message', trace.context, attributes, trace.routedAt).end()
    }),
    () => current.disable(),
  ]
  return () => {
    for (const remove of removers) remove()
  }
}

/** Priority before rewriting, counting and delaying. */
export const beforeAll = -10_000

/** Trace context of a message on its way through the broker. */
interface MessageTrace {
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
