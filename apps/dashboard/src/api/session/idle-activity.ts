import { ownStorageName } from '../../lib/browser/base-path.ts'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import type { Value } from '../../lib/json/value.ts'

/** Stored instead of a time after the session ended due to inactivity. */
export const endedByIdleness = -1

/**
 * Time of the last user activity in any tab, in milliseconds since 1970; 0 if unknown. Requests by the page itself do
 * not count.
 */
export const lastActive: Value<number> = createStoredValue<number>(ownStorageName('lastActive'), {
  parse: (text) => (text !== null && Number.isFinite(Number(text)) ? Number(text) : 0),
  format: String,
})
