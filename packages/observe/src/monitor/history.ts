import type { Store } from '@mqdeck/kit'
import { compact, downsample, granularityAt, retention } from './granularity.ts'
import { fromRow, type SampleRow, toRow } from './row.ts'
import type { Sample } from './sample.ts'

/**
 * The samples of the last 7 days, in memory and on disk. Old samples are merged as in EMQX, so that there are at most about
 * 3000, and every requested range returns the same as for unmerged samples.
 */
export interface History {
  /** Adds the newest sample. Drops samples at or after its time, which exist if the clock was set back. */
  add(sample: Sample): Promise<void>
  /** Samples of the last `age` milliseconds, oldest first, at the interval for that age. */
  read(now: number, age: number): readonly Sample[]
  clear(): Promise<void>
}

/** Loads the samples of earlier runs from the table `monitor`. */
export function openHistory(store: Store): History {
  const table = store.table<SampleRow>('monitor')
  let samples = [...table.entries()].map(({ key, value }) => fromRow(Number(key), value))

  function replace(next: readonly Sample[]): Promise<void> {
    const before = new Set(samples)
    const times = new Set(next.map(({ time_stamp }) => time_stamp))
    const removed = samples.filter(({ time_stamp }) => !times.has(time_stamp))
    const added = next.filter((sample) => !before.has(sample))
    samples = [...next]
    let writes: Promise<void>[] = []
    const committed = store.batch(() => {
      writes = [
        ...removed.map(({ time_stamp }) => table.remove(time_stamp)),
        ...added.map((sample) => table.put(sample.time_stamp, toRow(sample))),
      ]
    })
    return Promise.all([committed, ...writes]).then(() => {})
  }

  return {
    add(sample) {
      const earlier = samples.filter(({ time_stamp }) => time_stamp < sample.time_stamp)
      return replace(compact([...earlier, sample], sample.time_stamp))
    },
    read(now, age) {
      const since = now - Math.min(age, retention)
      const inRange = samples.filter(({ time_stamp }) => time_stamp >= since)
      return inRange.length < 2 ? inRange : downsample(inRange, () => granularityAt(age))
    },
    clear: () => replace([]),
  }
}
