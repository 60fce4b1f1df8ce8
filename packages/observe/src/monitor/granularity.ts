import { mapCounts, type Sample } from './sample.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Retention of the history in milliseconds. */
export const retention = 7 * day

/**
 * Interval between samples of an age, both in milliseconds. EMQX's steps, which limit a response to about 1000 points. Each
 * step divides the next, so that merged samples can be merged again.
 */
export function granularityAt(age: number): number {
  if (age <= minute) return second
  if (age <= hour) return 10 * second
  if (age <= day) return minute
  if (age <= 3 * day) return 5 * minute
  return 10 * minute
}

/**
 * Merges samples (oldest first) of the same bucket: counts are added, and for gauges the newest is kept. As in EMQX, the time
 * of a bucket is its start.
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

/** Merges older samples into larger intervals and removes expired ones. */
export function compact(samples: readonly Sample[], now: number): Sample[] {
  const kept = samples.filter(({ time_stamp }) => time_stamp >= now - retention)
  return downsample(kept, (time) => granularityAt(now - time))
}

const startOfBucket = (time: number, size: number) => time - (time % size)

const merge = (older: Sample, newer: Sample): Sample => ({
  ...newer,
  // -1 means no data, and stays if neither sample has data.
  ...mapCounts((field) => (older[field] < 0 ? newer[field] : older[field] + Math.max(0, newer[field]))),
  time_stamp: older.time_stamp,
})
