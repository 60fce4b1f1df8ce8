import type { Clock } from '@mqdeck/kit'

/** Limits password attempts in simulations. */
export interface GuessLimit {
  /** Counts an attempt as failed until it is taken back. Undefined if there were too many failed attempts. */
  begin(caller: string): { readonly takeBack: () => void } | undefined
}

const minute = 60_000
/** Per caller. Troubleshooting takes a few attempts. Real clients are limited by their listener. */
const perMinute = 30

export function createGuessLimit(clock: Clock): GuessLimit {
  let callers = new Map<string, number>()
  let began = Number.NEGATIVE_INFINITY
  return {
    begin(caller) {
      if (Math.abs(clock.now() - began) >= minute) {
        began = clock.now()
        callers = new Map()
      }
      const counted = callers
      const wrong = counted.get(caller) ?? 0
      if (wrong >= perMinute) return undefined
      counted.set(caller, wrong + 1)
      return { takeBack: () => void counted.set(caller, (counted.get(caller) ?? 1) - 1) }
    },
  }
}
