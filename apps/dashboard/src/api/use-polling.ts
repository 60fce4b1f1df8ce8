import { useEffect, useRef } from 'react'
import { useConnection } from './connection.tsx'
import type { PollResult } from './query-poller.ts'

/**
 * Calls `work` immediately and then every `every` milliseconds while `isOn`, for data that is not one answer of a query
 * (the end of a log). The rules of queries apply: never in a hidden tab, never two calls at a time, less often when calls
 * are slow or fail. `work` resolves to the error of a failed call.
 */
export function usePolling(work: () => Promise<Error | undefined>, every: number, isOn: boolean): void {
  const { poller } = useConnection()
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!isOn) return
    let last: PollResult | 'pending' | undefined
    let failures = 0
    const run = async () => {
      const at = Date.now()
      last = 'pending'
      const error = await latest.current()
      failures = error ? failures + 1 : 0
      last = { at, took: Date.now() - at, failures, isTimeout: false }
      poller.reconsider()
    }
    return poller.add({ every: () => every, last: () => last, ask: () => void run() })
  }, [poller, every, isOn])
}
