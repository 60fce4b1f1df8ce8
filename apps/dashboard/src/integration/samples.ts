import { useEffect, useEffectEvent, useState } from 'react'
import type { Loaded } from '../data/index.ts'

/** The figures as they were told at a time, in milliseconds. */
export interface Sample<M> {
  readonly at: number
  readonly metrics: M
}

/** Milliseconds that the charts go back. */
export const chartSpan = 10 * 60_000

/**
 * With the newest one; what is older than `span` (milliseconds) goes. Nothing stays of before a reset: rates would be negative.
 * @param counted what only a reset makes smaller
 */
export function withSample<M>(
  samples: readonly Sample<M>[],
  next: Sample<M>,
  counted: (metrics: M) => number,
  span = chartSpan,
): readonly Sample<M>[] {
  const last = samples.at(-1)
  if (last && last.at >= next.at) return samples
  const isReset = last !== undefined && counted(next.metrics) < counted(last.metrics)
  return [...(isReset ? [] : samples.filter(({ at }) => at >= next.at - span)), next]
}

/**
 * Growth per second since the sample before.
 * @param rate the broker's own figure for it: it stands in for the first sample, which has none before it
 */
export function ratesOf<K extends string>(
  samples: readonly Sample<{ readonly [counter in K]?: number | undefined }>[],
  counter: K,
  rate?: K,
): readonly (number | null)[] {
  return samples.map(({ at, metrics }, index) => {
    const before = samples[index - 1]
    if (!before) return (rate === undefined ? undefined : metrics[rate]) ?? null
    return Math.max(0, ((metrics[counter] ?? 0) - (before.metrics[counter] ?? 0)) / ((at - before.at) / 1000))
  })
}

/** Milliseconds from the first sample to the second, with which a line begins. */
const secondSampleAfter = 1000

/** EMQX keeps no history of these figures: it is what pages have seen, kept for as long as the dashboard is open. */
const lastDraft = new Map<string, unknown>()

/**
 * @param key of what the figures are: `action http:alerts`
 * @param counted see `withSample`; the same function for as long as the page is there
 */
export function useSamples<M>(
  key: string,
  { data, updatedAt, refresh }: Loaded<{ readonly metrics: M }>,
  counted: (metrics: M) => number,
): readonly Sample<M>[] {
  const [samples, setSamples] = useState(() => (lastDraft.get(key) ?? []) as readonly Sample<M>[]) // by its key
  const askAgain = useEffectEvent(refresh)
  const isFirst = samples.length === 1
  useEffect(() => {
    if (!isFirst) return
    const timer = setTimeout(askAgain, secondSampleAfter)
    return () => clearTimeout(timer)
  }, [isFirst])
  const isNew = data !== undefined && updatedAt !== undefined && (samples.at(-1)?.at ?? 0) < updatedAt
  if (!isNew) return samples
  const next = withSample(samples, { at: updatedAt, metrics: data.metrics }, counted)
  lastDraft.set(key, next)
  setSamples(next)
  return next
}
