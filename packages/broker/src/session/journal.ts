import { Fifo, type Log, type Store, type Table } from '@mqdeck/kit'

/** The disk writes of one turn of the event loop, committed together: all or nothing. */
export interface Commit {
  /**
   * Calls `done` when the writes are safe from `kill -9` (true) or failed (false), or immediately if that is known already.
   * Commits settle in the order of their turns.
   * For a client that waits for an answer, pass `late`: it is called, at most once and before `done`, if the disk does not
   * answer within `maxWaitSeconds`.
   */
  whenSafe(done: (safe: boolean) => void, late?: () => void): void
}

/** The tables of sessions on disk. Keys are numbers and never reused. */
type JournalTable = 'sessions' | 'subscriptions' | 'queue' | 'awaiting_rel' | 'bodies'

/** Seconds after which a commit is late: clients that wait for it are disconnected or refused. */
export const maxWaitSeconds = 5

/**
 * Collects the writes of a turn. The running broker uses the data in memory; the disk is only read at the next start.
 * A record that is written and removed within one turn is never written to disk.
 */
export interface Journal {
  readonly enabled: boolean
  /** Whether the disk has not answered for `maxWaitSeconds`. New persistent sessions are refused meanwhile. */
  readonly isStalled: boolean
  /** Returns a key that was never used. */
  nextKey(): number
  put(table: JournalTable, key: number, value: unknown): void
  remove(table: JournalTable, key: number): void
  /** The commit with the writes of this turn. */
  commit(): Commit
  /** Makes another write to the store part of this turn's commit, e.g. of retained messages. It must not wait for a commit. */
  join(write: Promise<unknown>): void
  entries(table: JournalTable): Iterable<{ readonly key: number; readonly value: unknown }>
  /** Resolves when all writes so far were committed or have failed. */
  idle(): Promise<void>
  /**
   * The watchdog: call it once a second. It counts calls instead of reading a clock, so a process that was suspended or a
   * clock that was changed is not taken for a slow disk.
   */
  check(): void
}

/** The writes that one answer waits for, possibly of several turns: they fail together. */
export interface Writes {
  /** Call after a write, in the same turn. */
  add(): void
  /** Safe when all turns with writes are; undefined without writes. */
  readonly commit: Commit | undefined
}

export function createWrites(journal: Pick<Journal, 'commit'>): Writes {
  let last: Commit | undefined
  let hasFailed = false
  let isSplit = false
  return {
    add() {
      const commit = journal.commit()
      if (commit === last) return
      // Commits settle in order, so the results of all earlier turns are known when the last one settles.
      last?.whenSafe((safe) => {
        hasFailed ||= !safe
      })
      isSplit ||= last !== undefined
      last = commit
    },
    get commit(): Commit | undefined {
      const final = last
      if (!final || !isSplit) return final
      return { whenSafe: (done, late) => final.whenSafe((safe) => done(safe && !hasFailed), late) }
    },
  }
}

/** Resolves to false if the writes failed or the disk does not answer in time. */
export const isSafe = (commit: Commit): Promise<boolean> =>
  new Promise((resolve) => commit.whenSafe(resolve, () => resolve(false)))

export function createJournal(store: Store, log: Log, schedule: (task: () => void) => void): Journal {
  const tables: Readonly<Record<JournalTable, Table<unknown>>> = {
    sessions: store.table('session'),
    subscriptions: store.table('session_subscription'),
    queue: store.table('session_queue'),
    awaiting_rel: store.table('session_awaiting_rel'),
    bodies: store.table('session_body', { binary: true }),
  }
  const names = Object.keys(tables) as JournalTable[] // keys of the literal above
  let lastKey = Math.max(0, ...names.map((name) => maxKeyOf(tables[name])))
  let pending = createPendingCommit()
  /** Commits that the disk has not confirmed, oldest first, without `pending`. */
  const open = new Fifo<PendingCommit>()
  let scheduled = false
  let unsettled: Promise<unknown> = Promise.resolve()
  /** The oldest commit at the last check, and the number of checks that found it. */
  let oldest: PendingCommit | undefined
  let checks = 0
  let isStalled = false

  const flush = () => {
    scheduled = false
    const flushed = pending
    pending = createPendingCommit()
    open.push(flushed)
    const written = write(store, tables, names, flushed)
    unsettled = settleInOrder(unsettled, Promise.all([written, ...flushed.joined]), flushed)
  }

  const settleInOrder = async (before: Promise<unknown>, written: Promise<unknown>, settling: PendingCommit) => {
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
    open.shift()
    if (isStalled) {
      isStalled = false
      log.warn({}, 'disk_writes_resumed')
    }
    settling.settle(safe, runSafely)
  }

  /** An error in one callback must not prevent the other callbacks and all later commits. */
  const runSafely: RunSafely = (callback) => {
    try {
      callback()
    } catch (error) {
      log.error({ error }, 'commit_callback_failed')
    }
  }

  const endWaits = () => {
    for (const commit of [...open, pending]) commit.endWaits(runSafely)
  }

  const check = () => {
    const first = open.peek() ?? (scheduled ? pending : undefined)
    checks = first !== undefined && first === oldest ? checks + 1 : 0
    oldest = first
    if (checks < maxWaitSeconds) return
    if (!isStalled) log.error({ open_commits: open.length, waited_s: checks }, 'disk_writes_stalled')
    isStalled = true
    endWaits()
  }

  const scheduleFlush = () => {
    if (scheduled) return
    scheduled = true
    schedule(flush)
  }

  const change = (table: JournalTable, key: number, value: unknown) => {
    pending.changes[table].set(key, value)
    scheduleFlush()
  }

  return {
    enabled: true,
    get isStalled() {
      return isStalled
    },
    check,
    nextKey: () => {
      lastKey += 1
      return lastKey
    },
    put: change,
    remove: (table, key) => change(table, key, undefined),
    commit: () => {
      scheduleFlush()
      return pending
    },
    join: (other) => {
      // Awaited when the turn is flushed; until then a rejection must not count as unhandled.
      other.catch(ignore)
      pending.joined.push(other)
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

const committed: Commit = { whenSafe: (done) => done(true) }

/** For a broker without a store: does not write, and runs all callbacks immediately. */
export function createNullJournal(): Journal {
  let lastKey = 0
  return {
    enabled: false,
    isStalled: false,
    check: () => {},
    nextKey: () => {
      lastKey += 1
      return lastKey
    },
    put: () => {},
    remove: () => {},
    commit: () => committed,
    join: () => {},
    entries: () => [],
    idle: async () => {},
  }
}

/** Runs a callback and logs its error. */
type RunSafely = (callback: () => void) => void

interface PendingCommit extends Commit {
  readonly changes: Readonly<Record<JournalTable, Map<number, unknown>>>
  readonly joined: Promise<unknown>[]
  settle(safe: boolean, run: RunSafely): void
  endWaits(run: RunSafely): void
}

function createPendingCommit(): PendingCommit {
  let outcome: boolean | undefined
  let waiting: ((safe: boolean) => void)[] = []
  let late: (() => void)[] = []
  return {
    changes: {
      sessions: new Map(),
      subscriptions: new Map(),
      queue: new Map(),
      awaiting_rel: new Map(),
      bodies: new Map(),
    },
    joined: [],
    whenSafe: (done, onLate) => {
      if (outcome !== undefined) {
        done(outcome)
        return
      }
      waiting.push(done)
      if (onLate) late.push(onLate)
    },
    settle: (safe, run) => {
      outcome = safe
      const due = waiting
      waiting = []
      late = []
      for (const done of due) run(() => done(safe))
    },
    endWaits: (run) => {
      const due = late
      late = []
      for (const end of due) run(end)
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

function maxKeyOf(table: Table<unknown>): number {
  let highest = 0
  for (const { key } of table.entries()) if (typeof key === 'number' && key > highest) highest = key
  return highest
}
