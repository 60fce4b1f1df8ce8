import type { Clock } from '@mqdeck/kit'
import { createFailureTable, delayAfter, type Failures, freeFailures } from './failures.ts'
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

interface Load {
  waiting: number
  checking: number
}

const freeChecking = 16
const mostWaiting = 5
/** Of the four threads that Node has for such work two are left, for the disk. */
const checksAtOnce = 2
const checksWaiting = 20

export function createLoginThrottle(clock: Clock): LoginThrottle {
  const failures = createFailureTable<Load>(clock, () => ({ waiting: 0, checking: 0 }))
  const turns = createTurns({ atOnce: checksAtOnce, waitingPerSource: checksWaiting })

  /** False when too many wait. */
  const waitForTurn = async (entry: Failures & Load): Promise<boolean> => {
    if (entry.count < freeFailures && entry.checking < freeChecking) return true
    if (entry.waiting >= mostWaiting) return false
    const now = clock.now()
    const wait = entry.nextAt - now
    // The next attempt queues behind this one: guessing in parallel is no faster.
    entry.nextAt = Math.max(entry.nextAt, now) + delayAfter(entry.count)
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
      const entry = failures.of(username, peer)
      if (!(await waitForTurn(entry))) return 'busy'
      entry.checking += 1
      try {
        const found = await turns.run(sourceOf(peer), check)
        if (found === 'busy') return found
        if (found === undefined) failures.failed(entry)
        else failures.forget(username, peer)
        return found
      } finally {
        entry.checking -= 1
      }
    },
  }
}
