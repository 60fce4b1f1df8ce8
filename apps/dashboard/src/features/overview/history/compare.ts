import { type Bucket, type MonitorSeries, toMonitorSeries } from '../../../lib/numbers/monitor-series.ts'

/** The history of one node; without buckets where the node did not answer. */
export interface NodeHistory {
  readonly node: string
  readonly buckets: readonly Bucket[]
}

/** The line of one node: one value for each time of `Compared`, null if the node has none. */
export interface NodeLine {
  readonly node: string
  readonly values: readonly (number | null)[]
}

/** Histories of several nodes on one time axis. */
export interface Compared {
  /** Milliseconds, ascending. */
  readonly times: readonly number[]
  /** Gauges. */
  readonly values: (name: string) => readonly NodeLine[]
  /** Counters, per second. */
  readonly rates: (name: string) => readonly NodeLine[]
}

/** @param now milliseconds, for the elapsed part of the last bucket */
export function compareNodes(histories: readonly NodeHistory[], rangeSeconds: number, now: number): Compared {
  const all = histories.map(({ node, buckets }) => ({ node, series: toMonitorSeries(buckets, rangeSeconds, now) }))
  const times = [...new Set(all.flatMap(({ series }) => series.times.map((time) => toGrid(time, series))))].sort(
    (a, b) => a - b,
  )
  const lines = (read: (series: MonitorSeries) => readonly (number | null)[]) =>
    all.map(({ node, series }): NodeLine => {
      const values = read(series)
      const byTime = new Map(series.times.map((time, index) => [toGrid(time, series), values[index] ?? null]))
      return { node, values: times.map((time) => byTime.get(time) ?? null) }
    })
  return {
    times,
    values: (name) => lines((series) => series.values(name)),
    rates: (name) => lines((series) => series.rates(name)),
  }
}

/** The clocks of nodes differ slightly; buckets of almost the same time are the same bucket. */
const toGrid = (time: number, { bucketWidth }: MonitorSeries) => Math.floor(time / bucketWidth) * bucketWidth

interface Mean {
  readonly node: string
  readonly mean: number
}

/** Difference between the nodes, on average over the whole range. */
export interface Skew {
  readonly highest: Mean
  readonly lowest: Mean
  /** Ratio of the highest to the lowest; undefined if the lowest is zero. */
  readonly factor: number | undefined
}

/** Undefined with fewer than two nodes, or without any values. */
export function skewOf(lines: readonly NodeLine[]): Skew | undefined {
  const means = lines
    .flatMap(({ node, values }): Mean[] => {
      const known = values.filter((value) => value !== null)
      return known.length === 0 ? [] : [{ node, mean: known.reduce((sum, value) => sum + value, 0) / known.length }]
    })
    .toSorted((a, b) => b.mean - a.mean)
  const [highest, lowest] = [means[0], means.at(-1)]
  if (!highest || !lowest || means.length < 2 || highest.mean === 0) return undefined
  return { highest, lowest, factor: lowest.mean > 0 ? highest.mean / lowest.mean : undefined }
}

/**
 * Index of the colour of each selected node, of `count` colours. It is stable while other nodes are added and
 * removed, as long as there are at least as many colours as nodes.
 */
export function colorsOf(
  all: readonly string[],
  chosen: readonly string[],
  count: number,
): ReadonlyMap<string, number> {
  const colors = new Map<string, number>()
  const taken = new Set<number>()
  for (const node of chosen) {
    const wished = Math.max(all.indexOf(node), 0) % count
    const steps = Array.from({ length: count }, (_, step) => (wished + step) % count)
    const color = steps.find((step) => !taken.has(step)) ?? wished
    taken.add(color)
    colors.set(node, color)
  }
  return colors
}
