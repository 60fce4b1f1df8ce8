import { useChange, useIsViewer, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Notice, Switch } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { turnOn } from './queries.ts'
import styles from './slow-subscriptions.module.css'

/** Says that nothing is measured, with the switch for it. */
export function NotMeasuring() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const told = useReportedAction()
  const { run, isRunning } = useChange(turnOn)
  const begin = async () => {
    await told(() => run(undefined), { done: texts.turnedOn, failed: texts.turnOnFailed })
  }
  return (
    <div className={styles.notMeasuring}>
      <Notice>
        <div className={styles.off}>
          <div>
            <strong>{texts.off}</strong> <Dim>{texts.offHint}</Dim>
          </div>
          <Switch
            label={texts.turnOn}
            checked={isRunning}
            disabled={isViewer || isRunning}
            onChange={() => void begin()}
          />
        </div>
      </Notice>
    </div>
  )
}
