import type { Clock } from '@mqdeck/kit'
import { sourceOf } from '../../../http/source-of.ts'

/** Failed attempts for one name from one source. */
interface Failures {
  count: number
  /** Time from which the next attempt is checked, milliseconds since the epoch. */
  nextAt: number
  /** Start of the time after which the failures are forgotten. */
  lastAt: number
}

/**
 * Counts failed attempts. Each failure for a name from one source doubles the time until the next attempt is checked.
 */
export interface FailureTable<Extra> {
  /** Failures of this name and caller so far. Undefined if there are none. */
  find(name: string, peer: string): (Failures & Extra) | undefined
  /** As `find`, for an attempt that is checked. Changes of the returned object are kept. */
  open(name: string, peer: string): Failures & Extra
  addFailure(failures: Failures): void
  forget(name: string, peer: string): void
}

interface FailureTableOptions {
  /** Failures without a delay. */
  readonly free?: number
  /** Maximum delay in milliseconds. */
  readonly longest?: number
  /** Whether the time after which failures are forgotten starts with the first failure. Default: with the last attempt. */
  readonly fromFirst?: boolean
}

/** Failures without a delay, because people mistype. */
export const freeFailures = 3
const firstDelay = 500
/** Milliseconds. Maximum delay, also for the right password. */
export const maxDelayMs = 10_000
/** Milliseconds without an attempt after which failures are forgotten. */
const forgottenAfter = 15 * 60_000
/**
 * Far more than password checks fit into the time after which failures are forgotten. When a table is full all the same,
 * new names share one entry: an entry that is not forgotten yet is never removed, because this would reset its delay.
 */
const maxEntries = 50_000
const shared = ''

/** @param extra additional state kept per name and caller */
export function createFailureTable<Extra extends object>(
  clock: Clock,
  extra: () => Extra,
  { free = freeFailures, longest = maxDelayMs, fromFirst = false }: FailureTableOptions = {},
): FailureTable<Extra> {
  /** In the order of last use, so that the first entries are forgotten first. */
  const entries = new Map<string, Failures & Extra>()
  // Also if the clock was set back, because `nextAt` would be far in the future.
  const isKnown = ({ lastAt }: Failures, now: number) => now >= lastAt && now - lastAt < forgottenAfter
  const removeForgotten = (now: number) => {
    for (const [key, entry] of entries) {
      if (isKnown(entry, now)) return
      entries.delete(key)
    }
  }
  const find = (key: string) => {
    const entry = entries.get(key)
    return entry && isKnown(entry, clock.now()) ? entry : undefined
  }

  return {
    find: (name, peer) => {
      const key = toKey(name, peer)
      return find(key) ?? (entries.size >= maxEntries ? find(shared) : undefined)
    },
    open: (name, peer) => {
      const now = clock.now()
      removeForgotten(now)
      const wanted = toKey(name, peer)
      const key = entries.has(wanted) || entries.size < maxEntries ? wanted : shared
      const entry = find(key) ?? { count: 0, nextAt: now, lastAt: now, ...extra() }
      if (fromFirst && entries.get(key) === entry) return entry
      entry.lastAt = now
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    addFailure: (failures) => {
      failures.count += 1
      failures.nextAt = Math.max(failures.nextAt, clock.now() + delayAfter(failures.count - free, longest))
    },
    forget: (name, peer) => void entries.delete(toKey(name, peer)),
  }
}

/** Milliseconds to wait after this number of failures above the free ones. */
function delayAfter(more: number, longest: number): number {
  return more < 0 ? 0 : Math.min(longest, firstDelay * 2 ** Math.min(more, 16))
}

/** Names are cut, so that long names cannot fill the memory. */
const toKey = (name: string, peer: string) => `${sourceOf(peer)} ${name.slice(0, 100)}`
