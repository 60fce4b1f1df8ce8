import { IconEdit, IconReload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, Dim, Mono, RelativeTime, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { Sent } from './sent-messages.ts'
import type { Publishing } from './use-publishing.ts'
import { useSent } from './use-sent.ts'

const tones = { delivered: 'accent', partly: 'amber', nobody: 'grey' } as const

/** What was sent before, for the page; nothing at first. */
export function SentTable({ change, send }: Publishing) {
  const texts = useMessages(messages)
  const sent = useSent()
  const columns = useMemo<readonly Column<Sent>[]>(
    () => [
      {
        id: 'topic',
        header: texts.columns.topic,
        width: 260,
        cell: ({ draft }) => <Mono truncate>{draft.topic}</Mono>,
      },
      {
        id: 'payload',
        header: texts.columns.payload,
        width: 320,
        cell: ({ draft: { payload } }) =>
          payload === '' ? <Dim>{texts.emptyPayload}</Dim> : <Mono truncate>{payload.slice(0, 200)}</Mono>,
      },
      { id: 'qos', header: texts.columns.qos, width: 60, align: 'end', cell: ({ draft }) => draft.qos },
      {
        id: 'outcome',
        header: texts.columns.outcome,
        width: 150,
        cell: ({ outcome }) => <StatusDot tone={tones[outcome]}>{texts.outcomes[outcome]}</StatusDot>,
      },
      { id: 'at', header: texts.columns.at, width: 120, cell: ({ at }) => <RelativeTime time={at} clock="browser" /> },
    ],
    [texts],
  )
  if (sent.length === 0) return null
  return (
    <DataTable
      label={texts.sent}
      summary={`${texts.sent}: ${texts.sentHint}`}
      columns={columns}
      rows={sent}
      rowId={({ id }) => String(id)}
      rowActions={({ draft }) => [
        { label: texts.again, icon: <IconReload size={16} aria-hidden />, onSelect: () => void send(draft) },
        {
          label: texts.edit,
          icon: <IconEdit size={16} aria-hidden />,
          onSelect: () => {
            change(draft)
            document.getElementById('main')?.scrollTo({ top: 0 })
          },
        },
      ]}
    />
  )
}
