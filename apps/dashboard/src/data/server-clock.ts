import { createValue, type Value } from '../lib/value.ts'
import type { Fetch } from './session-fetch.ts'

/**
 * By how many milliseconds the server's clock is ahead of the browser's: 0 while they agree. Learned from the `Date` of its
 * answers, which has whole seconds; so a difference that small is none.
 */
export type ServerClock = Pick<Value<number>, 'get' | 'subscribe'>

/** Milliseconds; what an answer is on its way is in it. */
const smallest = 5000

/** Listens to every answer that comes through `fetch`. */
export function watchClock(
  fetch: Fetch,
  now: () => number = Date.now,
): { readonly fetch: Fetch; readonly clock: ServerClock } {
  const ahead = createValue(0)
  return {
    clock: ahead,
    async fetch(url, init) {
      const response = await fetch(url, init)
      const date = Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(date)) return response
      const measured = date + 500 - now()
      const next = Math.abs(measured) < smallest ? 0 : measured
      // Always the same figure as long as nobody sets a clock.
      if (Math.abs(next - ahead.get()) >= smallest || next === 0) ahead.set(next)
      return response
    },
  }
}
