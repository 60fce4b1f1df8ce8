import { mapCounts, type Sample } from './sample.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long history is kept, milliseconds. */
export const retention = 7 * day

/**
 * How far apart samples of an age stand, both in milliseconds: EMQX's steps, which keep an answer at about 1000 points. Each
 * divides the next, so that samples put together once can be put together again.
 */
export function granularityAt(age: number): number {
  if (age <= minute) return second
  if (age <= hour) return 10 * second
  if (age <= day) return minute
  if (age <= 3 * day) return 5 * minute
  return 10 * minute
}

/**
 * Puts samples (oldest first) together that fall into the same bucket: what was counted is added up, of the rest the
 * newest stands. A bucket carries the time it begins at, as in EMQX.
 */
export function downsample(samples: readonly Sample[], bucketSizeAt: (time: number) => number): Sample[] {
  const buckets: Sample[] = []
  for (const sample of samples) {
    const time_stamp = startOfBucket(sample.time_stamp, bucketSizeAt(sample.time_stamp))
    const last = buckets.at(-1)
    if (last?.time_stamp === time_stamp) buckets[buckets.length - 1] = merge(last, sample)
    else buckets.push(sample.time_stamp === time_stamp ? sample : { ...sample, time_stamp })
  }
  return buckets
}

/** What is worth keeping at `now`: the older, the further apart, and none that expired. */
export function compact(samples: readonly Sample[], now: number): Sample[] {
  const kept = samples.filter(({ time_stamp }) => time_stamp >= now - retention)
  return downsample(kept, (time) => granularityAt(now - time))
}

const startOfBucket = (time: number, size: number) => time - (time % size)

const merge = (older: Sample, newer: Sample): Sample => ({
  ...newer,
  // -1 is no data, and stays that when none of both has any.
  ...mapCounts((field) => (older[field] < 0 ? newer[field] : older[field] + Math.max(0, newer[field]))),
  time_stamp: older.time_stamp,
})
