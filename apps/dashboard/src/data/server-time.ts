import { useCallback, useSyncExternalStore } from 'react'
import { useConnection } from './connection.tsx'

/** Milliseconds by which the server's clock is ahead, for what is shown. */
export function useServerClockOffset(): number {
  const { clock } = useConnection()
  return useSyncExternalStore(clock.subscribe, clock.get)
}

/** The time at the server, in milliseconds since 1970: what is sent to it must not depend on the browser's clock. */
export function useServerNow(): () => number {
  const { clock } = useConnection()
  return useCallback(() => Date.now() + clock.get(), [clock])
}
