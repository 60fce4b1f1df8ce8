import { type Database, type Key as LmdbKey, open, type RootDatabase } from 'lmdb'

/**
 * A string or number, or several. At most 1900 bytes of UTF-8 in total, with 9 per number. Longer keys are rejected.
 */
export type Key = string | number | readonly (string | number)[]

/** An ordered table on disk. */
export interface Table<V> {
  /** The value put last, committed or not. It is not a copy: do not change it. */
  get(key: Key): V | undefined
  /**
   * Resolves when it is committed. Rejects if the disk is full or broken, and the old value is kept. Rejects with a
   * RangeError if the key is too long; in a batch, that error is thrown.
   */
  put(key: Key, value: V): Promise<void>
  /** Resolves when it is committed. */
  remove(key: Key): Promise<void>
  /** Committed entries with `start <= key < end`, in key order, without the first `offset` and at most `limit`. */
  entries(
    range?: Range & { readonly offset?: number; readonly limit?: number },
  ): Iterable<{ readonly key: Key; readonly value: V }>
  /** Number of committed entries, in total or with `start <= key < end`. */
  count(range?: Range): number
}

interface Range {
  readonly start?: Key
  readonly end?: Key
}

/**
 * The process's one database file. Committed writes survive any end of the process. They reach the disk itself (fsync)
 * a moment later, in `flushed`. So `kill -9` loses no committed write, while a power failure may lose those of the last
 * moments.
 */
export interface Store {
  table<V>(name: string, options?: { readonly binary?: boolean }): Table<V>
  /** Groups all synchronous writes of `write` to any tables. Either all are committed or, if it throws, none. */
  batch(write: () => void): Promise<void>
  /** Resolves when everything committed so far is on disk. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database in `folder`, and creates it if missing.
 * @param readOnly sees what another process commits, also later. Writes are rejected, and a missing database is an
 *   error.
 * @throws if the folder is not writable or another process with a newer format owns it
 */
export function openStore(folder: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Store {
  const root: RootDatabase = open({
    path: folder,
    maxDbs: 64,
    compression: false,
    // The promise is lmdb's own: if the commit fails, the rejection is unhandled and the process ends.
    eventTurnBatching: false,
    ...(readOnly && { readOnly }),
  })
  const queue = createQueue(root)
  return {
    table<V>(name: string, options: { readonly binary?: boolean } = {}) {
      // Undefined for a table that was never created, although lmdb's types exclude it.
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
      // The writer handles the failure.
      await Promise.resolve(root.flushed).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, afterFlush))
      await root.close()
    },
  }
}

/**
 * Milliseconds. lmdb's own thread continues for a moment after reporting that everything is on disk, with data that
 * closing frees. Closed immediately, about one process in a thousand crashed (lmdb 3.5.6).
 */
const afterFlush = 25

type Write = () => Promise<unknown>
type Batch = { readonly write: Write; readonly done: () => void; readonly reject: (error: unknown) => void }[]

interface Queue {
  /** Passes a write to lmdb, or to the batch being collected. Calls `settled` when it is committed or has failed. */
  add(write: Write, settled: () => void): Promise<void>
  /** Rejects, or fails the batch being collected. */
  refuse(error: Error): Promise<void>
  batch(write: () => void): Promise<void>
}

/** lmdb commits writes made before a batch threw. So a batch is collected first and passed on when complete. */
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
      const committed = new Promise<void>((done, reject) => batch.push({ write, done, reject })).finally(settled)
      // The caller of the batch handles the error; the single writes may be ignored.
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
        for (const { reject } of batch) reject(error)
        throw error
      } finally {
        collected = undefined
      }
      let writes: Promise<unknown>[] = []
      const committed = root.batch(() => {
        writes = batch.map(({ write }) => attempt(write))
        for (const written of writes) written.catch(() => {}) // handled below
      })
      try {
        await handled(committed)
      } catch (error) {
        for (const { reject } of batch) reject(error)
        throw error
      }
      // Not earlier: within a batch, lmdb reports writes as done that are not readable yet.
      for (const [index, { done, reject }] of batch.entries()) writes[index]?.then(done, reject)
      await Promise.all(writes)
    },
  }
}

/**
 * lmdb returns the reason of a failed commit in a second promise, which must be handled too. It prints the reason
 * itself.
 */
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
      if (isTooLong(key)) return queue.refuse(new RangeError(`A key may have at most ${maxKeyBytes} bytes`))
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

/** A table that does not exist and cannot be created. */
const emptyTable = <V>(): Table<V> => ({
  get: () => undefined,
  put: () => Promise.reject(new Error('the store was opened for reading')),
  remove: () => Promise.resolve(),
  entries: () => [],
  count: () => 0,
})

/** lmdb accepts 1978 bytes, some of them its own. It must not get longer keys: they corrupt its queue. */
const maxKeyBytes = 1900

function isTooLong(key: Key): boolean {
  const parts = typeof key === 'object' ? key : [key]
  return parts.reduce<number>((size, part) => size + sizeOf(part), 0) > maxKeyBytes
}

const sizeOf = (part: string | number) => (typeof part === 'number' ? 9 : Buffer.byteLength(part))

/** lmdb types array keys as mutable; it never changes them. */
const toLmdbKey = (key: Key): LmdbKey => key as LmdbKey

const toLmdbRange = ({ start, end }: Range) => ({
  ...(start !== undefined && { start: toLmdbKey(start) }),
  ...(end !== undefined && { end: toLmdbKey(end) }),
})

/** Writes of one table that are not committed yet. lmdb only reads committed values. */
interface PendingWrites<V> {
  /** The newest write of `key`; its `value` is undefined when it removes. */
  get(key: Key): { readonly value: V | undefined } | undefined
  /** Keeps a write until the returned function is called. */
  add(key: Key, value: V | undefined): () => void
}

function createPendingWrites<V>(): PendingWrites<V> {
  const newest = new Map<string | number, { readonly value: V | undefined }>()
  return {
    get: (key) => (newest.size === 0 ? undefined : newest.get(toMapKey(key))),
    add(key, value) {
      const mapKey = toMapKey(key)
      const write = { value }
      newest.set(mapKey, write)
      return () => {
        if (newest.get(mapKey) === write) newest.delete(mapKey)
      }
    },
  }
}

/** Arrays are compared by content. No string key starts like this, because lmdb ends strings at NUL. */
const toMapKey = (key: Key) => (typeof key === 'object' ? `\u0000${JSON.stringify(key)}` : key)
