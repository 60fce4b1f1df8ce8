import type { Client } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type Description, DescriptionList, Dim, LimitBar, Mono, Section, Stack } from '../../../ui/index.ts'
import { addressText, expiryText, keepAliveText, limitOf, protocolText } from '../client-values.ts'
import { messages } from '../messages.ts'
import styles from './client-overview.module.css'
import { ClientTraffic } from './client-traffic.tsx'
import { detailMessages } from './detail-messages.ts'

export function ClientOverview({ client }: { readonly client: Client }) {
  return (
    <div className={styles.columns}>
      <Stack gap={4}>
        <ConnectionSection client={client} />
        <SessionSection client={client} />
        <AttributesSection client={client} />
      </Stack>
      <ClientTraffic client={client} />
    </div>
  )
}

function ConnectionSection({ client }: { readonly client: Client }) {
  const texts = useMessages(detailMessages)
  const { connection, fields, yes, no } = texts
  const format = useFormat()
  const items: readonly Description[] = [
    { label: texts.username, value: client.username },
    { label: texts.address, value: addressText(client.ip_address, client.port) },
    { label: texts.protocol, value: protocolText(client.proto_name, client.proto_ver) },
    { label: texts.node, value: <Mono>{client.node}</Mono> },
    { label: texts.listener, value: client.listener && <Mono>{client.listener}</Mono> },
    { label: texts.keepAlive, value: keepAliveText(client.keepalive, format, texts.off) },
    { label: fields.connectedAt, value: format.dateTime(client.connected_at) },
    // Also shown while connected, so that a disconnect does not move the other fields.
    { label: fields.disconnectedAt, value: format.dateTime(client.disconnected_at) },
    { label: texts.cleanStart, value: client.clean_start ? yes : no },
    { label: fields.bridge, value: client.is_bridge ? yes : no },
    ...(client.mountpoint ? [{ label: fields.mountpoint, value: <Mono>{client.mountpoint}</Mono> }] : []),
    ...(client.peersni ? [{ label: fields.sni, value: <Mono>{client.peersni}</Mono> }] : []),
    ...(client.auth_expire_at === null || client.auth_expire_at === undefined
      ? []
      : [{ label: fields.authExpires, value: format.dateTime(client.auth_expire_at) }]),
  ]
  return (
    <Section title={connection}>
      <DescriptionList items={items} minWidth={160} />
    </Section>
  )
}

function SessionSection({ client }: { readonly client: Client }) {
  const texts = useMessages(detailMessages)
  const { session, fields, yes, no } = texts
  const listTexts = useMessages(messages)
  const format = useFormat()
  const bar = (label: string, value: number, limit: number | 'infinity') => ({
    label,
    value: <LimitBar value={value} limit={limitOf(limit)} />,
  })
  const items: readonly Description[] = [
    bar(texts.subscriptions, client.subscriptions_cnt, client.subscriptions_max),
    bar(texts.messageQueue, client.mqueue_len, client.mqueue_max),
    bar(texts.inflightWindow, client.inflight_cnt, client.inflight_max),
    bar(fields.awaitingPubrel, client.awaiting_rel_cnt, client.awaiting_rel_max),
    { label: fields.sessionExpiry, value: expiryText(client.expiry_interval, format, listTexts) },
    { label: fields.createdAt, value: format.dateTime(client.created_at) },
    { label: fields.persistent, value: client.is_persistent ? yes : no },
    { label: fields.durable, value: client.durable ? yes : no },
    { label: fields.queueFull, value: format.number(client.mqueue_dropped) },
    ...processItems(client, texts, format.number),
  ]
  return (
    <Section title={session}>
      <DescriptionList items={items} minWidth={160} />
    </Section>
  )
}

/** Figures of the process that serves the client. A broker without such processes reports zeros. */
function processItems(
  { heap_size, reductions, mailbox_len }: Client,
  { fields, noProcess }: typeof detailMessages.en,
  number: (value: number) => string,
): readonly Description[] {
  if (!heap_size) return [{ label: fields.process, value: <Dim>{noProcess}</Dim> }]
  return [
    { label: fields.heap, value: number(heap_size) },
    { label: fields.reductions, value: number(reductions) },
    { label: fields.mailbox, value: number(mailbox_len) },
  ]
}

function AttributesSection({ client }: { readonly client: Client }) {
  const { attributes, noAttributes } = useMessages(detailMessages)
  const items = Object.entries(client.client_attrs ?? {}).map(([label, value]) => ({
    label,
    value: <Mono>{value}</Mono>,
  }))
  return (
    <Section title={attributes}>
      {items.length > 0 ? <DescriptionList items={items} minWidth={160} /> : <Dim>{noAttributes}</Dim>}
    </Section>
  )
}
