import type { Key, Store } from '@mqdeck/kit'
import type { Entry } from './container.ts'

/** The records of an object. */
export interface Period {
  /** Start time in milliseconds since the epoch, in whole seconds. */
  readonly since: number
  readonly until: number
  /** Counts periods with the same start time, from 0. */
  readonly sequence: number
}

export interface RecordsOptions {
  readonly store: Store
  /** `type:name` of the action. */
  readonly name: string
  /** Milliseconds. */
  readonly interval: number
  readonly maxRecords: number
}

/** Persistent records that wait for the upload of their object. */
export interface Records {
  /** Resolves when the records are on disk. */
  add(entries: readonly Entry[], now: number): Promise<void>
  /** Closed periods, oldest first. */
  complete(now: number): readonly Period[]
  entries(period: Period): Iterable<Entry>
  remove(period: Period): Promise<void>
  /** Deletes all records. */
  forget(): Promise<void>
}

interface OpenPeriod extends Period {
  count: number
}

export function createRecords({ store, name, interval, maxRecords }: RecordsOptions): Records {
  const table = store.table<readonly Entry[]>('aggregated_records')
  const closed: Period[] = []
  let open: OpenPeriod | undefined
  let isLoaded = false
  let number = 0

  /** Loads the records of an earlier process or of earlier settings. */
  function load(now: number): void {
    if (isLoaded) return
    isLoaded = true
    const found = new Map<string, OpenPeriod>()
    for (const { key, value } of table.entries({ start: [name], end: [name, Number.MAX_VALUE] })) {
      const [, since = 0, sequence = 0, place = 0] = (key as readonly Key[]).map(Number) // stored by `add`
      const period = found.get(`${since} ${sequence}`) ?? { since, until: since + interval, sequence, count: 0 }
      period.count += value.length
      number = Math.max(number, place)
      found.set(`${since} ${sequence}`, period)
    }
    const all = [...found.values()]
    const last = all.at(-1)
    if (last && now < last.until && last.count < maxRecords) open = all.pop()
    closed.push(...all)
  }

  function close(): void {
    if (open) closed.push(open)
    open = undefined
  }

  function currentAt(now: number): OpenPeriod {
    if (open && now >= open.until) {
      const since = now - ((now - open.since) % interval)
      close()
      open = begin(since, 0)
    } else if (open && open.count >= maxRecords) {
      const { since, sequence } = open
      close()
      open = begin(since, sequence + 1)
    }
    open ??= begin(now - (now % 1000), 0)
    return open
  }

  /** A period that starts after a full one has the next sequence number. */
  function begin(since: number, least: number): OpenPeriod {
    const same = closed.filter((one) => one.since === since).map(({ sequence }) => sequence + 1)
    return { since, until: since + interval, sequence: Math.max(least, ...same), count: 0 }
  }

  const keysOf = ({ since, sequence }: Period): readonly Key[] =>
    [...table.entries({ start: [name, since, sequence], end: [name, since, sequence, Number.MAX_VALUE] })].map(
      ({ key }) => key,
    )

  const removeAll = (keys: readonly Key[]) =>
    store.batch(() => {
      for (const key of keys) void table.remove(key)
    })

  return {
    add(entries, now) {
      load(now)
      return store.batch(() => {
        let left = entries
        while (left.length > 0) {
          const period = currentAt(now)
          const accepted = left.slice(0, maxRecords - period.count)
          left = left.slice(accepted.length)
          period.count += accepted.length
          number += 1
          void table.put([name, period.since, period.sequence, number], accepted)
        }
      })
    },
    complete(now) {
      load(now)
      if (open && (now >= open.until || open.count >= maxRecords)) close()
      return [...closed]
    },
    // Reads records one by one, because the caller is slow and a view of the whole store should not be kept.
    *entries(period) {
      for (const key of keysOf(period)) yield* table.get(key) ?? []
    },
    async remove(period) {
      await removeAll(keysOf(period))
      const index = closed.indexOf(period)
      if (index >= 0) closed.splice(index, 1)
    },
    async forget() {
      closed.splice(0)
      open = undefined
      await removeAll([...table.entries({ start: [name], end: [name, Number.MAX_VALUE] })].map(({ key }) => key))
    },
  }
}
