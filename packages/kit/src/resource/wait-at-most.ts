import type { Clock } from '../clock.ts'

/** The result of the work, or an error after `ms`. The work itself continues. */
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
