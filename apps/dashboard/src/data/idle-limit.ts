import { useSyncExternalStore } from 'react'
import { ownStorageName } from '../lib/base-path.ts'
import { createStoredValue } from '../lib/stored-value.ts'
import type { Value } from '../lib/value.ts'
import { defineQuery, useData } from './query.ts'

/** Minutes; 0 is off, `cluster` as long as the broker keeps a login of which it hears nothing. */
export const idleChoices = ['cluster', 0, 15, 30, 60, 120, 240, 480] as const

export type IdleChoice = (typeof idleChoices)[number]

/** After how long without use the session ends; remembered as `idleMinutes`. */
export const idleChoice: Value<IdleChoice> = createStoredValue<IdleChoice>(ownStorageName('idleMinutes'), {
  parse: (text) => idleChoices.find((choice) => String(choice) === text) ?? 'cluster',
  format: String,
})

export function useIdleChoice(): IdleChoice {
  return useSyncExternalStore(idleChoice.subscribe, idleChoice.get)
}

const minute = 60_000

/** Of EMQX, and of clusters that do not tell. */
const usualLifetime = 60 * minute

/** Milliseconds for which the cluster keeps a login without requests. Asked once: polling renews the login all the time. */
const tokenLifetimeQuery = defineQuery<undefined, number>({
  name: 'token-lifetime',
  // The declarations of the settings are no part of the first page.
  load: async (call, _, signal) => (await import('./idle-token-lifetime.ts')).readTokenLifetime(call, signal),
})

/** Undefined until it is known. */
export function useTokenLifetime(enabled = true): number | undefined {
  const { data, error } = useData(tokenLifetimeQuery, undefined, { enabled })
  return data ?? (error ? usualLifetime : undefined)
}

/** Milliseconds; undefined while idleness ends nothing. */
export function useIdleLimit(): number | undefined {
  const choice = useIdleChoice()
  const lifetime = useTokenLifetime(choice === 'cluster')
  if (choice === 'cluster') return lifetime
  return choice === 0 ? undefined : choice * minute
}
