import { type Database, type Key as LmdbKey, open, type RootDatabase } from 'lmdb'
import { createPendingWrites, type PendingWrites } from './pending-writes.ts'

/** A string or number, or several. At most 1900 bytes of UTF-8 in all, a number being 9: longer ones cannot be put. */
export type Key = string | number | readonly (string | number)[]

/** An ordered table on disk. */
export interface Table<V> {
  /** What was put last, whether it has been committed or not. The value is not a copy: do not change it. */
  get(key: Key): V | undefined
  /**
   * Resolves when it has been committed. Rejects when the disk is full or broken, the old value stands then; and with a
   * RangeError when the key is too long, which in a batch is thrown.
   */
  put(key: Key, value: V): Promise<void>
  /** Resolves when it has been committed. */
  remove(key: Key): Promise<void>
  /** Committed entries with `start <= key < end`, in key order; without the first `offset` of them, at most `limit`. */
  entries(
    range?: Range & { readonly offset?: number; readonly limit?: number },
  ): Iterable<{ readonly key: Key; readonly value: V }>
  /** How many entries are committed, in all or with `start <= key < end`. */
  count(range?: Range): number
}

interface Range {
  readonly start?: Key
  readonly end?: Key
}

/**
 * The process's one database file. Committed writes survive the end of the process, however sudden; they reach the disk
 * itself (fsync) a moment later, in `flushed`. So: `kill -9` loses nothing that was committed, a power cut may lose
 * what was committed in the last moments.
 */
export interface Store {
  table<V>(name: string, options?: { readonly binary?: boolean }): Table<V>
  /** Groups the writes to any tables that `write` makes at once: all are committed, or, when it throws, none. */
  batch(write: () => void): Promise<void>
  /** Resolves when everything committed so far is on the disk itself. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database in `folder`, creating it when missing.
 * @param readOnly sees what another process has committed, while that goes on; nothing can be put then, and a missing database
 *   is an error
 * @throws when the folder cannot be written or another process with a newer format owns it
 */
export function openStore(folder: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Store {
  const root: RootDatabase = open({
    path: folder,
    maxDbs: 64,
    compression: false,
    // Its promise is lmdb's own: when the commit fails, nobody handles it and the process ends.
    eventTurnBatching: false,
    ...(readOnly && { readOnly }),
  })
  const queue = createQueue(root)
  return {
    table<V>(name: string, options: { readonly binary?: boolean } = {}) {
      // Undefined, though lmdb's types do not say so, for a table that was never made.
      const db: Database<V, LmdbKey> | undefined = root.openDB({
        name,
        encoding: options.binary ? 'binary' : 'msgpack',
      })
      return db ? toTable<V>(db, queue) : emptyTable<V>()
    },
    batch: queue.batch,
    flushed: async () => {
      await root.flushed
    },
    async close() {
      // A failure has been told to whoever wrote.
      await Promise.resolve(root.flushed).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, afterFlush))
      await root.close()
    },
  }
}

/**
 * Milliseconds. lmdb's own thread goes on a moment after it has told that all is on the disk, with what closing frees: closed at
 * once, one process in some thousand crashed (lmdb 3.5.6).
 */
const afterFlush = 25

type Write = () => Promise<unknown>
type Batch = { readonly write: Write; readonly done: () => void; readonly failed: (error: unknown) => void }[]

interface Queue {
  /** Hands a write to lmdb, or to the batch that is being collected; calls `settled` when it is committed or never will be. */
  add(write: Write, settled: () => void): Promise<void>
  /** Rejects, or makes the batch fail that is being collected. */
  refuse(error: Error): Promise<void>
  batch(write: () => void): Promise<void>
}

/** lmdb commits what was written before a batch threw; so a batch is collected first and handed over when complete. */
function createQueue(root: RootDatabase): Queue {
  let collected: Batch | undefined
  const alone = async (write: Write, settled: () => void) => {
    try {
      await handled(write())
    } finally {
      settled()
    }
  }
  return {
    add(write, settled) {
      const batch = collected
      if (!batch) return alone(write, settled)
      const committed = new Promise<void>((done, failed) => batch.push({ write, done, failed })).finally(settled)
      // Whoever made the batch hears of it; the single writes may be left alone.
      committed.catch(() => {})
      return committed
    },
    refuse(error) {
      if (collected) throw error
      return Promise.reject(error)
    },
    async batch(write) {
      if (collected) return write()
      const batch: Batch = []
      collected = batch
      try {
        write()
      } catch (error) {
        for (const { failed } of batch) failed(error)
        throw error
      } finally {
        collected = undefined
      }
      let writes: Promise<unknown>[] = []
      const committed = root.batch(() => {
        writes = batch.map(({ write }) => attempt(write))
        for (const written of writes) written.catch(() => {}) // told below
      })
      try {
        await handled(committed)
      } catch (error) {
        for (const { failed } of batch) failed(error)
        throw error
      }
      // Not before: inside of a batch lmdb calls a write done that nobody can read yet.
      for (const [index, { done, failed }] of batch.entries()) writes[index]?.then(done, failed)
      await Promise.all(writes)
    },
  }
}

/** lmdb tells the reason of a failed commit in one more promise, which must not be left alone either; it prints it itself. */
async function handled(written: Promise<unknown>): Promise<void> {
  try {
    await written
  } catch (error) {
    if (error instanceof Error && 'commitError' in error) void Promise.resolve(error.commitError).catch(() => {})
    throw error
  }
}

/** A value that cannot be encoded makes lmdb throw instead of reject. */
const attempt = async (write: Write) => write()

function toTable<V>(db: Database<V, LmdbKey>, queue: Queue): Table<V> {
  const pending: PendingWrites<V> = createPendingWrites()
  return {
    get(key) {
      const write = pending.get(key)
      if (write) return write.value
      return isTooLong(key) ? undefined : db.get(toLmdbKey(key))
    },
    put(key, value) {
      if (isTooLong(key)) return queue.refuse(new RangeError(`A key may be ${longestKey} bytes long at most`))
      return queue.add(() => db.put(toLmdbKey(key), value), pending.add(key, value))
    },
    remove(key) {
      if (isTooLong(key)) return Promise.resolve()
      return queue.add(() => db.remove(toLmdbKey(key)), pending.add(key, undefined))
    },
    entries: ({ offset, limit, ...range } = {}) =>
      db.getRange({
        ...toLmdbRange(range),
        ...(offset !== undefined && { offset }),
        ...(limit !== undefined && { limit }),
      }) as Iterable<{ key: Key; value: V }>,
    count: (range) => (range ? db.getKeysCount(toLmdbRange(range)) : db.getCount()),
  }
}

/** Stands for one that is not there and cannot be made. */
const emptyTable = <V>(): Table<V> => ({
  get: () => undefined,
  put: () => Promise.reject(new Error('the store was opened for reading')),
  remove: () => Promise.resolve(),
  entries: () => [],
  count: () => 0,
})

/** lmdb takes 1978 bytes, some of them its own. It must not see longer ones: they leave its queue broken. */
const longestKey = 1900

function isTooLong(key: Key): boolean {
  const parts = typeof key === 'object' ? key : [key]
  return parts.reduce<number>((size, part) => size + sizeOf(part), 0) > longestKey
}

const sizeOf = (part: string | number) => (typeof part === 'number' ? 9 : Buffer.byteLength(part))

/** lmdb types array keys as mutable; it never changes them. */
const toLmdbKey = (key: Key): LmdbKey => key as LmdbKey

const toLmdbRange = ({ start, end }: Range) => ({
  ...(start !== undefined && { start: toLmdbKey(start) }),
  ...(end !== undefined && { end: toLmdbKey(end) }),
})
