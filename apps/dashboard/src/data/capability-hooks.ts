import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Need } from '../ui/index.ts'
import { type Presence, presenceOf } from './capabilities.ts'
import { useConnection, useSession } from './connection.tsx'
import { tabVisibility } from './page-visibility.ts'

/** What is known of a need: `presence({ get: '/audit' })`; undefined before anybody has asked. Another function once more is known. */
export function usePresence(): (need: Need) => Presence | undefined {
  const { known } = useConnection().capabilities
  const all = useSyncExternalStore(known.subscribe, known.get)
  return useCallback((need) => presenceOf(all, need), [all])
}

/** Milliseconds after which the first page has asked for what it shows. */
const firstPage = 1500

/** Asks for what the menu needs and nobody has told yet: once the page is at rest, one question after the other. */
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
