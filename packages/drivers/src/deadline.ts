import { longestTimer } from '@mqdeck/kit'

/** Rejects when the work is not done in time; it goes on, and nobody hears of its end. */
export function withDeadline<T>(work: Promise<T>, ms: number, what = 'answer'): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} within ${ms} ms`)), Math.min(ms, longestTimer))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
