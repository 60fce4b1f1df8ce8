import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { sourceOf } from '../../../http/source-of.ts'
import { createFailureTable, freeFailures, longestDelay } from './failures.ts'
import { createTurns } from './turns.ts'

/** Who attempts. */
export interface Attempter {
  /** Address of the caller. */
  readonly peer: string
  /** A browser or session that has proved before that it is this user's: its failures count apart from those of its address. */
  readonly known?: string | undefined
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal
}

/**
 * Slows guessing: after three failures for a user from one source the next attempt is refused for a time that doubles with each further failure,
 * up to `longestDelay`. A refused attempt costs nothing and changes nothing. Password checks are expensive by design: few run at a time, and
 * sources take turns.
 */
export interface LoginThrottle {
  /**
   * What `check` answers; undefined counts as a failure.
   * @throws {AppError} TOO_MANY_REQUESTS with the seconds to wait
   */
  attempt<T>(username: string, attempter: Attempter, check: () => Promise<T | undefined>): Promise<T | undefined>
}

interface ThrottleOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly longest?: number
}

/** Attempts of one source for one user that are checked at a time while few of them have failed. */
const mostChecking = 16
/** Of the four threads that Node has for such work two are left, for the disk. */
const checksAtOnce = 2
/** With 0.15 s for a check the last one waits 5 s. */
const checksWaiting = 64
const checksWaitingPerSource = 16
/** Milliseconds after which a full queue has room again. */
const queuePause = 3000

export function createLoginThrottle({ clock, longest = longestDelay }: ThrottleOptions): LoginThrottle {
  const failures = createFailureTable(clock, () => ({ checking: 0 }), longest)
  const turns = createTurns({ atOnce: checksAtOnce, waiting: checksWaiting, waitingPerSource: checksWaitingPerSource })

  return {
    attempt: async (username, { peer, known, signal }, check) => {
      const source = known === undefined ? peer : `known ${known}`
      const entry = failures.of(username, source)
      const wait = entry.nextAt - clock.now()
      if (wait > 0) throw tooMany(wait)
      // Guessing in parallel is no faster.
      if (entry.checking >= (entry.count < freeFailures ? mostChecking : 1)) throw tooMany(longest)
      entry.checking += 1
      try {
        const found = await turns.run({ source: sourceOf(source), isFirst: known !== undefined, signal }, check)
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
