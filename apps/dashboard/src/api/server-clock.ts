import { createValue, type Value } from '../lib/json/value.ts'
import type { Fetch } from './session/session-fetch.ts'

/**
 * Offset of the server's clock to the browser's in milliseconds, positive if it is ahead: 0 for small differences.
 * Learned from the `Date` header of responses, which has whole seconds.
 */
export type ServerClock = Pick<Value<number>, 'get' | 'subscribe'>

/** Milliseconds; smaller differences are ignored, including the time of the transfer. */
const smallest = 5000

/** Observes every response of `fetch`. */
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
      // Stable as long as no clock is changed.
      if (Math.abs(next - ahead.get()) >= smallest || next === 0) ahead.set(next)
      return response
    },
  }
}
