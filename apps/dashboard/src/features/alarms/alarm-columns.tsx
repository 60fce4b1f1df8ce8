import type { Alarm } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, RelativeTime, StatusDot } from '../../ui/index.ts'
import { alarmIdOf } from './alarm-list.ts'
import { alarmMessages } from './messages.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'

/** Columns for active or for past alarms. */
export function useAlarmColumns(isPast: boolean): readonly Column<Alarm>[] {
  const texts = useMessages(alarmMessages)
  const { titleOf, messageOf } = useAlarmTexts()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.alarm,
        width: isPast ? 220 : 250,
        sortable: true,
        cell: (alarm) => (
          <StatusDot tone={isPast ? 'grey' : 'red'}>
            <Link to={isPast ? '/alarm/history' : '/alarm/current'} search={{ alarm: alarmIdOf(alarm) }}>
              {titleOf(alarm)}
            </Link>
          </StatusDot>
        ),
      },
      {
        id: 'message',
        header: texts.message,
        width: isPast ? 190 : 250,
        cell: (alarm) => <Dim>{messageOf(alarm)}</Dim>,
      },
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
          ]
        : []),
      {
        id: 'duration',
        header: texts.duration,
        width: 90,
        align: 'end',
        sortable: true,
        cell: ({ duration }) => format.duration(duration),
      },
    ],
    [texts, titleOf, messageOf, format, isPast],
  )
}
