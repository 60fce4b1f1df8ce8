import { IconTrash } from '@tabler/icons-react'
import { useChange, useErrorText, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, confirm, EmptyState, Link, toast } from '../../ui/index.ts'
import { AlarmsPage } from './alarms-page.tsx'
import { alarmMessages } from './messages.ts'
import { clearHistory } from './queries.ts'

export default function PastAlarmsPage() {
  const texts = useMessages(alarmMessages)
  const errorText = useErrorText()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(clearHistory)
  const clear = async () => {
    const isConfirmed = await confirm({
      title: texts.clearQuestion,
      body: texts.clearBody,
      action: texts.clearHistory,
      danger: true,
    })
    if (!isConfirmed) return
    await run(undefined).then(
      () => toast.success(texts.cleared),
      (error: unknown) => toast.error(texts.clearFailed, errorText(error)),
    )
  }
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
