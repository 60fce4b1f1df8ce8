import type { Client, InflightMessage, MqueueMessage } from '@mqdeck/contract'
import { IconRefresh } from '@tabler/icons-react'
import { type CursorData, QueryTable, useCursorData } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { sizeOfBase64 } from '../../../lib/payload/payload.ts'
import {
  Button,
  type Column,
  DescriptionList,
  Dim,
  EmptyState,
  IconButton,
  Mono,
  Section,
  Stack,
} from '../../../ui/index.ts'
import { PayloadDrawer, PayloadView } from '../../../ui/payload/payload-view.tsx'
import { inflightQuery, mqueueQuery } from '../queries.ts'
import { detailMessages } from './detail-messages.ts'
import { idOf, useInflightColumns, useMqueueColumns } from './message-columns.tsx'

interface MessagesTabProps {
  readonly client: Client
  /** The message whose payload is open. */
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

export function MqueueTab(props: MessagesTabProps) {
  const texts = useMessages(detailMessages)
  const { clientid, durable } = props.client
  const query = useCursorData(mqueueQuery, { clientid }, { enabled: !durable })
  const columns = useMqueueColumns(props.onOpen)
  return (
    <MessageTable<MqueueMessage>
      {...props}
      label={texts.messageQueue}
      query={query}
      columns={columns}
      empty={<EmptyState title={texts.noQueued} hint={texts.noQueuedHint} />}
    />
  )
}

export function InflightTab(props: MessagesTabProps) {
  const texts = useMessages(detailMessages)
  const { clientid, durable } = props.client
  const query = useCursorData(inflightQuery, { clientid }, { enabled: !durable })
  const columns = useInflightColumns(props.onOpen)
  return (
    <MessageTable<InflightMessage>
      {...props}
      label={texts.inflightWindow}
      query={query}
      columns={columns}
      empty={<EmptyState title={texts.noInflight} hint={texts.noInflightHint} />}
    />
  )
}

interface MessageTableProps<M> extends MessagesTabProps {
  readonly label: string
  readonly query: CursorData<M>
  readonly columns: readonly Column<M>[]
  readonly empty: React.ReactNode
}

function MessageTable<M extends InflightMessage>({
  client,
  open,
  onOpen,
  label,
  query,
  columns,
  empty,
}: MessageTableProps<M>) {
  const texts = useMessages(detailMessages)
  if (client.durable) {
    return (
      <Section>
        <EmptyState title={texts.durableSession} hint={texts.durableSessionHint} />
      </Section>
    )
  }
  return (
    <>
      <QueryTable
        query={query}
        label={label}
        columns={columns}
        rows={query.data}
        rowId={idOf}
        summary={<Count query={query} />}
        actions={
          <IconButton
            label={texts.refresh}
            icon={<IconRefresh size={17} aria-hidden />}
            loading={query.isRefreshing}
            onClick={query.refresh}
          />
        }
        empty={empty}
        skeletonRows={3}
        pager={query.data && query.data.length > 0 && <More query={query} />}
      />
      <MessageDrawer
        message={query.data?.find((message) => idOf(message) === open)}
        onClose={() => onOpen(undefined)}
      />
    </>
  )
}

function Count({ query: { data, hasMore } }: { readonly query: CursorData<unknown> }) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  if (!data) return null
  const count = format.number(data.length)
  return hasMore ? texts.messageCountSoFar(count) : texts.messageCount(count)
}

function More({ query: { hasMore, isLoadingMore, loadMore } }: { readonly query: CursorData<unknown> }) {
  const texts = useMessages(detailMessages)
  if (!hasMore) return <Dim small>{texts.endOfList}</Dim>
  return (
    <Button size="small" onClick={loadMore} loading={isLoadingMore}>
      {texts.loadMore}
    </Button>
  )
}

interface MessageDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly message: InflightMessage | undefined
  readonly onClose: () => void
}

/** A queued or inflight message with its payload. */
function MessageDrawer({ message, onClose }: MessageDrawerProps) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return (
    <PayloadDrawer message={message} onClose={onClose}>
      {({ topic, msgid, publish_at, payload = '' }, choice) => (
        <Stack gap={4}>
          <DescriptionList
            minWidth={280}
            items={[
              { label: texts.topic, value: <Mono>{topic}</Mono> },
              { label: texts.messageId, value: <Mono>{msgid}</Mono> },
              { label: texts.publishedAt, value: format.dateTime(publish_at) },
              { label: texts.size, value: format.bytes(sizeOfBase64(payload)) },
            ]}
          />
          <PayloadView payload={payload} topic={topic} choice={choice} />
        </Stack>
      )}
    </PayloadDrawer>
  )
}
