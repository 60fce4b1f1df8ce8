import type { IntegrationMetrics } from '@mqdeck/contract'

/** The figures as they were told at a time, in milliseconds. */
export interface Sample {
  readonly at: number
  readonly metrics: IntegrationMetrics
}

/** Counters, of which the growth is shown. */
export type Counter = 'matched' | 'received' | 'success' | 'failed' | 'dropped' | DropReason

export const dropReasons = ['expired', 'queue_full', 'resource_stopped', 'resource_not_found', 'other'] as const
type DropReason = `dropped.${(typeof dropReasons)[number]}`

/** With the newest one; what is older than `span` (milliseconds) goes. Nothing stays of before a reset: rates would be negative. */
export function withSample(samples: readonly Sample[], next: Sample, span: number): readonly Sample[] {
  const last = samples.at(-1)
  if (last && last.at >= next.at) return samples
  const isReset =
    last !== undefined && next.metrics.matched + next.metrics.received < last.metrics.matched + last.metrics.received
  const kept = isReset ? [] : samples.filter(({ at }) => at >= next.at - span)
  return [...kept, next]
}

/** Growth per second since the sample before; null for the first, which has none. */
export function ratesOf(samples: readonly Sample[], counter: Counter): readonly (number | null)[] {
  return samples.map(({ at, metrics }, index) => {
    const before = samples[index - 1]
    if (!before) return null
    return Math.max(0, ((metrics[counter] ?? 0) - (before.metrics[counter] ?? 0)) / ((at - before.at) / 1000))
  })
}

export const gaugesOf = (samples: readonly Sample[], gauge: 'queuing' | 'inflight' | 'queuing_bytes') =>
  samples.map(({ metrics }) => metrics[gauge] ?? 0)
