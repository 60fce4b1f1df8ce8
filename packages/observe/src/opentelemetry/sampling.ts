import type { SpanContext } from '@opentelemetry/api'
import type { TraceSettings } from './settings.ts'
import type { TraceLists } from './trace-lists.ts'

type Options = TraceSettings['filter']['e2e_tracing_options']
/** Settings that enable sampling per kind of event. */
export type Sampled = 'client_connect_disconnect' | 'client_subscribe_unsubscribe' | 'client_messaging'

export interface Sampling {
  /** Whether an event is traced because its client is listed or it is in the sample. */
  hasEvent(kind: Sampled, clientId: string, parent: SpanContext | undefined): boolean
  /** Whether messages of a topic are always traced. */
  hasTopic(topic: string): boolean
}

export const createSampling = (options: Options, lists: TraceLists): Sampling => ({
  hasEvent: (kind, clientId, parent) =>
    lists.hasClient(clientId) || (options[kind] && samplePosition(parent) < options.sample_ratio),
  hasTopic: (topic) => lists.hasTopic(topic),
})

/** Derived from the lower half of the trace ID, so that all brokers decide the same for one trace. */
function samplePosition(parent: SpanContext | undefined): number {
  if (!parent) return Math.random()
  return Number.parseInt(parent.traceId.slice(16, 29), 16) / 2 ** 52
}
