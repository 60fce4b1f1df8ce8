import { useChange, useConfirmAction, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Switch } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { enableAudit } from './queries.ts'

/** Shown instead of the list while the audit log is disabled. */
export function AuditDisabled() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const report = useReportedAction()
  const { run, isRunning } = useChange(enableAudit)
  const enable = () => report(() => run({ enable: true }), { done: texts.auditLogEnabled, failed: texts.switchFailed })
  return (
    <EmptyState
      title={texts.inactive}
      hint={isViewer ? `${texts.inactiveHint} ${texts.inactiveViewerHint}` : texts.inactiveHint}
      action={
        !isViewer && (
          <Button variant="primary" loading={isRunning} onClick={() => void enable()}>
            {texts.enableAuditLog}
          </Button>
        )
      }
    />
  )
}

/** Switch that disables the audit log after confirmation. Shown while it is enabled. */
export function AuditSwitch() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const confirmAction = useConfirmAction()
  const { run, isRunning } = useChange(enableAudit)
  const disable = () =>
    confirmAction({
      title: texts.disableQuestion,
      consequence: texts.disableBody,
      action: texts.disableAuditLog,
      done: texts.auditLogDisabled,
      failed: texts.switchFailed,
      run: () => run({ enable: false }),
    })
  return <Switch label={texts.auditLog} checked disabled={isViewer || isRunning} onChange={() => void disable()} />
}
