import { useSyncExternalStore } from 'react'
import { createStoredValue } from '../../lib/browser/stored-value.ts'

/** Whether times are shown as "10:02:35" instead of "5 min ago". */
export const absoluteTimes = createStoredValue<boolean>('absoluteTimes', {
  parse: (text) => text === 'true',
  format: String,
})

export function useAbsoluteTimes(): boolean {
  return useSyncExternalStore(absoluteTimes.subscribe, absoluteTimes.get)
}
