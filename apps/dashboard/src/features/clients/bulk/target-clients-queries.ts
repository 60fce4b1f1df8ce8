import { toError } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useConnection } from '../../../api/index.ts'
import type { ClientFilters } from '../list/client-search.ts'
import { clientsQuery, type ListedClient } from '../queries.ts'
import { collectClients, type TargetClients } from './collect-clients.ts'

/** Selected rows of the list, or all clients that match its filters. */
export type ClientSelection = { readonly clients: readonly ListedClient[] } | { readonly filters: ClientFilters }

/** The connection state that an action requires of its clients; undefined means any. */
export type RequiredState = 'connected' | 'disconnected' | undefined

export type ClientSearchState =
  | { readonly found: number }
  | { readonly targets: TargetClients }
  | { readonly error: Error; readonly retry: () => void }

/** The clients of a selection that have the required state. With filters the whole list is read, which may take some time. */
export function useTargetClients(selection: ClientSelection, state: RequiredState): ClientSearchState {
  const { call } = useConnection()
  const [search, setSearch] = useState<ClientSearchState>({ found: 0 })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt searches again
  useEffect(() => {
    if ('clients' in selection) {
      setSearch({ targets: withState(selection.clients, state) })
      return
    }
    const { filters } = selection
    if (filters.conn_state !== undefined && state !== undefined && filters.conn_state !== state) {
      setSearch({ targets: { clientids: [], isLimited: false } })
      return
    }
    const abort = new AbortController()
    const narrowed = state === undefined ? filters : { ...filters, conn_state: state }
    const load = (position: { readonly page: number; readonly cursor: string | undefined }) =>
      clientsQuery.load(call, { filters: narrowed, fields: 'clientid', limit: pageSize, ...position }, abort.signal)
    const show = (next: ClientSearchState) => {
      if (!abort.signal.aborted) setSearch(next)
    }
    show({ found: 0 })
    collectClients(load, (found) => show({ found })).then(
      (targets) => show({ targets }),
      (error: unknown) =>
        show({
          error: toError(error),
          retry: () => setAttempt((count) => count + 1),
        }),
    )
    return () => abort.abort()
  }, [call, selection, state, attempt])
  return search
}

const pageSize = 1000

function withState(clients: readonly ListedClient[], state: RequiredState): TargetClients {
  const matching = clients.filter(
    ({ connected = false }) => state === undefined || connected === (state === 'connected'),
  )
  return { clientids: matching.map(({ clientid }) => clientid), isLimited: false }
}
