import type { GatewayClient } from '@mqdeck/contract'
import { dash, useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { type Description, DescriptionList, LimitBar, Mono, Section, Stack } from '../../../ui/index.ts'
import { kindOf } from '../kinds.ts'
import { addressText, columnText, limitOf } from './client-values.ts'
import { clientMessages } from './messages.ts'

/** Connection, session and traffic of a client of any gateway. */
export function ClientDetails({ gateway, client }: { readonly gateway: string; readonly client: GatewayClient }) {
  const texts = useMessages(clientMessages)
  const { sections, fields, yes, no } = texts
  const locale = useLocale()
  const format = useFormat()
  const number = (value: number | undefined) => (value === undefined ? dash : format.number(value))
  const time = (value: string | number | null | undefined) => (value ? format.dateTime(value) : dash)
  const bar = (label: string, value: number | undefined, limit: unknown): Description => ({
    label,
    value: value === undefined ? dash : <LimitBar value={value} limit={limitOf(limit)} />,
  })
  const own: readonly Description[] = kindOf(gateway).clientColumns.map((column) => ({
    label: column.label[locale],
    value: columnText(column, client, locale, format),
  }))
  const connection: readonly Description[] = [
    { label: texts.username, value: client.username },
    { label: texts.address, value: addressText(client.ip_address, client.port) },
    { label: texts.protocol, value: [client.proto_name, client.proto_ver].filter(Boolean).join(' ') },
    { label: texts.node, value: client.node && <Mono>{client.node}</Mono> },
    { label: texts.keepAlive, value: client.keepalive ? format.duration(client.keepalive * 1000) : texts.off },
    { label: texts.connectedAt, value: time(client.connected_at) },
    { label: fields.disconnectedAt, value: time(client.disconnected_at) },
    { label: texts.cleanStart, value: client.clean_start ? yes : no },
    { label: fields.mountpoint, value: client.mountpoint ? <Mono>{client.mountpoint}</Mono> : undefined },
  ]
  const session: readonly Description[] = [
    bar(texts.subscriptions, client.subscriptions_cnt, client.subscriptions_max),
    bar(texts.messageQueue, client.mqueue_len, client.mqueue_max),
    bar(texts.inflightWindow, client.inflight_cnt, client.inflight_max),
    bar(fields.awaitingRel, client.awaiting_rel_cnt, client.awaiting_rel_max),
    {
      label: fields.sessionExpiry,
      value: client.expiry_interval ? format.duration(client.expiry_interval * 1000) : texts.onDisconnect,
    },
    { label: texts.created, value: time(client.created_at) },
    { label: fields.queueFull, value: number(client.mqueue_dropped) },
  ]
  const traffic: readonly Description[] = [
    { label: fields.receivedMessages, value: number(client.recv_msg) },
    { label: fields.sentMessages, value: number(client.send_msg) },
    { label: fields.receivedPackets, value: number(client.recv_pkt) },
    { label: fields.sentPackets, value: number(client.send_pkt) },
    { label: fields.receivedBytes, value: client.recv_oct === undefined ? dash : format.bytes(client.recv_oct) },
    { label: fields.sentBytes, value: client.send_oct === undefined ? dash : format.bytes(client.send_oct) },
  ]
  return (
    <Stack gap={4}>
      {own.length > 0 && <Items title={sections.device} items={own} />}
      <Items title={sections.connection} items={connection} />
      <Items title={sections.session} items={session} />
      <Items title={sections.traffic} items={traffic} />
    </Stack>
  )
}

const Items = ({ title, items }: { readonly title: string; readonly items: readonly Description[] }) => (
  <Section title={title}>
    <DescriptionList items={items} minWidth={180} />
  </Section>
)
