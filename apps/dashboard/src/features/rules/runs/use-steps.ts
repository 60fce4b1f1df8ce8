import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePolling } from '../../../api/index.ts'
import { useStepSource } from '../queries.ts'
import { createStepTail, type StepState, type StepTail } from './step-tail.ts'

const pollMs = 1500

/**
 * Steps of a rule while `isWatching` is true and the tab is visible. The broker stops collecting steps without
 * requests.
 */
export function useSteps(id: string, isWatching: boolean): { readonly tail: StepTail; readonly state: StepState } {
  const sourceOf = useStepSource()
  const [{ source, tail }] = useState(() => {
    const opened = sourceOf(id)
    return { source: opened, tail: createStepTail(opened.read) }
  })
  const state = useSyncExternalStore(tail.state.subscribe, tail.state.get)
  const readNew = async () => {
    await tail.newer()
    return tail.state.get().error
  }
  usePolling(readNew, pollMs, isWatching && !state.isUnsupported)
  useEffect(() => {
    if (!isWatching) return
    const close = () => void source.close()
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [isWatching, source])
  return { tail, state }
}
