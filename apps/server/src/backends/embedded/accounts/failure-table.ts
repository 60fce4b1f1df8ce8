import type { Clock } from '@mqdeck/kit'
import { sourceOf } from '../../../http/source-of.ts'

/** Failed attempts for one name from one source. */
interface Failures {
  count: number
  /** Time from which the next attempt is checked, milliseconds since the epoch. */
  nextAt: number
  lastAt: number
}

/**
 * Counts failed attempts. Each failure for a name from one source doubles the time until the next attempt is checked.
 */
export interface FailureTable<Extra> {
  /** Failures of this name and caller so far. Changes of the returned object are kept. */
  of(name: string, peer: string): Failures & Extra
  failed(failures: Failures): void
  forget(name: string, peer: string): void
}

/** Failures without a delay, because people mistype. */
export const freeFailures = 3
const firstDelay = 500
/** Milliseconds. Maximum delay, also for the right password. */
export const longestDelay = 10_000
/** Milliseconds without an attempt after which failures are forgotten. */
const forgottenAfter = 15 * 60_000
const mostEntries = 10_000

/**
 * @param extra additional state kept per name and caller
 * @param longest maximum delay in milliseconds
 */
export function createFailureTable<Extra extends object>(
  clock: Clock,
  extra: () => Extra,
  longest = longestDelay,
): FailureTable<Extra> {
  /** In the order of last use, so that the first entry is the oldest. */
  const entries = new Map<string, Failures & Extra>()
  return {
    of: (name, peer) => {
      const now = clock.now()
      const key = toKey(name, peer)
      const old = entries.get(key)
      // Also if the clock was set back, because `nextAt` would be far in the future.
      const isKnown = old && now >= old.lastAt && now - old.lastAt < forgottenAfter
      const entry = isKnown ? old : { count: 0, nextAt: now, lastAt: now, ...extra() }
      entry.lastAt = now
      entries.delete(key)
      entries.set(key, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= mostEntries) break
        entries.delete(oldest)
      }
      return entry
    },
    failed: (failures) => {
      failures.count += 1
      failures.nextAt = Math.max(failures.nextAt, clock.now() + delayAfter(failures.count, longest))
    },
    forget: (name, peer) => void entries.delete(toKey(name, peer)),
  }
}

/** Milliseconds to wait after this number of failures. */
function delayAfter(failures: number, longest: number): number {
  return failures < freeFailures ? 0 : Math.min(longest, firstDelay * 2 ** Math.min(failures - freeFailures, 16))
}

/** Names are cut, so that long names cannot fill the memory. */
const toKey = (name: string, peer: string) => `${sourceOf(peer)} ${name.slice(0, 100)}`
