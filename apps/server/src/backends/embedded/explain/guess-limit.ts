import type { Clock } from '@mqdeck/kit'

/** Lets nobody try many passwords in a short time. */
export interface GuessLimit {
  /** Counts as wrong until it is taken back; undefined when there were too many wrong ones. */
  begin(caller: string): { readonly takeBack: () => void } | undefined
}

const minute = 60_000
/** Of one caller. Somebody who looks for a mistake tries a few; clients may try as often as their listener lets them. */
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
