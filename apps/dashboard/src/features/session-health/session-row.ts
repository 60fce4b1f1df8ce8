import type { ClientField } from '@mqdeck/contract'

/** What is known of one session at the moment of the scan. */
export interface SessionRow {
  readonly clientid: string
  readonly username: string | undefined
  readonly node: string
  /** `tcp:default`; undefined where it was not asked for. */
  readonly listener: string | undefined
  readonly address: string
  readonly connected: boolean
  /** 3, 4 or 5: MQTT 3.1, 3.1.1, 5.0. */
  readonly version: number
  readonly cleanStart: boolean
  /** Seconds; 0 is none. */
  readonly keepalive: number
  /** Messages that wait for the client, and how many may; no limit is undefined. */
  readonly queue: number
  readonly queueMax: number | undefined
  /** Messages that were dropped in either direction since the client connected. */
  readonly drops: number
  /** The same in a minute, since the scan before; undefined without one. */
  readonly dropRate: number | undefined
  /** Messages sent that the client has not acknowledged. */
  readonly inflight: number
  readonly inflightMax: number | undefined
  /** QoS 2 messages of the client's own of which it has not sent the PUBREL. */
  readonly awaiting: number
  readonly awaitingMax: number | undefined
  /** Words of eight bytes; 0 where the broker does not tell. */
  readonly heap: number
  readonly subscriptions: number
  /** Milliseconds since 1970. */
  readonly connectedAt: number
  readonly createdAt: number
}

/** What a scan asks of each client, unless it wants the listener: the broker only tells that among everything. */
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
  /** Where the list goes on; undefined at its end. */
  readonly cursor: string | undefined
}

/** Reads an answer of `/clients_v2`. @throws SyntaxError for what is no JSON */
export function readClientPage(text: string): ClientPage {
  const body: unknown = JSON.parse(text)
  const data = isObject(body) && Array.isArray(body.data) ? body.data : []
  const meta = isObject(body) && isObject(body.meta) ? body.meta : {}
  return {
    sessions: data.filter(isObject).map(toSession),
    cursor: typeof meta.cursor === 'string' ? meta.cursor : undefined,
  }
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Whatever a broker leaves out counts as nothing. */
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
    // The queue's own drops are among those that were not sent, and some brokers count only one of the two.
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

/** `infinity` and 0 are no limit. */
const limitOf = (value: unknown) => numberOf(value) || undefined

function timeOf(value: unknown): number {
  const time = typeof value === 'string' ? Date.parse(value) : numberOf(value)
  return time === undefined || Number.isNaN(time) ? 0 : time
}
