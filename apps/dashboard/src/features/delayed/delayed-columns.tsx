import type { DelayedMessageRow } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CellButton, ClientLink, type Column, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { DelayedId } from './queries.ts'
import { RemainingTime } from './remaining-time.tsx'

interface DelayedColumnsOptions {
  /** When the rows came, in milliseconds. */
  readonly answeredAt: number
  /** Keep it stable: the columns are made anew with it. */
  readonly onOpen: (message: DelayedId) => void
}

export function useDelayedColumns({ answeredAt, onOpen }: DelayedColumnsOptions): readonly Column<DelayedMessageRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const { columns } = texts
    return [
      {
        id: 'topic',
        header: columns.topic,
        width: 270,
        cell: (row) => (
          <CellButton label={texts.open(row.topic)} onClick={() => onOpen(row)}>
            <Mono>{row.topic}</Mono>
          </CellButton>
        ),
      },
      { id: 'qos', header: columns.qos, width: 52, align: 'end', cell: ({ qos }) => qos },
      {
        id: 'publisher',
        header: columns.publisher,
        width: 150,
        cell: ({ from_clientid }) => <ClientLink clientid={from_clientid} />,
      },
      {
        id: 'delay',
        header: columns.delay,
        width: 115,
        align: 'end',
        cell: ({ delayed_interval }) => format.duration(delayed_interval * 1000),
      },
      {
        id: 'remaining',
        header: columns.remaining,
        width: 125,
        align: 'end',
        cell: (row) => <RemainingTime message={row} answeredAt={answeredAt} />,
      },
      {
        id: 'expected_at',
        header: columns.publishAt,
        width: 190,
        cell: ({ expected_at }) => format.dateTime(expected_at),
      },
      {
        id: 'publish_at',
        header: columns.received,
        width: 120,
        optional: true,
        cell: ({ publish_at }) => <RelativeTime time={publish_at} planned />,
      },
      { id: 'node', header: columns.node, width: 170, optional: true, cell: ({ node }) => node },
      {
        id: 'msgid',
        header: columns.messageId,
        width: 200,
        optional: true,
        cell: ({ msgid }) => <Mono truncate>{msgid}</Mono>,
      },
    ]
  }, [texts, format, answeredAt, onOpen])
}
