import type { Alarm } from '@mqdeck/contract'
import { IconBell, IconBellOff, IconCircleX } from '@tabler/icons-react'
import { useIsViewer, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Link, type RowAction, toast } from '../../ui/index.ts'
import { AlarmsPage } from './alarms-page.tsx'
import { useDeactivateAlarm, useDeactivateAlarms } from './deactivate-alarm.tsx'
import { alarmMessages } from './messages.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'
import { useMutedAlarms } from './use-muted-alarms.ts'

export default function CurrentAlarmsPage() {
  const texts = useMessages(alarmMessages)
  const rowAction = useRowActions()
  const isViewer = useIsViewer()
  const deactivateAlarm = useDeactivateAlarm()
  const deactivateAlarms = useDeactivateAlarms()
  const { titleOf } = useAlarmTexts()
  const { mutedUntil, mute, unmute } = useMutedAlarms()
  const muteAction = (alarm: Alarm): RowAction =>
    mutedUntil(alarm) === undefined
      ? {
          label: texts.mute,
          icon: <IconBellOff size={16} aria-hidden />,
          onSelect() {
            mute(alarm)
            toast.success(texts.muted(titleOf(alarm)))
          },
        }
      : {
          label: texts.unmute,
          icon: <IconBell size={16} aria-hidden />,
          onSelect() {
            unmute(alarm)
            toast.success(texts.unmuted(titleOf(alarm)))
          },
        }
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
        muteAction(alarm),
        rowAction.copy(texts.copyName, alarm.name, texts.nameCopied),
        ...(isViewer
          ? []
          : [
              {
                label: texts.deactivate,
                icon: <IconCircleX size={16} aria-hidden />,
                danger: true,
                onSelect: () => void deactivateAlarm(alarm),
              },
            ]),
      ]}
      {...(!isViewer && {
        bulkActions: (selected: readonly Alarm[], clear: () => void) => (
          <Button
            size="small"
            icon={<IconCircleX size={16} aria-hidden />}
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
