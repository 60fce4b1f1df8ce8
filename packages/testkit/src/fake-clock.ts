import type { Clock } from '@mqdeck/kit'

export interface FakeClock extends Clock {
  /** Advances the time and runs due callbacks in order, each at its own time. */
  advance(ms: number): void
  /** Number of pending callbacks. */
  pending(): number
}

/** A clock that only advances on request. */
export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start
  let order = 0
  const due = new Map<object, { at: number; order: number; call: () => void }>()

  const schedule = (key: object, ms: number, call: () => void) => {
    order += 1
    due.set(key, { at: now + ms, order, call })
  }
  const first = () => [...due].sort(([, a], [, b]) => a.at - b.at || a.order - b.order)[0]

  return {
    now: () => now,
    after(ms, call) {
      const key = {}
      schedule(key, ms, () => {
        due.delete(key)
        call()
      })
      return () => due.delete(key)
    },
    every(ms, call) {
      if (!(ms > 0)) throw new RangeError('An interval of 0 ms would never let time pass')
      const key = {}
      const again = () => {
        schedule(key, ms, again)
        call()
      }
      schedule(key, ms, again)
      return () => due.delete(key)
    },
    advance(ms) {
      const end = now + ms
      for (let next = first(); next && next[1].at <= end; next = first()) {
        now = Math.max(now, next[1].at)
        next[1].call()
      }
      now = end
    },
    pending: () => due.size,
  }
}

/** Waits until all callbacks that are already due have run. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
