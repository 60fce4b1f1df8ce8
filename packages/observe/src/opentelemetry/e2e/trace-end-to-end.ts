import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hooks } from '@mqdeck/broker'
import { createSampling } from '../sampling.ts'
import type { Sdk } from '../sdk.ts'
import type { TraceSettings } from '../settings.ts'
import type { Spans } from '../spans.ts'
import type { TraceLists } from '../trace-lists.ts'
import { createAckTracing } from './acknowledgements.ts'
import { createEventTracing } from './events.ts'
import { type Handling, traceChecks } from './handling.ts'
import { createParentOf } from './parent.ts'
import { createPublishTracing } from './publishes.ts'

type Options = TraceSettings['filter']['e2e_tracing_options']

/** Mode `e2e`: traces connections, subscriptions and messages of listed clients and topics, and a sample of the others. Returns a function that stops tracing. */
export function traceEndToEnd(sdk: Sdk, spans: Spans, hooks: Hooks, options: Options, lists: TraceLists): () => void {
  const current = new AsyncLocalStorage<Handling>()
  const level = options.msg_trace_level
  const sampling = createSampling(options, lists)
  const parentOf = createParentOf(sdk, spans, options.follow_traceparent)
  const tools = { spans, current, sampling, parentOf, hooks }
  const events = createEventTracing(tools)
  const acks = createAckTracing(spans, hooks, level)
  const publishes = createPublishTracing(tools, acks, level)
  const removers = [
    hooks.trace({
      onReceive(packet, client, work) {
        switch (packet.type) {
          case 'connect':
          case 'disconnect':
          case 'subscribe':
          case 'unsubscribe':
            return events.handle(packet, client, work)
          case 'publish':
            return client ? publishes.handle(packet, client, work) : work()
          case 'puback':
          case 'pubrec':
          case 'pubrel':
          case 'pubcomp':
            return client ? acks.handle(packet.type, packet.packetId, client, work) : work()
          default:
            return work()
        }
      },
      onAcknowledge: acks.sent,
    }),
    ...traceChecks(current, hooks, spans.now),
    ...events.removers,
    ...acks.removers,
    ...publishes.removers,
    () => current.disable(),
  ]
  return () => {
    for (const remove of removers) remove()
  }
}
