import type { AuditEntry } from '@mqdeck/contract'
import type { Store } from '@mqdeck/kit'

export interface KeptEntry {
  /** Microseconds since the epoch. Unique for each entry. */
  readonly at: number
  readonly entry: AuditEntry
}

/** The newest audit log entries, in the store. */
export interface StoredEntries {
  /** @param isUnauthenticated whether the caller was not authenticated. These entries never displace others */
  add(at: number, entry: AuditEntry, isUnauthenticated: boolean, limit: number): Promise<void>
  /** Newest first. */
  list(): Iterable<KeptEntry>
  count(): number
  /** Time of the newest entry, 0 if there is none. */
  newest(): number
}

/** Share of the entries that unauthenticated callers may take. */
const unauthenticatedShare = 1 / 4

interface Stored {
  readonly entry: AuditEntry
  readonly isUnauthenticated: boolean
}

export function openStoredEntries(store: Store): StoredEntries {
  /** By negative time, because tables can be read in one direction only. */
  const table = store.table<Stored>('audit')
  /** Times, oldest first. */
  const known: number[] = []
  const unauthenticated: number[] = []
  for (const { key, value } of table.entries()) (value.isUnauthenticated ? unauthenticated : known).push(-Number(key))
  known.reverse()
  unauthenticated.reverse()

  const surplus = (limit: number): number[] => {
    const gone: number[] = []
    const drop = (list: number[]) => gone.push(...list.splice(0, 1))
    while (unauthenticated.length > limit * unauthenticatedShare) drop(unauthenticated)
    while (known.length + unauthenticated.length > limit)
      drop((known[0] ?? Infinity) < (unauthenticated[0] ?? Infinity) ? known : unauthenticated)
    return gone
  }
  return {
    add: async (at, entry, isUnauthenticated, limit) => {
      const list = isUnauthenticated ? unauthenticated : known
      list.push(at)
      const gone = surplus(limit)
      await store.batch(() => {
        table.put(-at, { entry, isUnauthenticated })
        for (const old of gone) table.remove(-old)
      })
    },
    *list() {
      for (const { key, value } of table.entries()) yield { at: -Number(key), entry: value.entry }
    },
    count: () => table.count(),
    newest: () => Math.max(known.at(-1) ?? 0, unauthenticated.at(-1) ?? 0),
  }
}
