import type { Trace } from '@mqdeck/contract'
import { useEffect, useRef } from 'react'
import { useServerNow } from '../../api/index.ts'

/** Longest delay that browsers support, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1
/** Extra delay in milliseconds, since the broker uses whole seconds. */
const delayMs = 1500

/** Refreshes when the trace is due to start or end, so that the shown state is up to date. */
export function useRefreshAt({ status, start_at: startAt, end_at: endAt }: Trace, refresh: () => void): void {
  const serverNow = useServerNow()
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  const due = status === 'waiting' ? startAt : status === 'running' ? endAt : undefined
  useEffect(() => {
    if (due === undefined) return
    const left = Date.parse(due) - serverNow()
    if (!(left > -delayMs) || left > maxTimerMs - delayMs) return
    const timer = setTimeout(() => latest.current(), left + delayMs)
    return () => clearTimeout(timer)
  }, [due, serverNow])
}
