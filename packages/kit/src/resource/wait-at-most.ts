import type { Clock } from '../clock.ts'

/** What the work comes to, or an error after so many milliseconds; the work itself goes on. */
export async function waitAtMost<T>(clock: Pick<Clock, 'after'>, ms: number, work: () => Promise<T>): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => reject(new Error(`no answer within ${ms} ms`)))
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    cancel()
  }
}
