import { type ComponentProps, useEffect, useState, useSyncExternalStore } from 'react'
import { usePolling } from '../../../api/index.ts'
import { Stack } from '../../../ui/index.ts'
import { useStepSource } from '../queries.ts'
import { SqlTest } from '../test/sql-test.tsx'
import { RunList } from './run-list.tsx'
import { createStepTail, type StepState, type StepTail } from './step-tail.ts'

type WatchedTestProps = Omit<ComponentProps<typeof SqlTest>, 'ruleId' | 'beforeRun'> & { readonly ruleId: string }

/** The test of an existing rule, with its live runs. */
export function WatchedTest({ onRunning, ...props }: WatchedTestProps) {
  const [isWatching, setWatching] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { tail, state } = useSteps(props.ruleId, isWatching)
  const isWatched = isWatching && !state.isUnsupported
  useEffect(() => onRunning(isAsking || isWatched), [onRunning, isAsking, isWatched])
  return (
    <Stack gap={4}>
      <SqlTest
        {...props}
        onRunning={setAsking}
        beforeRun={async () => {
          setWatching(true)
          // The first request sets the position after which steps are reported.
          await tail.newer()
        }}
      />
      <RunList tail={tail} state={state} isWatching={isWatched} onWatch={setWatching} />
    </Stack>
  )
}

const pollMs = 1500

/**
 * Steps of a rule while `isWatching` is true and the tab is visible. The broker stops collecting steps without
 * requests.
 */
function useSteps(id: string, isWatching: boolean): { readonly tail: StepTail; readonly state: StepState } {
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
