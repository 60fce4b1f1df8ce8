/** Source of time, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after `ms` and returns a function that cancels the call. Does not keep the process alive. */
  after(ms: number, call: () => void): () => void
  /** Calls every `ms` until cancelled. Does not keep the process alive. */
  every(ms: number, call: () => void): () => void
}

/** The longest delay of a Node timer, about 25 days. Longer delays fire immediately. */
export const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  after,
  every(ms, call) {
    if (ms > maxTimerMs) return repeatLongDelay(ms, call)
    const timer = setInterval(call, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

function after(ms: number, call: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (left: number) => {
    timer = setTimeout(left > maxTimerMs ? () => wait(left - maxTimerMs) : call, Math.min(left, maxTimerMs))
    timer.unref()
  }
  wait(ms)
  return () => clearTimeout(timer)
}

function repeatLongDelay(ms: number, call: () => void): () => void {
  const again = () => {
    cancel = after(ms, again)
    call()
  }
  let cancel = after(ms, again)
  return () => cancel()
}
