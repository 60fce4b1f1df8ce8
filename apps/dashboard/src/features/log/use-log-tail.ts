import { useEffect, useState, useSyncExternalStore } from 'react'
import { createLogTail, type LogTail, type TailState } from './log-tail.ts'
import { useReadLog } from './queries.ts'

const everyMs = 1000
const everyMsAfterError = 5000

/** The end of a log file, kept up to date while `isFollowing` and while the tab is in sight. */
export function useLogTail(name: string, isFollowing: boolean): { readonly tail: LogTail; readonly state: TailState } {
  const readLog = useReadLog()
  const [tail] = useState(() => createLogTail(readLog(name)))
  const state = useSyncExternalStore(tail.state.subscribe, tail.state.get)
  const isVisible = useIsVisible()
  useEffect(() => {
    if (!isVisible || (!isFollowing && tail.state.get().isOpen)) return
    return repeat(async () => {
      await tail.newer()
      return tail.state.get().error ? everyMsAfterError : everyMs
    })
  }, [tail, isVisible, isFollowing])
  return { tail, state }
}

/** Works at once, and again so many milliseconds after each time. */
function repeat(work: () => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const run = async () => {
    const wait = await work()
    if (!isStopped) timer = setTimeout(run, wait)
  }
  void run()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

function useIsVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => !document.hidden,
  )
}
