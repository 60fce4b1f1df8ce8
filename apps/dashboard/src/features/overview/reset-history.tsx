import { useChange, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, confirm } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { resetHistory } from './queries.ts'

/** Deletes the history of `/monitor` after a confirmation. */
export function ResetHistory() {
  const texts = useMessages(messages)
  const report = useReportedAction()
  const reset = useChange(resetHistory)
  const isViewer = useIsViewer()
  const ask = async () => {
    const isSure = await confirm({
      title: texts.resetQuestion,
      body: texts.resetBody,
      action: texts.resetHistory,
      danger: true,
    })
    if (!isSure) return
    await report(() => reset.run(undefined), { done: texts.resetDone, failed: texts.resetFailed })
  }
  if (isViewer) return null
  return (
    <Button variant="subtle" size="small" loading={reset.isRunning} onClick={ask}>
      {texts.resetHistory}
    </Button>
  )
}
