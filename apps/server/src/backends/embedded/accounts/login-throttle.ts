import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { sourceOf } from '../../../http/source-of.ts'
import { createFailureTable, freeFailures, maxDelayMs } from './failure-table.ts'
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
 * doubles with each further failure, up to `maxDelayMs`. A rejected attempt is not checked and does not extend the
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
  /** Whether failures of one source for all users together are delayed, too. */
  readonly perSource?: boolean
}

/** Failures of one source for all users without a delay: an office may share an address. */
const freeFailuresOfSource = 30
/** Node has four threads for this work. Two are left for disk access. */
const checksAtOnce = 2
/** With 0.15 s per check, the last one waits 5 s. */
const checksWaiting = 64
const checksWaitingPerSource = 16
/** Milliseconds after which a full queue has room again. */
const queuePause = 3000

export function createLoginThrottle({ clock, longest = maxDelayMs, perSource = true }: ThrottleOptions): LoginThrottle {
  const failures = createFailureTable(clock, () => ({ checking: 0 }), { longest })
  const ofSources = createFailureTable(clock, () => ({}), { free: freeFailuresOfSource, longest, fromFirst: true })
  const queue = createFairQueue({
    atOnce: checksAtOnce,
    waiting: checksWaiting,
    waitingPerSource: checksWaitingPerSource,
  })

  return {
    attempt: async (username, { peer, known, signal }, check) => {
      const source = known === undefined ? peer : `known ${known}`
      // A known browser is of one user.
      const countsForSource = perSource && known === undefined
      const { count = 0, checking = 0, nextAt = 0 } = failures.find(username, source) ?? {}
      const sourceNextAt = countsForSource ? (ofSources.find('', source)?.nextAt ?? 0) : 0
      const wait = Math.max(nextAt, sourceNextAt) - clock.now()
      if (wait > 0) throw tooMany(wait)
      // Parallel guessing must not be faster.
      if (checking >= Math.max(1, freeFailures - count)) throw tooMany(longest)
      const entry = failures.open(username, source)
      entry.checking += 1
      let wasChecked = false
      try {
        const found = await queue.run({ source: sourceOf(source), isFirst: known !== undefined, signal }, () => {
          wasChecked = true
          return check()
        })
        if (found === 'busy') throw tooMany(queuePause)
        if (found === undefined) {
          failures.addFailure(entry)
          if (countsForSource) ofSources.addFailure(ofSources.open('', source))
        } else failures.forget(username, source)
        return found
      } finally {
        entry.checking -= 1
        // Attempts that are not checked must not fill the table.
        if (!wasChecked && entry.count === 0 && entry.checking === 0) failures.forget(username, source)
      }
    },
  }
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.ceil(milliseconds / 1000)
  return new AppError('TOO_MANY_REQUESTS', `Too many attempts. Try again in ${seconds} s.`, { retryAfter: seconds })
}
