import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hooks, Packet } from '@mqdeck/broker'
import type { Context } from '@opentelemetry/api'
import { messageOf } from './exporter.ts'
import { traceOf, withTrace } from './message-trace.ts'
import type { Sdk } from './sdk.ts'
import { ending, type OpenSpan, remoteSpan, type Spans } from './spans.ts'

/**
 * Mode `legacy`: a span `process_message` for each PUBLISH that brings a sampled `traceparent` (with `traceAll`: for those
 * without one, too), and below it a span `send_published_message` for each client that gets the message. The user property
 * itself goes on unaltered [MQTT-3.3.2-17]. The answer ends it.
 */
export function traceMessages(sdk: Sdk, spans: Spans, hooks: Hooks, traceAll: boolean): () => void {
  const current = new AsyncLocalStorage<{ readonly span: OpenSpan; isRouted: boolean }>()

  const parentOf = (packet: Extract<Packet, { type: 'publish' }>): Context | undefined => {
    const remote = remoteSpan(sdk, packet.properties.userProperties)
    if (!remote) return traceAll ? spans.root : undefined
    const isSampled = (remote.traceFlags & sdk.api.TraceFlags.SAMPLED) !== 0
    return isSampled ? sdk.api.trace.setSpanContext(spans.root, remote) : undefined
  }

  const ends = [
    hooks.trace({
      received(packet, client, work) {
        const parent = packet.type === 'publish' && client ? parentOf(packet) : undefined
        if (!parent || !client) return work()
        const span = spans.begin('process_message', parent, { 'messaging.client_id': client.clientId })
        const end = (error?: unknown) => span.end(error === undefined ? undefined : messageOf(error))
        return ending(() => current.run({ span, isRouted: false }, work), end)
      },
      acknowledged: () => {},
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
    for (const end of ends) end()
  }
}

/** Before rewriting, counting and delaying. */
export const beforeAll = -10_000
