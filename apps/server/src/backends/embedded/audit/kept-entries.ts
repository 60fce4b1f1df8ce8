import type { AuditEntry } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'

export interface KeptEntry {
  /** Microseconds since the epoch; no two entries have the same. */
  readonly at: number
  readonly entry: AuditEntry
}

/** The newest entries of the audit log, in the store. */
export interface KeptEntries {
  /** @param isStranger whether it is of somebody who was not let in: those never push out what the others did */
  add(at: number, entry: AuditEntry, isStranger: boolean, limit: number): Promise<void>
  /** Newest first. */
  list(): Iterable<KeptEntry>
  count(): number
  /** When the newest one was, 0 without any. */
  newest(): number
}

/** The part of the entries that strangers may take. */
const strangersPart = 1 / 4

interface Stored {
  readonly entry: AuditEntry
  readonly isStranger: boolean
}

export function openKeptEntries(store: Store): KeptEntries {
  /** By the negative time: a table is read in one direction only. */
  const table = store.table<Stored>('audit')
  /** Times, oldest first. */
  const known: number[] = []
  const strangers: number[] = []
  for (const { key, value } of table.entries()) (value.isStranger ? strangers : known).push(-Number(key))
  known.reverse()
  strangers.reverse()

  const surplus = (limit: number): number[] => {
    const gone: number[] = []
    const drop = (list: number[]) => gone.push(...list.splice(0, 1))
    while (strangers.length > limit * strangersPart) drop(strangers)
    while (known.length + strangers.length > limit)
      drop((known[0] ?? Infinity) < (strangers[0] ?? Infinity) ? known : strangers)
    return gone
  }
  return {
    add: async (at, entry, isStranger, limit) => {
      const list = isStranger ? strangers : known
      list.push(at)
      const gone = surplus(limit)
      await store.batch(() => {
        table.put(-at, { entry, isStranger })
        for (const old of gone) table.remove(-old)
      })
    },
    *list() {
      for (const { key, value } of table.entries()) yield { at: -Number(key), entry: value.entry }
    },
    count: () => table.count(),
    newest: () => Math.max(known.at(-1) ?? 0, strangers.at(-1) ?? 0),
  }
}
