import { type ReactNode, useMemo } from 'react'
import { dash, type Format, useFormat, useMessages } from '../../../i18n/index.ts'
import {
  ClientLink,
  type Column,
  clientIdWidth,
  Dim,
  join,
  LimitBar,
  Mono,
  RelativeTime,
  StatusDot,
} from '../../../ui/index.ts'
import { addressText, expiryText, keepAliveText, limitOf, protocolText } from '../client-values.ts'
import { messages } from '../messages.ts'
import type { ListedClient } from '../queries.ts'
import styles from './client-columns.module.css'
import type { ClientColumn } from './client-fields.ts'

/** A client with its rates since the last refreshes, undefined before the second one. */
export type ClientTableRow = ListedClient & {
  readonly rates?: { readonly received: number; readonly sent: number } | undefined
}

interface ColumnShape {
  readonly header: string
  readonly width: number
  readonly align?: 'end'
  readonly optional?: true
  readonly sortBy?: (client: ClientTableRow) => string | number | undefined
  readonly cell: (client: ClientTableRow) => ReactNode
}

export function useClientColumns(): readonly Column<ClientTableRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const hints: Readonly<Record<string, string>> = texts.hints
    const toColumn = ([id, shape]: [ClientColumn, ColumnShape]): Column<ClientTableRow> => {
      const hint = hints[id]
      return { id, ...shape, ...(hint !== undefined && { hint }) }
    }
    // Object.entries types every key as string.
    const shapes = Object.entries(shapesOf(texts, format)) as [ClientColumn, ColumnShape][]
    return shapes.map(toColumn)
  }, [texts, format])
}

function shapesOf(texts: typeof messages.en, format: Format): Readonly<Record<ClientColumn, ColumnShape>> {
  const { columns } = texts
  const yesNo = (value: boolean | undefined) => (value === undefined ? dash : value ? texts.yes : texts.no)
  const usage = (value: number | undefined, limit: number | 'infinity' | undefined) =>
    value === undefined ? dash : <LimitBar value={value} limit={limitOf(limit)} />
  const rate = (name: 'received' | 'sent') => ({
    width: 72,
    align: 'end' as const,
    sortBy: ({ rates }: ClientTableRow) => rates?.[name],
    cell: ({ rates }: ClientTableRow) => (rates ? format.rate(rates[name]) : <Dim>{dash}</Dim>),
  })
  return {
    clientid: {
      header: texts.clientId,
      width: clientIdWidth,
      sortBy: ({ clientid }) => clientid,
      cell: ({ clientid, connected = false }) => (
        <span className={styles.id}>
          <span
            className={join(styles.dotOnPhone, connected && styles.connected)}
            title={connected ? texts.connected : texts.disconnected}
            aria-hidden
          />
          <ClientLink clientid={clientid} />
        </span>
      ),
    },
    connected: {
      header: texts.state,
      width: 122,
      sortBy: ({ connected }) => (connected ? 0 : 1),
      cell: ({ connected = false }) => <ClientState connected={connected} />,
    },
    mqueue: {
      header: columns.queue,
      width: 104,
      sortBy: ({ mqueue_len }) => mqueue_len,
      cell: ({ mqueue_len, mqueue_max }) => usage(mqueue_len, mqueue_max),
    },
    mqueue_dropped: {
      header: texts.dropped,
      width: 96,
      align: 'end',
      sortBy: ({ mqueue_dropped }) => mqueue_dropped,
      cell: ({ mqueue_dropped = 0 }) => (
        <span className={join(mqueue_dropped > 0 && styles.dropped)}>{format.number(mqueue_dropped)}</span>
      ),
    },
    received_rate: { header: columns.receivedRate, ...rate('received') },
    sent_rate: { header: columns.sentRate, ...rate('sent') },
    username: {
      header: texts.username,
      width: 100,
      sortBy: ({ username }) => username ?? undefined,
      cell: ({ username }) => username ?? <Dim>{dash}</Dim>,
    },
    ip_address: {
      header: texts.address,
      width: 144,
      sortBy: ({ ip_address }) => ip_address,
      cell: ({ ip_address, port }) => addressText(ip_address, port) ?? dash,
    },
    connected_at: {
      header: columns.connectedAt,
      width: 104,
      sortBy: timeOf('connected_at'),
      cell: ({ connected_at }) => <RelativeTime time={connected_at} />,
    },
    keepalive: {
      header: texts.keepAlive,
      width: 88,
      cell: ({ keepalive }) => keepAliveText(keepalive, format, texts.off),
    },
    clean_start: { header: texts.cleanStart, width: 88, cell: ({ clean_start }) => yesNo(clean_start) },
    expiry_interval: {
      header: columns.sessionExpiry,
      width: 120,
      cell: ({ expiry_interval }) => expiryText(expiry_interval, format, texts),
    },
    inflight: {
      header: texts.inflightWindow,
      width: 124,
      optional: true,
      sortBy: ({ inflight_cnt }) => inflight_cnt,
      cell: ({ inflight_cnt, inflight_max }) => usage(inflight_cnt, inflight_max),
    },
    subscriptions: {
      header: columns.subscriptions,
      width: 130,
      optional: true,
      sortBy: ({ subscriptions_cnt }) => subscriptions_cnt,
      cell: ({ subscriptions_cnt, subscriptions_max }) => usage(subscriptions_cnt, subscriptions_max),
    },
    awaiting_rel: {
      header: columns.awaitingPubrel,
      width: 140,
      optional: true,
      cell: ({ awaiting_rel_cnt, awaiting_rel_max }) => usage(awaiting_rel_cnt, awaiting_rel_max),
    },
    recv_msg: {
      header: texts.received,
      width: 100,
      align: 'end',
      optional: true,
      cell: ({ recv_msg }) => format.number(recv_msg),
    },
    send_msg: {
      header: texts.sent,
      width: 100,
      align: 'end',
      optional: true,
      cell: ({ send_msg }) => format.number(send_msg),
    },
    node: { header: texts.node, width: 180, optional: true, cell: ({ node }) => node ?? dash },
    protocol: {
      header: texts.protocol,
      width: 110,
      optional: true,
      cell: ({ proto_name, proto_ver }) => protocolText(proto_name, proto_ver) ?? dash,
    },
    listener: {
      header: texts.listener,
      width: 120,
      optional: true,
      cell: ({ listener }) => (listener ? <Mono>{listener}</Mono> : dash),
    },
    is_bridge: { header: columns.bridge, width: 80, optional: true, cell: ({ is_bridge }) => yesNo(is_bridge) },
    client_attrs: {
      header: columns.attributes,
      width: 180,
      optional: true,
      cell: ({ client_attrs }) => attributesText(client_attrs),
    },
    disconnected_at: {
      header: columns.disconnectedAt,
      width: 120,
      optional: true,
      sortBy: timeOf('disconnected_at'),
      cell: ({ disconnected_at }) => <RelativeTime time={disconnected_at} />,
    },
    created_at: {
      header: columns.createdAt,
      width: 120,
      optional: true,
      cell: ({ created_at }) => <RelativeTime time={created_at} />,
    },
  }
}

function timeOf(field: 'connected_at' | 'disconnected_at') {
  return (client: ClientTableRow) => (client[field] === undefined ? undefined : Date.parse(client[field]))
}

function attributesText(attributes: Readonly<Record<string, string>> | undefined): ReactNode {
  const pairs = Object.entries(attributes ?? {}).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? <Mono truncate>{pairs.join(', ')}</Mono> : <Dim>{dash}</Dim>
}

/** A disconnected client with a session is normal, so the dot is grey, not red. */
export function ClientState({ connected }: { readonly connected: boolean }) {
  const texts = useMessages(messages)
  return <StatusDot tone={connected ? 'accent' : 'grey'}>{connected ? texts.connected : texts.disconnected}</StatusDot>
}
