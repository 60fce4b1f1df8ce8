import { useSyncExternalStore } from 'react'
import { createStoredValue } from '../lib/stored-value.ts'
import type { Value } from '../lib/value.ts'

/** Seconds between two refreshes; 0: off, `auto`: the interval of each query. */
export const refreshChoices = ['auto', 0, 5, 10, 20, 30, 60] as const

export type RefreshChoice = (typeof refreshChoices)[number]

/** Refresh interval of queries with `poll: 'chosen'`; stored as `refreshInterval`. */
export const refreshChoice: Value<RefreshChoice> = createStoredValue<RefreshChoice>('refreshInterval', {
  parse: (text) => refreshChoices.find((choice) => String(choice) === text) ?? 'auto',
  format: String,
})

export function useRefreshChoice(): RefreshChoice {
  return useSyncExternalStore(refreshChoice.subscribe, refreshChoice.get)
}
