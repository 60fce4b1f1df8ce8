import type { ClientField } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'

/** Values of one session at the time of the scan. */
export interface SessionRow {
  readonly clientid: string
  readonly username: string | undefined
  readonly node: string
  /** Such as `tcp:default`. Undefined if it was not requested. */
  readonly listener: string | undefined
  readonly address: string
  readonly connected: boolean
  /** 3, 4 or 5: MQTT 3.1, 3.1.1, 5.0. */
  readonly version: number
  readonly cleanStart: boolean
  /** In seconds. 0 for none. */
  readonly keepalive: number
  /** Queued messages, and the limit of the message queue. Undefined for no limit. */
  readonly queue: number
  readonly queueMax: number | undefined
  /** Messages dropped in both directions since the client connected. */
  readonly drops: number
  /** Drops per minute since the previous scan. Undefined without a previous scan. */
  readonly dropRate: number | undefined
  /** Sent messages without acknowledgement. */
  readonly inflight: number
  readonly inflightMax: number | undefined
  /** Received QoS 2 messages without PUBREL. */
  readonly awaiting: number
  readonly awaitingMax: number | undefined
  /** In words of eight bytes. 0 if the broker does not report it. */
  readonly heap: number
  readonly subscriptions: number
  /** Milliseconds since the epoch. */
  readonly connectedAt: number
  readonly createdAt: number
}

/** Fields that a scan requests. The listener is only returned if all fields are requested. */
export const scannedFields: readonly ClientField[] = [
  'clientid',
  'username',
  'node',
  'ip_address',
  'connected',
  'proto_ver',
  'clean_start',
  'keepalive',
  'mqueue_len',
  'mqueue_max',
  'mqueue_dropped',
  'send_msg.dropped',
  'recv_msg.dropped',
  'inflight_cnt',
  'inflight_max',
  'awaiting_rel_cnt',
  'awaiting_rel_max',
  'heap_size',
  'subscriptions_cnt',
  'connected_at',
  'created_at',
]

export interface ClientPage {
  readonly sessions: readonly SessionRow[]
  /** Cursor of the next page. Undefined at the end of the list. */
  readonly cursor: string | undefined
}

/** Parses a response of `/clients_v2`. @throws SyntaxError if the text is not JSON */
export function parseClientPage(text: string): ClientPage {
  const body: unknown = JSON.parse(text)
  const data = isRecord(body) && Array.isArray(body.data) ? body.data : []
  const meta = isRecord(body) && isRecord(body.meta) ? body.meta : {}
  return {
    sessions: data.filter(isRecord).map(toSession),
    cursor: typeof meta.cursor === 'string' ? meta.cursor : undefined,
  }
}

type Json = Readonly<Record<string, unknown>>

/** Fields that a broker omits count as 0 or empty. */
function toSession(row: Json): SessionRow {
  const number = (field: ClientField) => numberOf(row[field]) ?? 0
  return {
    clientid: text(row.clientid) ?? '',
    username: text(row.username),
    node: text(row.node) ?? '',
    listener: text(row.listener),
    address: text(row.ip_address) ?? '',
    connected: row.connected !== false,
    version: number('proto_ver'),
    cleanStart: row.clean_start === true,
    keepalive: number('keepalive'),
    queue: number('mqueue_len'),
    queueMax: limitOf(row.mqueue_max),
    // Drops of the queue are included in the drops of sent messages, and some brokers count only one of the two.
    drops: Math.max(number('mqueue_dropped'), number('send_msg.dropped')) + number('recv_msg.dropped'),
    dropRate: undefined,
    inflight: number('inflight_cnt'),
    inflightMax: limitOf(row.inflight_max),
    awaiting: number('awaiting_rel_cnt'),
    awaitingMax: limitOf(row.awaiting_rel_max),
    heap: number('heap_size'),
    subscriptions: number('subscriptions_cnt'),
    connectedAt: timeOf(row.connected_at),
    createdAt: timeOf(row.created_at),
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** `infinity` and 0 mean no limit. */
const limitOf = (value: unknown) => numberOf(value) || undefined

function timeOf(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : numberOf(value)
  return time === undefined || Number.isNaN(time) ? 0 : time
}
