import type { DelayedMessageRow } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CellButton, ClientLink, type Column, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { DelayedId } from './queries.ts'
import { RemainingTime } from './remaining-time.tsx'

interface DelayedColumnsOptions {
  /** When the rows were received, in milliseconds. */
  readonly answeredAt: number
  /** Keep it stable: a new function creates new columns. */
  readonly onOpen: (message: DelayedId) => void
}

export function useDelayedColumns({ answeredAt, onOpen }: DelayedColumnsOptions): readonly Column<DelayedMessageRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    return [
      {
        id: 'topic',
        header: texts.topic,
        width: 270,
        cell: (row) => (
          <CellButton label={texts.showPayloadOf(row.topic)} onClick={() => onOpen(row)}>
            <Mono>{row.topic}</Mono>
          </CellButton>
        ),
      },
      { id: 'qos', header: texts.qos, width: 52, align: 'end', cell: ({ qos }) => qos },
      {
        id: 'publisher',
        header: texts.publisher,
        width: 150,
        cell: ({ from_clientid }) => <ClientLink clientid={from_clientid} />,
      },
      {
        id: 'delay',
        header: texts.delay,
        width: 115,
        align: 'end',
        cell: ({ delayed_interval }) => format.duration(delayed_interval * 1000),
      },
      {
        id: 'remaining',
        header: texts.remaining,
        width: 125,
        align: 'end',
        cell: (row) => <RemainingTime message={row} answeredAt={answeredAt} />,
      },
      {
        id: 'expected_at',
        header: texts.publishAt,
        width: 190,
        cell: ({ expected_at }) => format.dateTime(expected_at),
      },
      {
        id: 'publish_at',
        header: texts.receivedAt,
        width: 120,
        optional: true,
        cell: ({ publish_at }) => <RelativeTime time={publish_at} planned />,
      },
      { id: 'node', header: texts.node, width: 170, optional: true, cell: ({ node }) => node },
      {
        id: 'msgid',
        header: texts.messageId,
        width: 200,
        optional: true,
        cell: ({ msgid }) => <Mono truncate>{msgid}</Mono>,
      },
    ]
  }, [texts, format, answeredAt, onOpen])
}
