import { useEffect, useState } from 'react'
import { useConnection } from '../../data/index.ts'
import { type Audience, collectClients } from './bulk-audience.ts'
import type { ClientFilters } from './client-search.ts'
import { clientsQuery, type ListedClient } from './queries.ts'

/** Whom somebody has chosen: rows of the list, or all that match its filters. */
export type ChosenClients = { readonly selected: readonly ListedClient[] } | { readonly filters: ClientFilters }

/** The state that an action asks of its clients; undefined: any. */
export type WantedState = 'connected' | 'disconnected' | undefined

export type Search =
  | { readonly found: number }
  | { readonly audience: Audience }
  | { readonly error: Error; readonly retry: () => void }

/** Those of the chosen clients that an action is for. Filters are followed through the whole list, which may take a while. */
export function useAudience(chosen: ChosenClients, state: WantedState): Search {
  const { call } = useConnection()
  const [search, setSearch] = useState<Search>({ found: 0 })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt looks again
  useEffect(() => {
    if ('selected' in chosen) {
      setSearch({ audience: among(chosen.selected, state) })
      return
    }
    const { filters } = chosen
    if (filters.conn_state !== undefined && state !== undefined && filters.conn_state !== state) {
      setSearch({ audience: { clientids: [], isCut: false } })
      return
    }
    const abort = new AbortController()
    const wanted = state === undefined ? filters : { ...filters, conn_state: state }
    const load = (place: { readonly page: number; readonly cursor: string | undefined }) =>
      clientsQuery.load(call, { filters: wanted, fields: 'clientid', limit: portion, ...place }, abort.signal)
    const show = (next: Search) => {
      if (!abort.signal.aborted) setSearch(next)
    }
    show({ found: 0 })
    collectClients(load, (found) => show({ found })).then(
      (audience) => show({ audience }),
      (error: unknown) =>
        show({
          error: error instanceof Error ? error : new Error(String(error)),
          retry: () => setAttempt((count) => count + 1),
        }),
    )
    return () => abort.abort()
  }, [call, chosen, state, attempt])
  return search
}

const portion = 1000

function among(clients: readonly ListedClient[], state: WantedState): Audience {
  const wanted = clients.filter(({ connected = false }) => state === undefined || connected === (state === 'connected'))
  return { clientids: wanted.map(({ clientid }) => clientid), isCut: false }
}
