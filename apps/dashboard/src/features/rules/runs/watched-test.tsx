import { type ComponentProps, useEffect, useState } from 'react'
import { Stack } from '../../../ui/index.ts'
import { SqlTest } from '../test/sql-test.tsx'
import { useLiveMessage } from '../test/use-live-message.ts'
import { RunList } from './run-list.tsx'
import { useSteps } from './use-steps.ts'

type WatchedTestProps = Omit<ComponentProps<typeof SqlTest>, 'ruleId' | 'beforeRun'> & { readonly ruleId: string }

/** The test of an existing rule, with its live runs. */
export function WatchedTest({ onRunning, ...props }: WatchedTestProps) {
  const [isWatching, setWatching] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const { tail, state } = useSteps(props.ruleId, isWatching || isWaiting)
  const { sources, events, onData } = props
  const live = useLiveMessage({ steps: state.steps, sources, events, onMessage: onData })
  useEffect(() => setWaiting(live.isWaiting), [live.isWaiting])
  const isWatched = isWatching && !state.isUnsupported
  useEffect(() => onRunning(isAsking || isWatched), [onRunning, isAsking, isWatched])
  return (
    <Stack gap={4}>
      <SqlTest
        {...props}
        onRunning={setAsking}
        live={state.isUnsupported ? undefined : live}
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
