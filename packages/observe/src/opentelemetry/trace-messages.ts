import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hooks, Packet } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Context } from '@opentelemetry/api'
import { traceOf, withTrace } from './message-trace.ts'
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
      received(packet, client, work) {
        const parent = packet.type === 'publish' && client ? parentOf(packet) : undefined
        if (!parent || !client) return work()
        const span = spans.begin('process_message', parent, { 'messaging.client_id': client.clientId })
        const end = (error?: unknown) => span.end(error === undefined ? undefined : messageOf(error))
        return withEnd(() => current.run({ span, isRouted: false }, work), end)
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
    for (const remove of removers) remove()
  }
}

/** Priority before rewriting, counting and delaying. */
export const beforeAll = -10_000
