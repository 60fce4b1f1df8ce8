import type { EndpointShape } from '@mqdeck/contract'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Need } from '../../ui/index.ts'
import { useConnection, useSession } from '../connection.tsx'
import { deployment } from '../deployment/deployment.ts'
import { tabVisibility } from '../page-visibility.ts'
import { type Presence, presenceOf } from './capabilities.ts'

/**
 * Presence of a requirement: `presence({ get: '/audit' })`; undefined until it is known. The function changes when
 * more is known.
 */
export function usePresence(): (need: Need) => Presence | undefined {
  const { known } = useConnection().capabilities
  const all = useSyncExternalStore(known.subscribe, known.get)
  return useCallback((need) => presenceOf(all, need), [all])
}

/** A broker has all endpoints that EMQX does not have, or none of them. This one is cheap to read. */
const anyAddition: Need = { get: '/mqdeck/config_versions', partOf: 'mqdeck' }

/** Presence of MQDeck's additions to EMQX's API. Undefined until it is known. */
export const useAdditions = (): Presence | undefined => usePresence()(anyAddition)

/** Presence of one of these endpoints, for a part of a page that needs it. */
export function useAddition({ path }: Pick<EndpointShape, 'path'>): Presence | undefined {
  const presence = useAdditions()
  return deployment.isAbsent(path) ? 'missing' : presence
}

/** Milliseconds after which the first page has sent its requests. */
const firstPage = 1500

/** Requests the paths that the menu requires and that are still unknown, one after the other, once the page is idle. */
export function useAskForNeeds(): void {
  const { call, queries, capabilities } = useConnection()
  const token = useSession()?.token
  useEffect(() => {
    if (token === undefined) return
    let stop = () => {}
    const askAtRest = () => {
      if (!tabVisibility.isVisible() || queries.isFetching() > 0) return
      stop()
      void capabilities.ask(call)
    }
    const timer = setTimeout(() => {
      stop = queries.getQueryCache().subscribe(askAtRest)
      askAtRest()
    }, firstPage)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [token, call, queries, capabilities])
}
