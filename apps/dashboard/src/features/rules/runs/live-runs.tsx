import { RunList } from './run-list.tsx'
import { useSteps } from './use-steps.ts'

interface LiveRunsProps {
  readonly ruleId: string
  readonly onClose: () => void
}

/** The runs of a rule from now on. */
export function LiveRuns({ ruleId, onClose }: LiveRunsProps) {
  const { tail, state } = useSteps(ruleId, true)
  return <RunList tail={tail} state={state} isWatching={!state.isUnsupported} onWatch={onClose} />
}
