import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Value } from '../../lib/json/value.ts'

/** The current time in milliseconds, updated every `interval` milliseconds while the component is mounted. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}

type ClockOffset = Pick<Value<number>, 'get' | 'subscribe'>

/** Milliseconds by which the server's clock is ahead of the browser's. */
export const ServerOffsetContext = createContext<ClockOffset>({ get: () => 0, subscribe: () => () => {} })

/** A text computed from the current time, checked every second. The component renders only when the text changes. */
export function useTimeText(clock: 'server' | 'browser', toText: (now: number) => string): string {
  const offset = useContext(ServerOffsetContext)
  return useSyncExternalStore(everySecond, () => toText(Date.now() + (clock === 'server' ? offset.get() : 0)))
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** One timer shared by all texts of a page. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    for (const one of listeners) one()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
