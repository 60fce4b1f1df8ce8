import { useState, useSyncExternalStore } from 'react'
import { usePolling } from '../../data/index.ts'
import { createLogTail, type LogTail, type TailState } from './log-tail.ts'
import { useReadLog } from './queries.ts'

const everyMs = 1000

/** The end of a log file, kept up to date while `isFollowing` and while the tab is in sight. */
export function useLogTail(name: string, isFollowing: boolean): { readonly tail: LogTail; readonly state: TailState } {
  const readLog = useReadLog()
  const [tail] = useState(() => createLogTail(readLog(name)))
  const state = useSyncExternalStore(tail.state.subscribe, tail.state.get)
  const readOn = async () => {
    await tail.newer()
    return tail.state.get().error
  }
  usePolling(readOn, everyMs, isFollowing || !state.isOpen)
  return { tail, state }
}
