import type { Alarm } from '@mqdeck/contract'
import { IconBellOff, IconCopy } from '@tabler/icons-react'
import { useIsViewer } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Link, useCopy } from '../../ui/index.ts'
import { AlarmsPage } from './alarms-page.tsx'
import { useEndAlarm, useEndAlarms } from './end-alarm.tsx'
import { alarmMessages } from './messages.ts'

export default function CurrentAlarmsPage() {
  const texts = useMessages(alarmMessages)
  const copy = useCopy()
  const isViewer = useIsViewer()
  const endAlarm = useEndAlarm()
  const endAlarms = useEndAlarms()
  const copyName = ({ name }: Alarm) => copy(name, texts.copied)
  return (
    <AlarmsPage
      isOver={false}
      empty={
        <EmptyState
          title={texts.quiet}
          hint={texts.quietHint}
          action={<Link to="/alarm/settings">{texts.toSettings}</Link>}
        />
      }
      rowActions={(alarm) => [
        { label: texts.copyName, icon: <IconCopy size={16} aria-hidden />, onSelect: () => void copyName(alarm) },
        ...(isViewer
          ? []
          : [
              {
                label: texts.end,
                icon: <IconBellOff size={16} aria-hidden />,
                danger: true,
                onSelect: () => void endAlarm(alarm),
              },
            ]),
      ]}
      {...(!isViewer && {
        bulkActions: (selected: readonly Alarm[], clear: () => void) => (
          <Button
            size="small"
            icon={<IconBellOff size={16} aria-hidden />}
            onClick={async () => {
              if (await endAlarms(selected)) clear()
            }}
          >
            {texts.end}
          </Button>
        ),
      })}
    />
  )
}
