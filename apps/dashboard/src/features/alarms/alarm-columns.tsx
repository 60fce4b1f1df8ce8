import type { Alarm } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, RelativeTime } from '../../ui/index.ts'
import { alarmIdOf } from './alarm-list.ts'
import { AlarmSeverityDot } from './alarm-severity-dot.tsx'
import { alarmMessages } from './messages.ts'
import { OpenAffected } from './open-affected.tsx'
import { useAlarmTexts } from './use-alarm-texts.ts'
import { useMutedAlarms } from './use-muted-alarms.ts'

/** Columns for active or for past alarms. */
export function useAlarmColumns(isPast: boolean): readonly Column<Alarm>[] {
  const texts = useMessages(alarmMessages)
  const { titleOf, messageOf, causeTextOf } = useAlarmTexts()
  const { mutedUntil } = useMutedAlarms()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'severity',
        header: texts.severity,
        width: 100,
        sortable: true,
        cell: (alarm) => <AlarmSeverityDot alarm={alarm} muted={isPast || mutedUntil(alarm) !== undefined} />,
      },
      {
        id: 'name',
        header: texts.alarm,
        width: isPast ? 240 : 290,
        isWide: true,
        sortable: true,
        cell: (alarm) => (
          <Link to={isPast ? '/alarm/history' : '/alarm/current'} search={{ alarm: alarmIdOf(alarm) }}>
            {titleOf(alarm)}
          </Link>
        ),
      },
      {
        id: 'message',
        header: texts.message,
        width: isPast ? 190 : 230,
        isWide: true,
        cell: (alarm) => {
          const until = isPast ? undefined : mutedUntil(alarm)
          const parts = [until ? texts.mutedUntil(format.time(until)) : '', messageOf(alarm), causeTextOf(alarm)]
          return <Dim>{parts.filter((part) => part !== '').join(' · ')}</Dim>
        },
      },
      ...(isPast
        ? []
        : [
            {
              id: 'affected',
              header: texts.affected,
              width: 130,
              cell: (alarm: Alarm) => <OpenAffected alarm={alarm} />,
            },
          ]),
      { id: 'node', header: texts.node, width: 140, sortable: true, cell: ({ node }) => node },
      {
        id: 'activate_at',
        header: isPast ? texts.activatedAt : texts.activeSince,
        width: 115,
        sortable: true,
        cell: ({ activate_at }) => <RelativeTime time={activate_at} />,
      },
      ...(isPast
        ? [
            {
              id: 'deactivate_at',
              header: texts.deactivatedAt,
              width: 115,
              sortable: true,
              cell: ({ deactivate_at }: Alarm) => <RelativeTime time={deactivate_at} />,
            },
            {
              id: 'duration',
              header: texts.duration,
              width: 90,
              align: 'end' as const,
              sortable: true,
              cell: ({ duration }: Alarm) => format.duration(duration),
            },
          ]
        : []),
    ],
    [texts, titleOf, messageOf, causeTextOf, mutedUntil, format, isPast],
  )
}
