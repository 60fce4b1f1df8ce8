import { maxTimerMs } from '@mqdeck/kit'

/** Rejects if the work takes too long. The work continues, but its result is discarded. */
export function withDeadline<T>(work: Promise<T>, ms: number, what = 'answer'): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} within ${ms} ms`)), Math.min(ms, maxTimerMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
