import { measureProcessorTime } from '@mqdeck/kit'

/*
 * Tests of how long something takes measure what it uses of a processor. By the clock, the same work takes ten times as long
 * while the machine does something else.
 */

/** Works for `ms` milliseconds of processor time. */
export function useProcessor(ms: number): void {
  const used = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(used)
    if (user + system > ms * 1000) return
  }
}

/** Milliseconds of processor time that this thread uses for synchronous work. */
export function processorTime(work: () => unknown): number {
  const used = measureProcessorTime()
  work()
  return used()
}

/**
 * Milliseconds of processor time in the longest turn of the event loop while the work runs: for how long other connections have
 * to wait.
 */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let used = measureProcessorTime()
  const look = () => {
    longest = Math.max(longest, used())
    used = measureProcessorTime()
  }
  // Timers are checked in each turn, and a turn is shorter than the interval or is followed by the timer.
  const timer = setInterval(look, 1)
  try {
    await work()
    look()
    return longest
  } finally {
    clearInterval(timer)
  }
}
