import type { RuleFigures, RuleMetrics } from '@mqdeck/contract'
import { useState } from 'react'
import type { Loaded } from '../../data/index.ts'

/** The figures as they were told at a time, in milliseconds. */
export interface Sample {
  readonly at: number
  readonly metrics: RuleMetrics
}

/** Milliseconds that the charts go back. */
export const chartSpan = 10 * 60_000

/** With the newest one; what is older than `span` (milliseconds) goes. Nothing stays of before a reset: rates would be negative. */
export function withSample(samples: readonly Sample[], next: Sample, span = chartSpan): readonly Sample[] {
  const last = samples.at(-1)
  if (last && last.at >= next.at) return samples
  const isReset = last !== undefined && next.metrics.matched < last.metrics.matched
  return [...(isReset ? [] : samples.filter(({ at }) => at >= next.at - span)), next]
}

/** Growth per second since the sample before; null for the first, which has none. */
export function ratesOf(samples: readonly Sample[], counter: keyof RuleMetrics): readonly (number | null)[] {
  return samples.map(({ at, metrics }, index) => {
    const before = samples[index - 1]
    return before ? Math.max(0, (metrics[counter] - before.metrics[counter]) / ((at - before.at) / 1000)) : null
  })
}

/** EMQX keeps no history of these figures: it is what pages have seen, kept for as long as the dashboard is open. */
const seen = new Map<string, readonly Sample[]>()

export function useSamples(id: string, { data, updatedAt }: Loaded<RuleFigures>): readonly Sample[] {
  const [samples, setSamples] = useState(() => seen.get(id) ?? [])
  const isNew = data !== undefined && updatedAt !== undefined && (samples.at(-1)?.at ?? 0) < updatedAt
  if (!isNew) return samples
  const next = withSample(samples, { at: updatedAt, metrics: data.metrics })
  seen.set(id, next)
  setSamples(next)
  return next
}
