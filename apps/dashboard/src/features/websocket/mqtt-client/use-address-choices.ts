import { useMemo } from 'react'
import { deployment } from '../../../api/deployment/deployment.ts'
import { useData, useIsViewer } from '../../../api/index.ts'
import { listenersQuery, someListenerSettingsQuery } from '../../listeners/index.ts'
import { type AddressChoice, addressChoices, choiceOf, pathOf } from './address-choices.ts'
import type { ListenerContext } from './connection-problem.ts'
import type { ConnectionSettings } from './connection-settings.ts'

/** The addresses to choose from, and the listeners to check an address against. Both are empty if the listeners cannot be loaded. */
export function useAddressChoices(settings: ConnectionSettings): {
  readonly choices: readonly AddressChoice[]
  readonly chosen: AddressChoice | undefined
  readonly context: ListenerContext
  /** The paths of the addresses are known, or cannot be loaded. */
  readonly isComplete: boolean
} {
  // Only administrators may connect through the server of this page.
  const isViewer = useIsViewer()
  const { data: listeners } = useData(listenersQuery, undefined)
  const ids = listeners?.flatMap(({ id, type }) => (type === 'ws' || type === 'wss' ? [id] : []))
  const details = useData(someListenerSettingsQuery, { ids: ids ?? [] }, { enabled: ids !== undefined })
  const { data: infos } = details
  const choices = useMemo(
    () => addressChoices(listeners ?? [], infos, location.hostname, isViewer ? undefined : deployment.webSocketUrl),
    [listeners, infos, isViewer],
  )
  const chosen = choiceOf(choices, settings)
  const paths = useMemo(() => new Map([...(infos ?? [])].flatMap(([id, info]) => pathEntry(id, pathOf(info)))), [infos])
  const proxiedListener = chosen?.isProxied ? chosen.listener : undefined
  const isComplete = infos !== undefined || details.error !== undefined
  return {
    choices,
    chosen,
    isComplete,
    context: { pageProtocol: location.protocol, listeners, paths, proxiedListener },
  }
}

const pathEntry = (id: string, path: string | undefined): readonly (readonly [string, string])[] =>
  path === undefined ? [] : [[id, path]]
