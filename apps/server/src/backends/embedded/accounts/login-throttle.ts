import type { Clock } from '@mqdeck/kit'
import { sourceOf } from './source-of.ts'
import { createTurns } from './turns.ts'

/**
 * Slows guessing: each failure for a user from one source doubles the time until the next attempt is looked at. Nobody can
 * keep another one out: sources do not slow each other, and take turns with the checks, which are expensive by design.
 */
export interface LoginThrottle {
  /** What `check` answers, when the attempt's time has come; `busy` at once when too many attempts wait already. */
  attempt<T>(username: string, peer: string, check: () => Promise<T | undefined>): Promise<T | undefined | 'busy'>
}

interface Entry {
  failures: number
  /** When the next attempt may be checked, milliseconds since the epoch. */
  nextAt: number
  lastAt: number
  waiting: number
  checking: number
}

const freeFailures = 3
const freeChecking = 16
const firstDelay = 500
const longestDelay = 30_000
/** Without an attempt for so long, all is forgotten. */
const forgottenAfter = 15 * 60_000
const mostWaiting = 5
const mostEntries = 10_000
/** Of the four threads that Node has for such work two are left, for the disk. */
const checksAtOnce = 2
const checksWaiting = 20

export function createLoginThrottle(clock: Clock): LoginThrottle {
  /** In the order of last use, so that the first is the one to forget. */
  const entries = new Map<string, Entry>()
  const turns = createTurns({ atOnce: checksAtOnce, waitingPerSource: checksWaiting })

  const use = (key: string): Entry => {
    const now = clock.now()
    const old = entries.get(key)
    // Also when the clock was set back: `nextAt` would be far away.
    const isKnown = old && now >= old.lastAt && now - old.lastAt < forgottenAfter
    const entry = isKnown ? old : newEntry(now)
    entry.lastAt = now
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= mostEntries) break
      entries.delete(oldest)
    }
    return entry
  }

  /** False when too many wait. */
  const waitForTurn = async (entry: Entry): Promise<boolean> => {
    if (entry.failures < freeFailures && entry.checking < freeChecking) return true
    if (entry.waiting >= mostWaiting) return false
    const now = clock.now()
    const wait = entry.nextAt - now
    // The next attempt queues behind this one: guessing in parallel is no faster.
    entry.nextAt = Math.max(entry.nextAt, now) + delayAfter(entry.failures)
    if (wait <= 0) return true
    entry.waiting += 1
    await new Promise<void>((resolve) => {
      clock.after(wait, resolve)
    })
    entry.waiting -= 1
    return true
  }

  return {
    attempt: async (username, peer, check) => {
      const source = sourceOf(peer)
      const key = toKey(username, source)
      const entry = use(key)
      if (!(await waitForTurn(entry))) return 'busy'
      entry.checking += 1
      try {
        const found = await turns.run(source, check)
        if (found === 'busy') return found
        if (found === undefined) {
          entry.failures += 1
          entry.nextAt = Math.max(entry.nextAt, clock.now() + delayAfter(entry.failures))
        } else entries.delete(key)
        return found
      } finally {
        entry.checking -= 1
      }
    },
  }
}

const newEntry = (now: number): Entry => ({ failures: 0, nextAt: now, lastAt: now, waiting: 0, checking: 0 })

function delayAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(longestDelay, firstDelay * 2 ** Math.min(failures - freeFailures, 16))
}

/** Names of users are cut: a long one must not fill the memory. */
const toKey = (username: string, source: string) => `${source} ${username.slice(0, 100)}`
