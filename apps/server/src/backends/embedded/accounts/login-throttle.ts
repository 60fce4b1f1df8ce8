import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { sourceOf } from '../../../http/source-of.ts'
import { createFailureTable, freeFailures, longestDelay } from './failure-table.ts'
import { createFairQueue } from './fair-queue.ts'

/** Origin of an attempt. */
export interface Attempter {
  /** Address of the caller. */
  readonly peer: string
  /**
   * A browser or session in which this user has signed in before. Its failures are counted separately from those of its
   * address.
   */
  readonly known?: string | undefined
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal
}

/**
 * Slows down password guessing. After three failures for a user from one source, attempts are rejected for a time that
 * doubles with each further failure, up to `longestDelay`. A rejected attempt is not checked and does not extend the
 * delay. Password checks are expensive, so only a few run in parallel, and sources take turns.
 */
export interface LoginThrottle {
  /**
   * Result of `check`. Undefined counts as a failure.
   * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
   */
  attempt<T>(username: string, attempter: Attempter, check: () => Promise<T | undefined>): Promise<T | undefined>
}

interface ThrottleOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly longest?: number
}

/** Parallel checks for one source and user, while few of them have failed. */
const mostChecking = 16
/** Node has four threads for this work. Two are left for disk access. */
const checksAtOnce = 2
/** With 0.15 s per check, the last one waits 5 s. */
const checksWaiting = 64
const checksWaitingPerSource = 16
/** Milliseconds after which a full queue has room again. */
const queuePause = 3000

export function createLoginThrottle({ clock, longest = longestDelay }: ThrottleOptions): LoginThrottle {
  const failures = createFailureTable(clock, () => ({ checking: 0 }), longest)
  const queue = createFairQueue({
    atOnce: checksAtOnce,
    waiting: checksWaiting,
    waitingPerSource: checksWaitingPerSource,
  })

  return {
    attempt: async (username, { peer, known, signal }, check) => {
      const source = known === undefined ? peer : `known ${known}`
      const entry = failures.of(username, source)
      const wait = entry.nextAt - clock.now()
      if (wait > 0) throw tooMany(wait)
      // Parallel guessing must not be faster.
      if (entry.checking >= (entry.count < freeFailures ? mostChecking : 1)) throw tooMany(longest)
      entry.checking += 1
      try {
        const found = await queue.run({ source: sourceOf(source), isFirst: known !== undefined, signal }, check)
        if (found === 'busy') throw tooMany(queuePause)
        if (found === undefined) failures.failed(entry)
        else failures.forget(username, source)
        return found
      } finally {
        entry.checking -= 1
      }
    },
  }
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new AppError('TOO_MANY_REQUESTS', `Too many attempts. Try again in ${seconds} s.`, { retryAfter: seconds })
}
