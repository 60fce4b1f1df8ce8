import type { SpanContext } from '@opentelemetry/api'
import type { TraceSettings } from './settings.ts'
import type { TraceLists } from './trace-lists.ts'

type Options = TraceSettings['filter']['e2e_tracing_options']
/** The settings that turn on sampling for kinds of events. */
export type Sampled = 'client_connect_disconnect' | 'client_subscribe_unsubscribe' | 'client_messaging'

export interface Sampling {
  /** Whether an event is traced because of who it is, or because the sample has it. */
  hasEvent(kind: Sampled, clientId: string, parent: SpanContext | undefined): boolean
  /** Whether messages of a topic always are. */
  hasTopic(topic: string): boolean
}

export const createSampling = (options: Options, lists: TraceLists): Sampling => ({
  hasEvent: (kind, clientId, parent) =>
    lists.hasClient(clientId) || (options[kind] && shareOf(parent) < options.sample_ratio),
  hasTopic: (topic) => lists.hasTopic(topic),
})

/** Brokers that see parts of one trace decide alike: by the lower half of its id. */
function shareOf(parent: SpanContext | undefined): number {
  if (!parent) return Math.random()
  return Number.parseInt(parent.traceId.slice(16, 29), 16) / 2 ** 52
}
