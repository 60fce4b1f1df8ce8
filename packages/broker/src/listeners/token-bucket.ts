import type { Rate } from '@mqdeck/contract'

/** A rate as a store of tokens: it holds what may be spent in one of its periods and fills up evenly. */
export interface TokenBucket {
  /** Takes one if there is one. */
  take(now: number): boolean
  /** Takes so many, on credit if need be. */
  spend(count: number, now: number): void
  /** Milliseconds until there are `least` tokens. */
  wait(least: number, now: number): number
}

export function createTokenBucket({ amount, per }: Rate, start: number): TokenBucket {
  let tokens = amount
  let filledAt = start
  const fill = (now: number) => {
    // A clock that was set back fills nothing.
    if (now > filledAt) tokens = Math.min(amount, tokens + ((now - filledAt) * amount) / per)
    filledAt = now
  }
  return {
    take(now) {
      fill(now)
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    spend(count, now) {
      fill(now)
      tokens -= count
    },
    wait(least, now) {
      fill(now)
      if (tokens >= least) return 0
      return Math.ceil(((least - tokens) * per) / amount)
    },
  }
}
