import { useMemo } from 'react'
import { dash, type Format, useFormat, useMessages } from '../../i18n/index.ts'
import { CellButton, ClientLink, type Column, Dim, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { ListedRetained } from './queries.ts'

interface RetainedColumnsOptions {
  /** With size and expiry, which EMQX does not report. */
  readonly isDetailed: boolean
  /** Keep it stable: a new function creates new columns. */
  readonly onOpen: (topic: string) => void
}

export function useRetainedColumns({ isDetailed, onOpen }: RetainedColumnsOptions): readonly Column<ListedRetained>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const [before, details, after] = columnsOf(texts, format, onOpen)
    return isDetailed ? [...before, ...details, ...after] : [...before, ...after]
  }, [texts, format, isDetailed, onOpen])
}

type Columns = readonly Column<ListedRetained>[]

function columnsOf(
  texts: typeof messages.en,
  format: Format,
  onOpen: (topic: string) => void,
): readonly [before: Columns, details: Columns, after: Columns] {
  return [
    [
      {
        id: 'topic',
        header: texts.topic,
        width: 360,
        cell: ({ topic }) => (
          <CellButton label={texts.showPayloadOf(topic)} onClick={() => onOpen(topic)}>
            <Mono>{topic}</Mono>
          </CellButton>
        ),
      },
      { id: 'qos', header: texts.qos, width: 56, align: 'end', cell: ({ qos }) => qos },
      {
        id: 'publisher',
        header: texts.publisher,
        width: 160,
        cell: ({ from_clientid }) => <ClientLink clientid={from_clientid} />,
      },
      {
        id: 'username',
        header: texts.username,
        width: 120,
        optional: true,
        cell: ({ from_username }) => (from_username === 'undefined' ? <Dim>{dash}</Dim> : from_username),
      },
    ],
    [
      {
        id: 'size',
        header: texts.size,
        width: 90,
        align: 'end',
        cell: ({ payload_size }) => format.bytes(payload_size),
      },
      {
        id: 'expires',
        header: texts.expires,
        width: 110,
        cell: ({ expires_at }) => (expires_at ? <RelativeTime time={expires_at} planned /> : <Dim>{texts.never}</Dim>),
      },
    ],
    [
      {
        id: 'publish_at',
        header: texts.publishedAt,
        width: 120,
        cell: ({ publish_at }) => <RelativeTime time={publish_at} />,
      },
      {
        id: 'msgid',
        header: texts.messageId,
        width: 200,
        optional: true,
        cell: ({ msgid }) => <Mono truncate>{msgid}</Mono>,
      },
    ],
  ]
}
