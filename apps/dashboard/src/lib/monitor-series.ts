/** One down-sampled bucket of `/monitor`: its start in milliseconds, and numbers by name. */
export interface Bucket {
  readonly time_stamp: number
  readonly [name: string]: unknown
}

/** Values over time; null where the broker has none. `times` are the starts of the buckets in milliseconds, ascending. */
export interface MonitorSeries {
  readonly times: readonly number[]
  /** Milliseconds that one bucket spans. */
  readonly bucketWidth: number
  readonly values: (name: string) => readonly (number | null)[]
  /** Counts of a bucket divided by the seconds it covers: per second, so that the height does not depend on the range. */
  readonly rates: (name: string) => readonly (number | null)[]
}

/** The broker takes one sample each 10 seconds; every bucket holds the sum (counters) or the newest (gauges) of its samples. */
const sampleInterval = 10_000

/** The bucket width the broker chooses by the age asked for, in seconds (console-behaviour 0.9). */
export function bucketWidthOf(rangeSeconds: number): number {
  if (rangeSeconds <= 60) return 1000
  if (rangeSeconds <= 3600) return 10_000
  if (rangeSeconds <= 86_400) return 60_000
  if (rangeSeconds <= 259_200) return 300_000
  return 600_000
}

/**
 * Orders the buckets and puts an empty one wherever the broker was away, so that a line breaks instead of bridging the gap.
 * `now` (milliseconds) tells how much of the last bucket has passed.
 */
export function toMonitorSeries(buckets: readonly Bucket[], rangeSeconds: number, now: number): MonitorSeries {
  const bucketWidth = bucketWidthOf(rangeSeconds)
  const rows = withGaps(
    buckets.toSorted((a, b) => a.time_stamp - b.time_stamp),
    bucketWidth,
  )
  const times = rows.map(({ time }) => time)
  const values = (name: string) => rows.map(({ bucket }) => readNumber(bucket?.[name]))
  return {
    times,
    bucketWidth,
    values,
    rates: (name) =>
      values(name).map((value, index) =>
        value === null ? null : value / coveredSeconds(times[index] ?? 0, bucketWidth, now),
      ),
  }
}

/**
 * What the broker's clock shows when this one shows `now` (milliseconds). Clocks differ, and a chart that ends at the wrong
 * time is empty or cut off; the newest bucket is never older than its width and a sample.
 */
export function brokerTime(buckets: readonly Bucket[], rangeSeconds: number, now: number): number {
  const newest = Math.max(...buckets.map(({ time_stamp }) => time_stamp))
  if (buckets.length === 0) return now
  const isPossible = now >= newest && now <= newest + bucketWidthOf(rangeSeconds) + tolerance
  return isPossible ? now : newest
}

const tolerance = 60_000

interface Row {
  readonly time: number
  readonly bucket?: Bucket
}

function withGaps(buckets: readonly Bucket[], width: number): readonly Row[] {
  return buckets.flatMap((bucket, index): Row[] => {
    const row = { time: bucket.time_stamp, bucket }
    const next = buckets[index + 1]
    // One missing bucket may be a late sample that fell into its neighbour; from two on the broker was away.
    const isGap = next !== undefined && next.time_stamp - bucket.time_stamp > 2.5 * width
    return isGap ? [row, { time: bucket.time_stamp + width }] : [row]
  })
}

/** The newest bucket is still filling: it covers the samples taken so far, each for the 10 seconds before it. */
function coveredSeconds(start: number, width: number, now: number): number {
  const samplesSoFar = Math.floor((now - start) / sampleInterval) + 1
  return Math.min(Math.max(samplesSoFar * sampleInterval, Math.min(sampleInterval, width)), width) / 1000
}

/** The broker writes -1 (and leaves out the name) where it has no value. */
function readNumber(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null
}

/** Last, smallest and largest value, ignoring gaps; undefined where there is no value at all. */
export function summarize(
  values: readonly (number | null)[],
): { readonly last: number; readonly min: number; readonly max: number } | undefined {
  let summary: { last: number; min: number; max: number } | undefined
  for (const value of values) {
    if (value === null) continue
    summary = summary
      ? { last: value, min: Math.min(summary.min, value), max: Math.max(summary.max, value) }
      : { last: value, min: value, max: value }
  }
  return summary
}
