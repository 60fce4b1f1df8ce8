import type { Log, Store, Table } from '@mqdeck/kit'

/** The disk writes of one turn of the event loop, committed together: all or nothing. */
export interface Commit {
  /** Calls back, in order, when the writes are safe from `kill -9` (true) or failed (false). */
  whenSafe(done: (safe: boolean) => void): void
}

/** The tables of sessions on disk. Keys are numbers and never reused. */
type JournalTable = 'sessions' | 'subscriptions' | 'queue' | 'awaiting_rel' | 'bodies'

/**
 * Collects the writes of a turn. The running broker uses the data in memory; the disk is only read at the next start.
 * A record that is written and removed within one turn is never written to disk.
 */
export interface Journal {
  readonly enabled: boolean
  /** Returns a key that was never used. */
  nextKey(): number
  put(table: JournalTable, key: number, value: unknown): void
  remove(table: JournalTable, key: number): void
  /** Increases with every write: compare before and after to detect writes. */
  readonly writes: number
  /** The commit with the writes of this turn. */
  commit(): Commit
  /** Makes another write part of this turn's commit, e.g. of retained messages. */
  join(write: Promise<unknown>): void
  entries(table: JournalTable): Iterable<{ readonly key: number; readonly value: unknown }>
  /** Resolves when all writes so far were committed or have failed. */
  idle(): Promise<void>
}

/** Writes over several turns that must all be safe: the last commit fails if one of the previous ones failed. */
export interface LongWrite {
  /** Call before the turn ends. */
  pause(): void
  /** Call after the last write and before `commit`. */
  end(): void
}

export function createLongWrite(journal: Journal): LongWrite {
  let before = journal.writes
  let isRefused = false
  let last: Promise<void> | undefined
  return {
    pause() {
      if (journal.writes === before) return
      before = journal.writes
      last = new Promise((resolve) => {
        journal.commit().whenSafe((safe) => {
          isRefused ||= !safe
          resolve()
        })
      })
    },
    end() {
      if (!last) return
      // Commits settle in order, so all results are known with the last one.
      const all = last.then(() => {
        if (isRefused) throw new Error('the disk refused a part of what belongs together')
      })
      journal.join(all)
    },
  }
}

export function createJournal(store: Store, log: Log, schedule: (task: () => void) => void): Journal {
  const tables: Readonly<Record<JournalTable, Table<unknown>>> = {
    sessions: store.table('session'),
    subscriptions: store.table('session_subscription'),
    queue: store.table('session_queue'),
    awaiting_rel: store.table('session_awaiting_rel'),
    bodies: store.table('session_body', { binary: true }),
  }
  const names = Object.keys(tables) as JournalTable[] // keys of the literal above
  let lastKey = Math.max(0, ...names.map((name) => highestKey(tables[name])))
  let pending = createPendingCommit()
  let writes = 0
  let scheduled = false
  let unsettled: Promise<unknown> = Promise.resolve()

  const flush = () => {
    scheduled = false
    const flushed = pending
    pending = createPendingCommit()
    const written = write(store, tables, names, flushed)
    unsettled = settleInOrder(unsettled, Promise.all([written, ...flushed.joined]), flushed, log)
  }

  const scheduleFlush = () => {
    if (scheduled) return
    scheduled = true
    schedule(flush)
  }

  const change = (table: JournalTable, key: number, value: unknown) => {
    pending.changes[table].set(key, value)
    writes += 1
    scheduleFlush()
  }

  return {
    enabled: true,
    nextKey: () => {
      lastKey += 1
      return lastKey
    },
    put: change,
    remove: (table, key) => change(table, key, undefined),
    get writes() {
      return writes
    },
    commit: () => {
      scheduleFlush()
      return pending
    },
    join: (other) => {
      // Awaited when the turn is flushed; until then a rejection must not count as unhandled.
      other.catch(ignore)
      pending.joined.push(other)
      writes += 1
      scheduleFlush()
    },
    entries: (table) => tables[table].entries() as Iterable<{ key: number; value: unknown }>, // only numbers are written
    idle: async () => {
      let seen: Promise<unknown> | undefined
      while (scheduled || seen !== unsettled) {
        if (scheduled) flush()
        seen = unsettled
        await seen
      }
    },
  }
}

/** For a broker without a store: nothing is written, and all callbacks run immediately. */
export function createNullJournal(): Journal {
  let lastKey = 0
  return {
    enabled: false,
    nextKey: () => {
      lastKey += 1
      return lastKey
    },
    put: () => {},
    remove: () => {},
    writes: 0,
    commit: () => ({ whenSafe: (done) => done(true) }),
    join: () => {},
    entries: () => [],
    idle: async () => {},
  }
}

interface PendingCommit extends Commit {
  readonly changes: Readonly<Record<JournalTable, Map<number, unknown>>>
  readonly joined: Promise<unknown>[]
  readonly waiting: ((safe: boolean) => void)[]
}

function createPendingCommit(): PendingCommit {
  const waiting: ((safe: boolean) => void)[] = []
  return {
    changes: {
      sessions: new Map(),
      subscriptions: new Map(),
      queue: new Map(),
      awaiting_rel: new Map(),
      bodies: new Map(),
    },
    joined: [],
    waiting,
    whenSafe: (done) => {
      waiting.push(done)
    },
  }
}

const ignore = () => {}

function write(
  store: Store,
  tables: Readonly<Record<JournalTable, Table<unknown>>>,
  names: readonly JournalTable[],
  { changes }: PendingCommit,
): Promise<void> {
  if (names.every((name) => changes[name].size === 0)) return Promise.resolve()
  const batch = (onlyRemovals: boolean) =>
    store.batch(() => {
      for (const name of names) {
        for (const [key, value] of changes[name]) {
          // The result of the batch covers all of its writes.
          if (value === undefined) tables[name].remove(key).catch(ignore)
          else if (!onlyRemovals) tables[name].put(key, value).catch(ignore)
        }
      }
    })
  return batch(false).catch(async (error: unknown) => {
    // Removals free space on a full disk. Without them, acknowledged messages would be delivered again after a restart.
    await batch(true).catch(ignore)
    throw error
  })
}

async function settleInOrder(
  before: Promise<unknown>,
  written: Promise<unknown>,
  pending: PendingCommit,
  log: Log,
): Promise<void> {
  // Handled immediately, because a rejection must not count as unhandled while `before` is awaited.
  const outcome = written.then(
    () => true,
    (error: unknown) => {
      log.error({ error: String(error) }, 'session_write_failed')
      return false
    },
  )
  await before
  const safe = await outcome
  for (const done of pending.waiting) done(safe)
}

function highestKey(table: Table<unknown>): number {
  let highest = 0
  for (const { key } of table.entries()) if (typeof key === 'number' && key > highest) highest = key
  return highest
}
