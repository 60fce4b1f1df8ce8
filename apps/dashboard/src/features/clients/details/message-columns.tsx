import type { InflightMessage, MqueueMessage } from '@mqdeck/contract'
import { useMemo } from 'react'
import { dash, type Format, useFormat, useMessages } from '../../../i18n/index.ts'
import { fromBase64, sizeOfBase64, toPreview } from '../../../lib/payload/payload.ts'
import {
  CellButton,
  ClientLink,
  type Column,
  clientIdWidth,
  Dim,
  IdText,
  Mono,
  RelativeTime,
} from '../../../ui/index.ts'
import { detailMessages } from './detail-messages.ts'

/** A queue may contain a message twice, for two subscriptions. */
export const idOf = ({ msgid, inserted_at }: InflightMessage): string => `${msgid}.${inserted_at}`

/** Must be stable: the columns are rebuilt when it changes. */
type Open = (id: string) => void

export function useInflightColumns(onOpen: Open): readonly Column<InflightMessage>[] {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return useMemo(() => messageColumns(texts, format, onOpen), [texts, format, onOpen])
}

export function useMqueueColumns(onOpen: Open): readonly Column<MqueueMessage>[] {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return useMemo(() => {
    const priority: Column<MqueueMessage> = {
      id: 'priority',
      header: texts.priority,
      width: 76,
      align: 'end',
      cell: ({ mqueue_priority }) => (mqueue_priority === 'infinity' ? texts.highest : format.number(mqueue_priority)),
    }
    const columns: readonly Column<MqueueMessage>[] = messageColumns(texts, format, onOpen)
    return columns.flatMap((column) => (column.id === 'qos' ? [column, priority] : [column]))
  }, [texts, format, onOpen])
}

function messageColumns(
  texts: typeof detailMessages.en,
  format: Format,
  onOpen: Open,
): readonly Column<InflightMessage>[] {
  return [
    { id: 'topic', header: texts.topic, width: 240, cell: ({ topic }) => <Mono truncate>{topic}</Mono> },
    { id: 'qos', header: texts.qos, width: 52, align: 'end', cell: ({ qos }) => qos },
    {
      id: 'from_clientid',
      header: texts.fromClient,
      width: clientIdWidth,
      cell: ({ from_clientid }) => <ClientLink clientid={from_clientid} />,
    },
    {
      id: 'from_username',
      header: texts.fromUser,
      width: 90,
      // The API returns the text `undefined` for a client without a username.
      cell: ({ from_username }) => (from_username === 'undefined' ? <Dim>{dash}</Dim> : from_username),
    },
    {
      id: 'publish_at',
      header: texts.publishedAt,
      width: 100,
      cell: ({ publish_at }) => <RelativeTime time={publish_at} />,
    },
    {
      id: 'payload',
      header: texts.payload,
      width: 200,
      cell: (message) => (
        <CellButton label={texts.openPayload(message.msgid)} onClick={() => onOpen(idOf(message))}>
          <Preview payload={message.payload ?? ''} />
        </CellButton>
      ),
    },
    {
      id: 'size',
      header: texts.size,
      width: 76,
      align: 'end',
      cell: ({ payload = '' }) => format.bytes(sizeOfBase64(payload)),
    },
    { id: 'msgid', header: texts.messageId, width: 260, cell: ({ msgid }) => <IdText>{msgid}</IdText> },
  ]
}

/** Number of base64 characters decoded for the cell. */
const previewLength = 160

function Preview({ payload }: { readonly payload: string }) {
  const texts = useMessages(detailMessages)
  if (payload === '') return <Dim>{texts.emptyPayload}</Dim>
  const text = toPreview(fromBase64(payload.slice(0, previewLength)))
  return text === undefined ? texts.binary : <Mono>{text}</Mono>
}
