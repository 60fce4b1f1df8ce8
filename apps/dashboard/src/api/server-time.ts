import { useCallback, useSyncExternalStore } from 'react'
import { useConnection } from './connection.tsx'

/** Offset of the server's clock in milliseconds, for display. */
export function useServerClockOffset(): number {
  const { clock } = useConnection()
  return useSyncExternalStore(clock.subscribe, clock.get)
}

/**
 * The current time of the server, in milliseconds since 1970. Times that are sent must not depend on the browser's
 * clock.
 */
export function useServerNow(): () => number {
  const { clock } = useConnection()
  return useCallback(() => Date.now() + clock.get(), [clock])
}
