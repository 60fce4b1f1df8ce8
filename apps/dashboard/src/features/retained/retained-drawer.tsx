import type { RetainedDetail } from '@mqdeck/contract'
import { QueryView, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { sizeOfBase64 } from '../../lib/payload/payload.ts'
import { ClientLink, DescriptionList, Mono, Notice, Skeleton, Stack } from '../../ui/index.ts'
import { type FormatChoice, PayloadDrawer, PayloadView } from '../../ui/payload/payload-view.tsx'
import { messages } from './messages.ts'
import { type ListedRetained, retainedMessageQuery } from './queries.ts'

interface RetainedDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly topic: string | undefined
  /** The rows of the current page; the message may be on another one. */
  readonly rows: readonly ListedRetained[] | undefined
  readonly onClose: () => void
}

/** Drawer with the retained message of a topic. */
export function RetainedDrawer({ topic, rows, onClose }: RetainedDrawerProps) {
  return (
    <PayloadDrawer message={topic} onClose={onClose}>
      {(shown, choice) => <Opened topic={shown} row={rows?.find((listed) => listed.topic === shown)} choice={choice} />}
    </PayloadDrawer>
  )
}

interface OpenedProps {
  readonly topic: string
  readonly row: ListedRetained | undefined
  readonly choice: FormatChoice
}

function Opened({ topic, row, choice }: OpenedProps) {
  // The drawer keeps the previous message until the newer one is loaded.
  const query = useData(retainedMessageQuery, { topic, msgid: row?.msgid }, { keepPrevious: true })
  return (
    <QueryView query={query} skeleton={<Skeleton height={240} />}>
      {(message) => <Shown message={message} row={row} choice={choice} />}
    </QueryView>
  )
}

interface ShownProps {
  readonly message: RetainedDetail
  readonly row: ListedRetained | undefined
  readonly choice: FormatChoice
}

function Shown({ message, row, choice }: ShownProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { topic, payload, qos, publish_at, msgid, from_clientid } = message
  const size = payload === undefined ? row?.payload_size : sizeOfBase64(payload)
  const expiry = row?.expires_at === null ? texts.never : format.dateTime(row?.expires_at)
  return (
    <Stack gap={4}>
      <DescriptionList
        minWidth={280}
        items={[
          { label: texts.topic, value: <Mono>{topic}</Mono> },
          { label: texts.qos, value: qos },
          { label: texts.publisher, value: <ClientLink clientid={from_clientid} /> },
          { label: texts.size, value: format.bytes(size) },
          { label: texts.publishedAt, value: format.dateTime(publish_at) },
          ...(row?.expires_at === undefined ? [] : [{ label: texts.expires, value: expiry }]),
          { label: texts.messageId, value: <Mono>{msgid}</Mono> },
        ]}
      />
      {payload === undefined ? (
        <Notice>{texts.tooLarge}</Notice>
      ) : (
        <PayloadView payload={payload} topic={topic} choice={choice} />
      )}
    </Stack>
  )
}
