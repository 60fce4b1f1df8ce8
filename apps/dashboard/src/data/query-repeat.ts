import { useEffect, useRef } from 'react'
import { useConnection } from './connection.tsx'
import type { Asked } from './query-poller.ts'

/**
 * Reads on again and again, at once and then every so many milliseconds, for what is not kept as one answer (the end of
 * a log). Goes by the same rules as the queries: not in a hidden tab, never twice at a time, less often when it is slow
 * or fails. `work` resolves to why it failed, and is asked for only while `isOn`.
 */
export function useRepeat(work: () => Promise<Error | undefined>, every: number, isOn: boolean): void {
  const { poller } = useConnection()
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!isOn) return
    let last: Asked | 'asking' | undefined
    let failures = 0
    const run = async () => {
      const at = Date.now()
      last = 'asking'
      const error = await latest.current()
      failures = error ? failures + 1 : 0
      last = { at, took: Date.now() - at, failures, isTimeout: false }
      poller.reconsider()
    }
    return poller.add({ every: () => every, last: () => last, ask: () => void run() })
  }, [poller, every, isOn])
}
