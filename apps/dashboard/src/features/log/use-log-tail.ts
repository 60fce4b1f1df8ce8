import { useState, useSyncExternalStore } from 'react'
import { usePolling } from '../../api/index.ts'
import { createLogTail, type LogTail, type TailState } from './log-tail.ts'
import { useReadLog } from './queries.ts'

const pollIntervalMs = 1000

/** The end of a log file, polled while `isFollowing` and the browser tab is visible. */
export function useLogTail(name: string, isFollowing: boolean): { readonly tail: LogTail; readonly state: TailState } {
  const readLog = useReadLog()
  const [tail] = useState(() => createLogTail(readLog(name)))
  const state = useSyncExternalStore(tail.state.subscribe, tail.state.get)
  const poll = async () => {
    await tail.loadNewer()
    return tail.state.get().error
  }
  usePolling(poll, pollIntervalMs, isFollowing || !state.isOpen)
  return { tail, state }
}
