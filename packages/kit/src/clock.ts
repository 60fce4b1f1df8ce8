/** Time as an argument, so that a test can turn it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after `ms`; the answer cancels it. Does not keep the process alive. */
  after(ms: number, call: () => void): () => void
  /** Calls every `ms` until cancelled. Does not keep the process alive. */
  every(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
  every: (ms, call) => {
    const timer = setInterval(call, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}
