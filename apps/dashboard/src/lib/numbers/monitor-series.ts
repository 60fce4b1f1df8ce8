/** One down-sampled bucket of `/monitor`: its start in milliseconds, and numbers by name. */
export interface Bucket {
  readonly time_stamp: number
  readonly [name: string]: unknown
}

/** Values over time; null for missing ones. `times` are the starts of the buckets in milliseconds, ascending. */
export interface MonitorSeries {
  readonly times: readonly number[]
  /** Width of a bucket in milliseconds. */
  readonly bucketWidth: number
  readonly values: (name: string) => readonly (number | null)[]
  /** Counts of a bucket divided by its seconds: a rate, independent of the range. */
  readonly rates: (name: string) => readonly (number | null)[]
}

/**
 * The broker takes a sample every 10 seconds; a bucket has the sum (counters) or the latest (gauges) of its samples.
 */
const sampleInterval = 10_000

/** The bucket width that the broker uses for a range in seconds (console-behaviour 0.9). */
export function bucketWidthOf(rangeSeconds: number): number {
  if (rangeSeconds <= 60) return 1000
  if (rangeSeconds <= 3600) return 10_000
  if (rangeSeconds <= 86_400) return 60_000
  if (rangeSeconds <= 259_200) return 300_000
  return 600_000
}

/**
 * Sorts the buckets and inserts an empty one wherever the broker was not running, so that lines have gaps. `now`
 * (milliseconds) determines the elapsed part of the last bucket.
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
 * The time of the broker's clock when the browser's clock shows `now` (milliseconds). With different clocks a chart
 * would be empty or cut off; the latest bucket is never older than its width plus one sample.
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
    // A single missing bucket may be a late sample in the next one; two or more mean that the broker was not running.
    const isGap = next !== undefined && next.time_stamp - bucket.time_stamp > 2.5 * width
    return isGap ? [row, { time: bucket.time_stamp + width }] : [row]
  })
}

/** The latest bucket is incomplete: it covers the samples so far, 10 seconds each. */
function coveredSeconds(start: number, width: number, now: number): number {
  const samplesSoFar = Math.floor((now - start) / sampleInterval) + 1
  return Math.min(Math.max(samplesSoFar * sampleInterval, Math.min(sampleInterval, width)), width) / 1000
}

/** The broker reports -1 or omits the name for missing values. */
function readNumber(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null
}

/** Last, minimum and maximum value, without gaps; undefined without values. */
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
