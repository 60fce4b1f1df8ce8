import { IconEdit, IconReload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, Dim, Mono, RelativeTime, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { SentMessage } from './sent-messages.ts'
import { useSent } from './sent-messages.ts'
import type { Publishing } from './use-publishing.ts'

const tones = { delivered: 'accent', partly: 'amber', noSubscribers: 'grey' } as const

/** The messages sent from this tab; hidden while there are none. */
export function SentTable({ change, send }: Publishing) {
  const texts = useMessages(messages)
  const sent = useSent()
  const columns = useMemo<readonly Column<SentMessage>[]>(
    () => [
      {
        id: 'topic',
        header: texts.topic,
        width: 260,
        cell: ({ draft }) => <Mono truncate>{draft.topic}</Mono>,
      },
      {
        id: 'payload',
        header: texts.payload,
        width: 320,
        cell: ({ draft: { payload } }) =>
          payload === '' ? <Dim>{texts.emptyPayload}</Dim> : <Mono truncate>{payload.slice(0, 200)}</Mono>,
      },
      { id: 'qos', header: texts.qos, width: 60, align: 'end', cell: ({ draft }) => draft.qos },
      {
        id: 'outcome',
        header: texts.result,
        width: 150,
        cell: ({ outcome }) => <StatusDot tone={tones[outcome]}>{texts.outcomes[outcome]}</StatusDot>,
      },
      { id: 'at', header: texts.sentAt, width: 120, cell: ({ at }) => <RelativeTime time={at} clock="browser" /> },
    ],
    [texts],
  )
  if (sent.length === 0) return null
  return (
    <DataTable
      label={texts.recentMessages}
      summary={`${texts.recentMessages}: ${texts.recentMessagesHint}`}
      columns={columns}
      rows={sent}
      rowId={({ id }) => String(id)}
      rowName={({ draft }) => draft.topic}
      rowActions={({ draft }) => [
        { label: texts.sendAgain, icon: <IconReload size={16} aria-hidden />, onSelect: () => void send(draft) },
        {
          label: texts.copyToForm,
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
