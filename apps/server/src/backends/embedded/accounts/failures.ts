import type { Clock } from '@mqdeck/kit'
import { sourceOf } from '../../../http/source-of.ts'

/** The wrong guesses for one name from one source. */
interface Failures {
  count: number
  /** When the next guess may be looked at, milliseconds since the epoch. */
  nextAt: number
  lastAt: number
}

/** Remembers who guessed wrong: each failure for a name from one source doubles the time until the next guess is looked at. */
export interface FailureTable<Extra> {
  /** Those of this name and caller so far; a change of what is returned is remembered. */
  of(name: string, peer: string): Failures & Extra
  failed(failures: Failures): void
  forget(name: string, peer: string): void
}

/** Guesses that cost nothing: people mistype. */
export const freeFailures = 3
const firstDelay = 500
/** Milliseconds. How long the right password may have to wait. */
export const longestDelay = 10_000
/** Without an attempt for so long, all is forgotten. */
const forgottenAfter = 15 * 60_000
const mostEntries = 10_000

/**
 * @param extra what else is kept of a name and caller
 * @param longest milliseconds that a guess may have to wait
 */
export function createFailureTable<Extra extends object>(
  clock: Clock,
  extra: () => Extra,
  longest = longestDelay,
): FailureTable<Extra> {
  /** In the order of last use, so that the first is the one to forget. */
  const entries = new Map<string, Failures & Extra>()
  return {
    of: (name, peer) => {
      const now = clock.now()
      const key = toKey(name, peer)
      const old = entries.get(key)
      // Also when the clock was set back: `nextAt` would be far away.
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

/** Milliseconds until the next guess after so many wrong ones. */
function delayAfter(failures: number, longest: number): number {
  return failures < freeFailures ? 0 : Math.min(longest, firstDelay * 2 ** Math.min(failures - freeFailures, 16))
}

/** Names are cut: a long one must not fill the memory. */
const toKey = (name: string, peer: string) => `${sourceOf(peer)} ${name.slice(0, 100)}`
