import { type Database, type Key as LmdbKey, open, type RootDatabase } from 'lmdb'

export type Key = string | number | readonly (string | number)[]

/** An ordered table on disk. A write is visible to `get` at once; its promise resolves when it has been committed. */
export interface Table<V> {
  get(key: Key): V | undefined
  /** Rejects when the disk is full or broken; the old value stands then. */
  put(key: Key, value: V): Promise<void>
  remove(key: Key): Promise<void>
  /** Entries with `start <= key < end`, in key order. */
  entries(range?: { readonly start?: Key; readonly end?: Key }): Iterable<{ readonly key: Key; readonly value: V }>
  count(): number
}

/**
 * The process's one database file. Committed writes survive the end of the process, however sudden; they reach the disk
 * itself (fsync) a moment later, in `flushed`. So: `kill -9` loses nothing that was committed, a power cut may lose
 * what was committed in the last moments.
 */
export interface Store {
  table<V>(name: string, options?: { readonly binary?: boolean }): Table<V>
  /** Groups writes: all or none of them are committed. */
  batch(write: () => void): Promise<void>
  /** Resolves when everything committed so far is on the disk itself. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database in `folder`, creating it when missing.
 * @throws when the folder cannot be written or another process with a newer format owns it
 */
export function openStore(folder: string): Store {
  const root: RootDatabase = open({ path: folder, maxDbs: 64, compression: false })
  return {
    table: <V>(name: string, options: { readonly binary?: boolean } = {}) =>
      toTable<V>(root.openDB<V, LmdbKey>({ name, encoding: options.binary ? 'binary' : 'msgpack' })),
    batch: async (write) => {
      await root.batch(write)
    },
    flushed: async () => {
      await root.flushed
    },
    close: () => root.close(),
  }
}

function toTable<V>(db: Database<V, LmdbKey>): Table<V> {
  return {
    get: (key) => db.get(toLmdbKey(key)),
    put: async (key, value) => {
      await db.put(toLmdbKey(key), value)
    },
    remove: async (key) => {
      await db.remove(toLmdbKey(key))
    },
    entries: (range = {}) => db.getRange(toLmdbRange(range)) as Iterable<{ key: Key; value: V }>,
    count: () => db.getCount(),
  }
}

/** lmdb types array keys as mutable; it never changes them. */
const toLmdbKey = (key: Key): LmdbKey => key as LmdbKey

const toLmdbRange = ({ start, end }: { readonly start?: Key; readonly end?: Key }) => ({
  ...(start !== undefined && { start: toLmdbKey(start) }),
  ...(end !== undefined && { end: toLmdbKey(end) }),
})
