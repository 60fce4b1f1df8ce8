import { useMemo } from 'react'
import { deployment } from '../data/deployment.ts'
import { useData } from '../data/index.ts'
import { listenerSettingsQuery, listenersQuery } from '../data/listeners.ts'
import { type AddressChoice, addressChoices, choiceOf, pathOf } from './addresses.ts'
import type { ConnectionSettings } from './settings.ts'
import type { Surroundings } from './trouble.ts'

/** Where one can connect to, and what is known around an address. The page works without an answer to either. */
export function useAddresses(settings: ConnectionSettings): {
  readonly choices: readonly AddressChoice[]
  readonly chosen: AddressChoice | undefined
  readonly around: Surroundings
} {
  const { data: listeners } = useData(listenersQuery, undefined)
  const { data: infos } = useData(listenerSettingsQuery, undefined)
  const choices = useMemo(
    () => addressChoices(listeners ?? [], infos, location.hostname, deployment.webSocketUrl),
    [listeners, infos],
  )
  const chosen = choiceOf(choices, settings)
  const paths = useMemo(() => new Map([...(infos ?? [])].flatMap(([id, info]) => pairOf(id, pathOf(info)))), [infos])
  const passedTo = chosen?.isPassedThrough ? chosen.listener : undefined
  return { choices, chosen, around: { pageProtocol: location.protocol, listeners, paths, passedTo } }
}

const pairOf = (id: string, path: string | undefined): readonly (readonly [string, string])[] =>
  path === undefined ? [] : [[id, path]]
