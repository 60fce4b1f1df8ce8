import { useEffect, useState, useSyncExternalStore } from 'react'
import { useReadSteps } from '../queries.ts'
import { createStepTail, type StepState, type StepTail } from './step-tail.ts'

const everyMs = 1500
const everyMsAfterError = 5000

/** The steps of a rule while `isWatching` and while the tab is in sight; the broker forgets who does not ask. */
export function useSteps(id: string, isWatching: boolean): { readonly tail: StepTail; readonly state: StepState } {
  const readSteps = useReadSteps()
  const [tail] = useState(() => createStepTail(readSteps(id)))
  const state = useSyncExternalStore(tail.state.subscribe, tail.state.get)
  const isOn = useIsVisible() && isWatching && !state.isMissing
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    // The next one waits for the answer: a slow broker is not asked twice for the same.
    const run = async () => {
      await tail.newer()
      if (!isStopped) timer = setTimeout(run, tail.state.get().error ? everyMsAfterError : everyMs)
    }
    void run()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [tail, isOn])
  return { tail, state }
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
