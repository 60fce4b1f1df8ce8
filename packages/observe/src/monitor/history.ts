import type { Store } from '@mqdeck/kit'
import { compact, downsample, granularityAt, retention } from './granularity.ts'
import { fromRow, type Row, toRow } from './row.ts'
import type { Sample } from './sample.ts'

/**
 * The samples of the last 7 days, in memory and the same on disk. Old ones are put together as EMQX does, so that there are
 * never more than about 3000, and every range that can be asked for gets what it would get of the raw ones.
 */
export interface History {
  /** Adds the newest. Those at or after its time are dropped: somebody set the clock back. */
  add(sample: Sample): Promise<void>
  /** Of the last `age` milliseconds, oldest first, as far apart as that age asks for. */
  read(now: number, age: number): readonly Sample[]
  clear(): Promise<void>
}

/** Begins with what an earlier run left in the table `monitor`. */
export function openHistory(store: Store): History {
  const table = store.table<Row>('monitor')
  let samples = [...table.entries()].map(({ key, value }) => fromRow(Number(key), value))

  function replace(next: readonly Sample[]): Promise<void> {
    const before = new Set(samples)
    const times = new Set(next.map(({ time_stamp }) => time_stamp))
    const gone = samples.filter(({ time_stamp }) => !times.has(time_stamp))
    const fresh = next.filter((sample) => !before.has(sample))
    samples = [...next]
    let writes: Promise<void>[] = []
    const committed = store.batch(() => {
      writes = [
        ...gone.map(({ time_stamp }) => table.remove(time_stamp)),
        ...fresh.map((sample) => table.put(sample.time_stamp, toRow(sample))),
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
      const wanted = samples.filter(({ time_stamp }) => time_stamp >= since)
      return wanted.length < 2 ? wanted : downsample(wanted, () => granularityAt(age))
    },
    clear: () => replace([]),
  }
}
