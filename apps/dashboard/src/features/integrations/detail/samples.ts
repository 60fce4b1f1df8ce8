import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Loaded, useServerClockOffset } from '../../../api/index.ts'
import type { CountersAt } from '../health-queries.ts'

/** Metrics at a time in milliseconds. */
export interface Sample<M> {
  readonly at: number
  readonly metrics: M
}

/** Length of the charts in milliseconds. */
export const chartSpan = 60 * 60_000

/**
 * Adds a sample and removes samples older than `span` (milliseconds). After a reset all earlier samples are removed,
 * because rates would be negative.
 * @param counted a counter that only decreases with a reset
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
 * Rate per second between samples.
 * @param rate metric with the rate of the broker, used for the first sample
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

/** Milliseconds from the first sample to the second, so that a line appears quickly. */
const secondSampleAfter = 1000

/** EMQX has no history of these metrics, so samples are kept while the dashboard is open. */
const samplesByKey = new Map<string, unknown>()

/**
 * @param key identifies the object, such as `action http:alerts`
 * @param counted see `withSample`; must be stable
 * @param hasHistory true if there are earlier samples elsewhere, so that the second one is not urgent
 */
function useSamples<M>(
  key: string,
  { data, updatedAt, refresh }: Loaded<{ readonly metrics: M }>,
  counted: (metrics: M) => number,
  hasHistory = false,
): readonly Sample<M>[] {
  const [samples, setSamples] = useState(() => (samplesByKey.get(key) ?? []) as readonly Sample<M>[]) // written under the same key
  const askAgain = useEffectEvent(refresh)
  const isFirst = samples.length === 1 && !hasHistory
  useEffect(() => {
    if (!isFirst) return
    const timer = setTimeout(askAgain, secondSampleAfter)
    return () => clearTimeout(timer)
  }, [isFirst])
  const isNew = data !== undefined && updatedAt !== undefined && (samples.at(-1)?.at ?? 0) < updatedAt
  if (!isNew) return samples
  const next = withSample(samples, { at: updatedAt, metrics: data.metrics }, counted)
  samplesByKey.set(key, next)
  setSamples(next)
  return next
}

/** Milliseconds between the last sample of the history and the first of this page. A shorter time has no useful rate. */
const minGap = 3_000

/** Samples with those that the broker has kept before them. */
export function useSamplesWithHistory<M extends Readonly<Record<string, unknown>>>(
  key: string,
  query: Loaded<{ readonly metrics: M }>,
  history: Loaded<readonly CountersAt[]>,
  counted: (metrics: M) => number,
): readonly Sample<Partial<M>>[] {
  const { data: kept = none } = history
  const samples = useSamples(key, query, counted, kept.length > 0)
  const offset = useServerClockOffset()
  return useMemo(() => withHistory(samples, kept, offset, counted), [samples, kept, offset, counted])
}

const none: readonly never[] = []

/**
 * @param offset how far the clock of the server is ahead of the browser's, in milliseconds
 * The history is left out if the counters were reset after it.
 */
export function withHistory<M>(
  samples: readonly Sample<M>[],
  kept: readonly CountersAt[],
  offset: number,
  counted: (metrics: M) => number,
): readonly Sample<Partial<M>>[] {
  // The broker names its counters as its metrics.
  const earlier = kept.map(({ at, metrics }) => ({ at: at - offset, metrics: metrics as Partial<M> }))
  const [first] = samples
  if (!first) return earlier
  const before = earlier.filter(({ at }) => at <= first.at - minGap)
  const last = before.at(-1)
  const isReset = last !== undefined && counted(first.metrics) < counted({ ...first.metrics, ...last.metrics })
  return isReset ? samples : [...before, ...samples]
}
