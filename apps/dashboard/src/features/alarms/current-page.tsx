import type { Alarm } from '@mqdeck/contract'
import { IconBellOff } from '@tabler/icons-react'
import { useIsViewer, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Link } from '../../ui/index.ts'
import { AlarmsPage } from './alarms-page.tsx'
import { useDeactivateAlarm, useDeactivateAlarms } from './deactivate-alarm.tsx'
import { alarmMessages } from './messages.ts'

export default function CurrentAlarmsPage() {
  const texts = useMessages(alarmMessages)
  const rowAction = useRowActions()
  const isViewer = useIsViewer()
  const deactivateAlarm = useDeactivateAlarm()
  const deactivateAlarms = useDeactivateAlarms()
  return (
    <AlarmsPage
      isPast={false}
      empty={
        <EmptyState
          title={texts.noActive}
          hint={texts.noActiveHint}
          action={<Link to="/alarm/settings">{texts.toThresholds}</Link>}
        />
      }
      rowActions={(alarm) => [
        rowAction.copy(texts.copyName, alarm.name, texts.nameCopied),
        ...(isViewer
          ? []
          : [
              {
                label: texts.deactivate,
                icon: <IconBellOff size={16} aria-hidden />,
                danger: true,
                onSelect: () => void deactivateAlarm(alarm),
              },
            ]),
      ]}
      {...(!isViewer && {
        bulkActions: (selected: readonly Alarm[], clear: () => void) => (
          <Button
            size="small"
            icon={<IconBellOff size={16} aria-hidden />}
            onClick={async () => {
              if (await deactivateAlarms(selected)) clear()
            }}
          >
            {texts.deactivate}
          </Button>
        ),
      })}
    />
  )
}
