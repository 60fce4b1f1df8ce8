import type { Rate } from '@mqdeck/contract'

/** A token bucket: it holds the tokens of one period and refills continuously. */
export interface TokenBucket {
  /** Takes one token; false if there is none. */
  take(now: number): boolean
  /** Takes `count` tokens; the number of tokens may become negative. */
  spend(count: number, now: number): void
  /** Milliseconds until there are `min` tokens. */
  wait(min: number, now: number): number
}

export function createTokenBucket({ amount, per }: Rate, start: number): TokenBucket {
  let tokens = amount
  let filledAt = start
  const fill = (now: number) => {
    // No tokens are added if the clock was set back.
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
    wait(min, now) {
      fill(now)
      if (tokens >= min) return 0
      return Math.ceil(((min - tokens) * per) / amount)
    },
  }
}
