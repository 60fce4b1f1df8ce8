import type { Trace } from '@mqdeck/contract'
import { useEffect, useRef } from 'react'
import { useServerNow } from '../../data/index.ts'

/** Browsers take no longer ones. */
const longestTimer = 2 ** 31 - 1
/** Milliseconds; the broker has whole seconds. */
const late = 1500

/** Asks when the trace is due to begin or to end, so that the page does not say for long what is no longer true. */
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
    if (!(left > -late) || left > longestTimer - late) return
    const timer = setTimeout(() => latest.current(), left + late)
    return () => clearTimeout(timer)
  }, [due, serverNow])
}
