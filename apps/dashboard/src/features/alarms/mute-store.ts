import { createStoredValue } from '../../lib/browser/stored-value.ts'
import { isRecord } from '../../lib/json/json-path.ts'

/** Names of muted alarms and when they count again, in milliseconds since the epoch. Kept in this browser. */
export const mutes = createStoredValue<ReadonlyMap<string, number>>('mutedAlarms', {
  parse: toMutes,
  format: (all) => JSON.stringify(Object.fromEntries(all)),
})

function toMutes(text: string | null): ReadonlyMap<string, number> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    const entries = isRecord(stored) ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

/** The mutes that have not ended. */
export const activeMutes = (all: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...all].filter(([, until]) => until > Date.now()))
