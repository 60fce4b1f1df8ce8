import { type TopicCounter, topicCounters } from '@mqdeck/contract'

type Counts = Record<TopicCounter, number>

const zeros = () => Object.fromEntries(topicCounters.map((name) => [name, 0])) as Counts // safe: has every name

/** The counters of a topic and samples of the last seconds. Times are milliseconds since the epoch. */
export interface CountedTopic {
  readonly topic: string
  readonly createdAt: number
  /** Undefined if the counters have never been reset. */
  resetAt: number | undefined
  counts: Counts
  /** Oldest first. */
  samples: { readonly at: number; readonly counts: Readonly<Counts> }[]
}

/** Number of samples, taken every second, that cover ten seconds. */
const maxSamples = 11

export const countTopic = (topic: string, now: number): CountedTopic => ({
  topic,
  createdAt: now,
  resetAt: undefined,
  counts: zeros(),
  samples: [{ at: now, counts: zeros() }],
})

export function resetTopic(counted: CountedTopic, now: number): void {
  counted.resetAt = now
  counted.counts = zeros()
  counted.samples = [{ at: now, counts: zeros() }]
}

export function sampleTopic({ samples, counts }: CountedTopic, now: number): void {
  samples.push({ at: now, counts: { ...counts } })
  if (samples.length > maxSamples) samples.shift()
}

/** Messages per second since the oldest sample. Periods of less than a second count as one second. */
export function ratesOf({ samples: [oldest], counts }: CountedTopic, now: number): Readonly<Counts> {
  const rates = zeros()
  if (!oldest) return rates
  const seconds = Math.max((now - oldest.at) / 1000, 1)
  for (const name of topicCounters) rates[name] = toFourDigits((counts[name] - oldest.counts[name]) / seconds)
  return rates
}

const toFourDigits = (value: number) => Math.round(value * 10_000) / 10_000
