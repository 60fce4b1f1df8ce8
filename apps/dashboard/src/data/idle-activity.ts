import { ownStorageName } from '../lib/base-path.ts'
import { createStoredValue } from '../lib/stored-value.ts'
import type { Value } from '../lib/value.ts'

/** Instead of a time: nobody was there for so long that the session ended. */
export const endedByIdleness = -1

/**
 * When somebody last used the dashboard in any tab, in milliseconds since 1970; 0 when that is not known. Requests that the
 * page makes by itself do not count.
 */
export const lastActive: Value<number> = createStoredValue<number>(ownStorageName('lastActive'), {
  parse: (text) => (text !== null && Number.isFinite(Number(text)) ? Number(text) : 0),
  format: String,
})
