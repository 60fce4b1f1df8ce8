import { useIsViewer, useReportedAction } from '../../../api/index.ts'
import { Button, confirm } from '../../../ui/index.ts'

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
  const runAndReport = useReportedAction()
  if (isViewer) return null
  const reset = async () => {
    const isSure = await confirm({
      title: texts.resetQuestion(name),
      body: texts.resetNote,
      action: texts.reset,
      danger: true,
    })
    if (isSure) await runAndReport(onReset, { done, failed })
  }
  return (
    <Button size="small" onClick={() => void reset()}>
      {texts.reset}
    </Button>
  )
}
