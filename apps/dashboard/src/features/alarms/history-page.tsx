import { IconTrash } from '@tabler/icons-react'
import { useChange, useConfirmAction, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Link } from '../../ui/index.ts'
import { AlarmsPage } from './alarms-page.tsx'
import { alarmMessages } from './messages.ts'
import { clearHistory } from './queries.ts'

export default function PastAlarmsPage() {
  const texts = useMessages(alarmMessages)
  const confirmAction = useConfirmAction()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(clearHistory)
  const clear = () =>
    confirmAction({
      title: texts.clearQuestion,
      consequence: texts.clearBody,
      action: texts.clearHistory,
      done: texts.cleared,
      failed: texts.clearFailed,
      run: () => run(undefined),
    })
  return (
    <AlarmsPage
      isPast
      empty={
        <EmptyState
          title={texts.noHistory}
          hint={texts.noHistoryHint}
          action={<Link to="/alarm/settings">{texts.toRetention}</Link>}
        />
      }
      listActions={(alarms) =>
        !isViewer &&
        alarms.length > 0 && (
          <Button
            size="small"
            icon={<IconTrash size={16} aria-hidden />}
            loading={isRunning}
            onClick={() => void clear()}
          >
            {texts.clearHistory}
          </Button>
        )
      }
    />
  )
}
