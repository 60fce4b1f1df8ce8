import { useChange, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, confirm, EmptyState, Switch } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { enableAudit } from './queries.ts'

/** Shown instead of the list while the audit log is disabled. */
export function AuditDisabled() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const { enable, isRunning } = useEnableAudit()
  return (
    <EmptyState
      title={texts.inactive}
      hint={isViewer ? `${texts.inactiveHint} ${texts.inactiveViewerHint}` : texts.inactiveHint}
      action={
        !isViewer && (
          <Button variant="primary" loading={isRunning} onClick={() => void enable(true)}>
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
  const { enable, isRunning } = useEnableAudit()
  const disable = async () => {
    const { disableQuestion: title, disableBody: body, disableAuditLog: action } = texts
    if (await confirm({ title, body, action, danger: true })) await enable(false)
  }
  return <Switch label={texts.auditLog} checked disabled={isViewer || isRunning} onChange={() => void disable()} />
}

function useEnableAudit() {
  const texts = useMessages(messages)
  const runReported = useReportedAction()
  const { run, isRunning } = useChange(enableAudit)
  const enable = async (isEnabled: boolean) => {
    await runReported(() => run({ enable: isEnabled }), {
      done: isEnabled ? texts.auditLogEnabled : texts.auditLogDisabled,
      failed: texts.switchFailed,
    })
  }
  return { enable, isRunning }
}
