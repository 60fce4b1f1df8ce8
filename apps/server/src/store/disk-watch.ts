import { AppError } from '@mqdeck/contract'
import type { Store, Table } from '@mqdeck/kit'

/** Detects a disk that does not respond to writes, and ends the waits of callers for it. */
export interface DiskWatch {
  /** Whether a write has had no result for `stallSeconds`. */
  isStalled(): boolean
  /** Counts a write until it settles. Returns the same result. */
  add<T>(write: Promise<T>): Promise<T>
  /** Waits for a write, but no longer once the disk is stalled. The write continues. */
  untilStalled(write: Promise<unknown>): Promise<void>
  /**
   * The result of an API call.
   * @throws {AppError} (rejects) SERVICE_UNAVAILABLE if it has none after `callSeconds` and the disk is stalled; the
   *   call continues
   */
  limit<T>(call: Promise<T> | T): Promise<T> | T
  /**
   * Call it once a second. It counts calls instead of reading a clock, so a process that was suspended or a clock that was
   * changed is not taken for a slow disk.
   */
  check(): void
}

/** As the broker's own limit for clients. */
const stallSeconds = 5
/** Later than the end of `untilStalled`, so that calls that can continue do. */
const callSeconds = stallSeconds + 2

interface Wait {
  readonly seconds: number
  end: () => void
  checks: number
}

export function createDiskWatch(): DiskWatch {
  const writes = new Set<object>()
  const waits = new Set<Wait>()
  /** The oldest write at the last check, and the number of checks that found it. */
  let oldest: object | undefined
  let checks = 0
  let stalled = false

  /** The result of `wanted`, or that of `onStall` after this number of checks if the disk is stalled then. */
  const waitFor = async <T>(wanted: Promise<T>, seconds: number, onStall: () => Promise<T>): Promise<T> => {
    const wait: Wait = { seconds, checks: 0, end: () => {} }
    const end = new Promise<T>((resolve) => {
      wait.end = () => resolve(onStall())
    })
    waits.add(wait)
    try {
      return await Promise.race([wanted, end])
    } finally {
      waits.delete(wait)
    }
  }
  return {
    isStalled: () => stalled,
    add: (write) => {
      const entry = {}
      writes.add(entry)
      return write.finally(() => {
        writes.delete(entry)
        stalled = false
      })
    },
    untilStalled: async (write) => {
      const done = write.then(() => {})
      await (stalled ? Promise.race([done, undefined]) : waitFor(done, 0, async () => {}))
    },
    limit: (call) => (call instanceof Promise ? waitFor(call, callSeconds, () => Promise.reject(diskStalled())) : call),
    check: () => {
      const [first] = writes
      checks = first !== undefined && first === oldest ? checks + 1 : 0
      oldest = first
      stalled = checks >= stallSeconds
      for (const wait of waits) {
        wait.checks += 1
        if (stalled && wait.checks >= wait.seconds) wait.end()
      }
    },
  }
}

/** The same store. Its writes are counted. */
export function watchWrites(store: Store, disk: DiskWatch): Store {
  const watched = <V>(table: Table<V>): Table<V> => ({
    ...table,
    put: (key, value) => disk.add(table.put(key, value)),
    remove: (key) => disk.add(table.remove(key)),
  })
  return {
    ...store,
    table: (name, options) => watched(store.table<never>(name, options)),
    batch: (write) => disk.add(store.batch(write)),
  }
}

const diskStalled = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'The disk of the server does not respond. The change may still take effect later',
    { status: 503 },
  )
