import { useConfirmAction, useIsViewer } from '../../../api/index.ts'
import { Button } from '../../../ui/index.ts'

interface ResetButtonProps {
  readonly texts: {
    readonly reset: string
    readonly resetQuestion: (name: string) => string
    readonly resetNote: string
  }
  readonly name: string
  readonly onReset: () => Promise<unknown>
  readonly done: string
  readonly failed: string
}

/** Resets counters on all nodes after a confirmation. */
export function ResetButton({ texts, name, onReset, done, failed }: ResetButtonProps) {
  const isViewer = useIsViewer()
  const confirmAction = useConfirmAction()
  if (isViewer) return null
  const reset = () =>
    confirmAction({
      title: texts.resetQuestion(name),
      consequence: texts.resetNote,
      action: texts.reset,
      done,
      failed,
      run: onReset,
    })
  return (
    <Button size="small" onClick={() => void reset()}>
      {texts.reset}
    </Button>
  )
}
