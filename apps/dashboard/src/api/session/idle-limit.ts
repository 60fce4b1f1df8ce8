import { useSyncExternalStore } from 'react'
import { ownStorageName } from '../../lib/browser/base-path.ts'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import type { Value } from '../../lib/json/value.ts'
import { defineQuery, useData } from '../query.ts'
import { readTokenLifetime } from './idle-token-lifetime.ts'

/** Minutes; 0: off, `cluster`: as long as the broker keeps a token without requests. */
export const idleChoices = ['cluster', 0, 15, 30, 60, 120, 240, 480] as const

export type IdleChoice = (typeof idleChoices)[number]

/** Time of inactivity after which the session ends; stored as `idleMinutes`. */
export const idleChoice: Value<IdleChoice> = createStoredValue<IdleChoice>(ownStorageName('idleMinutes'), {
  parse: (text) => idleChoices.find((choice) => String(choice) === text) ?? 'cluster',
  format: String,
})

export function useIdleChoice(): IdleChoice {
  return useSyncExternalStore(idleChoice.subscribe, idleChoice.get)
}

const minute = 60_000

/** Default of EMQX, also used for clusters that do not report it. */
const usualLifetime = 60 * minute

/**
 * Milliseconds that the cluster keeps a token without requests. Requested once, because polling renews the token
 * anyway.
 */
const tokenLifetimeQuery = defineQuery<undefined, number>({
  name: 'token-lifetime',
  load: (call, _, signal) => readTokenLifetime(call, signal),
})

/** Undefined until it is loaded. */
export function useTokenLifetime(enabled = true): number | undefined {
  const { data, error } = useData(tokenLifetimeQuery, undefined, { enabled })
  return data ?? (error ? usualLifetime : undefined)
}

/** Milliseconds; undefined: no sign-out. */
export function useIdleLimit(): number | undefined {
  const choice = useIdleChoice()
  const lifetime = useTokenLifetime(choice === 'cluster')
  if (choice === 'cluster') return lifetime
  return choice === 0 ? undefined : choice * minute
}
