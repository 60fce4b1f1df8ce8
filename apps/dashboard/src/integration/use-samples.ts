import type { IntegrationFigures } from '@mqdeck/contract'
import { useState } from 'react'
import type { Loaded } from '../data/index.ts'
import { type Sample, withSample } from './samples.ts'

/** Milliseconds that the charts go back. */
export const chartSpan = 10 * 60_000

/** EMQX keeps no history of these figures: it is what pages have seen, kept for as long as the dashboard is open. */
const seen = new Map<string, readonly Sample[]>()

/** @param key of what the figures are: `action http:alerts` */
export function useSamples(key: string, { data, updatedAt }: Loaded<IntegrationFigures>): readonly Sample[] {
  const [samples, setSamples] = useState(() => seen.get(key) ?? [])
  const isNew = data !== undefined && updatedAt !== undefined && (samples.at(-1)?.at ?? 0) < updatedAt
  if (!isNew) return samples
  const next = withSample(samples, { at: updatedAt, metrics: data.metrics }, chartSpan)
  seen.set(key, next)
  setSamples(next)
  return next
}
