import { useChange, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Notice, Switch } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { enableSlowSubscriptions } from './queries.ts'
import styles from './slow-subscriptions.module.css'

/** Shown while slow subscriptions are disabled, with a switch to enable them. */
export function DisabledNotice() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const runReported = useReportedAction()
  const { run, isRunning } = useChange(enableSlowSubscriptions)
  const enable = async () => {
    await runReported(() => run(undefined), { done: texts.recordingEnabled, failed: texts.enableFailed })
  }
  return (
    <div className={styles.disabledNotice}>
      <Notice>
        <div className={styles.noticeRow}>
          <div>
            <strong>{texts.inactive}</strong> <Dim>{texts.inactiveHint}</Dim>
          </div>
          <Switch
            label={texts.enableRecording}
            checked={isRunning}
            disabled={isViewer || isRunning}
            onChange={() => void enable()}
          />
        </div>
      </Notice>
    </div>
  )
}
