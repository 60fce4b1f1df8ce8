export interface Backoff {
  /** Milliseconds to wait before the next attempt: longer each time. */
  next(): number
  /** An attempt has succeeded. */
  reset(): void
}

/** Delays that double from `first` to `most`, in milliseconds. */
export function createBackoff(first: number, most: number): Backoff {
  let wait = Math.min(first, most)
  return {
    next() {
      const now = wait
      wait = Math.min(wait * 2, most)
      return now
    },
    reset() {
      wait = Math.min(first, most)
    },
  }
}
