import { useChange, useIsViewer, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, confirm, EmptyState, Switch } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { turnAudit } from './queries.ts'

/** In place of the list: what it would be good for. */
export function AuditOff() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const { turn, isRunning } = useTurnAudit()
  return (
    <EmptyState
      title={texts.offTitle}
      hint={isViewer ? `${texts.offHint} ${texts.offViewer}` : texts.offHint}
      action={
        !isViewer && (
          <Button variant="primary" loading={isRunning} onClick={() => void turn(true)}>
            {texts.turnOn}
          </Button>
        )
      }
    />
  )
}

/** While it is on. */
export function AuditSwitch() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const { turn, isRunning } = useTurnAudit()
  const ask = async () => {
    const { offQuestion: title, offBody: body, turnOff: action } = texts
    if (await confirm({ title, body, action, danger: true })) await turn(false)
  }
  return <Switch label={texts.switch} checked disabled={isViewer || isRunning} onChange={() => void ask()} />
}

function useTurnAudit() {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run, isRunning } = useChange(turnAudit)
  const turn = async (enable: boolean) => {
    await told(() => run({ enable }), { done: enable ? texts.turnedOn : texts.turnedOff, failed: texts.turnFailed })
  }
  return { turn, isRunning }
}
