/** Time as an argument, so that a test can turn it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after `ms`; the answer cancels it. Does not keep the process alive. */
  after(ms: number, call: () => void): () => void
  /** Calls every `ms` until cancelled. Does not keep the process alive. */
  every(ms: number, call: () => void): () => void
}

/** What a timer of Node can wait at most, about 25 days; it would fire at once beyond. */
export const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  after,
  every(ms, call) {
    if (ms > longestTimer) return everyLong(ms, call)
    const timer = setInterval(call, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

function after(ms: number, call: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (left: number) => {
    timer = setTimeout(left > longestTimer ? () => wait(left - longestTimer) : call, Math.min(left, longestTimer))
    timer.unref()
  }
  wait(ms)
  return () => clearTimeout(timer)
}

function everyLong(ms: number, call: () => void): () => void {
  const again = () => {
    cancel = after(ms, again)
    call()
  }
  let cancel = after(ms, again)
  return () => cancel()
}
