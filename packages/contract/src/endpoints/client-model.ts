import * as z from 'zod'
import {
  bit,
  bitResponse,
  body,
  count,
  countOrInfinity,
  qos,
  qosResponse,
  response,
  rfc3339,
  string,
  undocumentedRange,
  withDefault,
} from '../fields/index.ts'

/** Sequence numbers of durable sessions. */
const durable = {
  n_streams: count().optional(),
  seqno_q1_comm: count().optional(),
  seqno_q1_dup: count().optional(),
  seqno_q1_next: count().optional(),
  seqno_q2_comm: count().optional(),
  seqno_q2_dup: count().optional(),
  seqno_q2_next: count().optional(),
  seqno_q2_rec: count().optional(),
}

/** Octets and packets of the socket; missing without a connection. */
const socket = {
  recv_oct: z.int().optional(),
  recv_cnt: z.int().optional(),
  send_oct: z.int().optional(),
  send_cnt: z.int().optional(),
}

const traffic = {
  recv_pkt: z.int(),
  recv_msg: z.int(),
  'recv_msg.qos0': z.int(),
  'recv_msg.qos1': z.int(),
  'recv_msg.qos2': z.int(),
  'recv_msg.dropped': z.int(),
  'recv_msg.dropped.await_pubrel_timeout': z.int(),
  send_pkt: z.int(),
  send_msg: z.int(),
  'send_msg.qos0': z.int(),
  'send_msg.qos1': z.int(),
  'send_msg.qos2': z.int(),
  'send_msg.dropped': z.int(),
  'send_msg.dropped.expired': z.int(),
  'send_msg.dropped.queue_full': z.int(),
  'send_msg.dropped.too_large': z.int(),
}

const session = {
  subscriptions_cnt: z.int(),
  subscriptions_max: countOrInfinity(),
  inflight_cnt: z.int(),
  inflight_max: z.int(),
  mqueue_len: z.int(),
  mqueue_max: countOrInfinity(),
  mqueue_dropped: z.int(),
  awaiting_rel_cnt: z.int(),
  awaiting_rel_max: countOrInfinity(),
}

/** A connected client, or a session without a connection. */
export const Client = response({
  clientid: z.string(),
  username: z.string().nullable(),
  node: z.string(),
  /** `tcp:default` */
  listener: z.string(),
  ip_address: z.string(),
  port: z.int(),
  peersni: z.string().nullable(),
  proto_name: z.string(),
  proto_ver: z.int(),
  /** Seconds. */
  keepalive: z.int(),
  clean_start: z.boolean(),
  is_bridge: z.boolean(),
  mountpoint: z.string().nullable(),
  client_attrs: z.record(z.string(), z.string()),
  enable_authn: z.boolean(),
  auth_expire_at: z.union([z.number(), z.string()]).nullable(),
  connected: z.boolean(),
  connected_at: rfc3339(),
  /** Only for clients that are not connected. */
  disconnected_at: rfc3339().optional(),
  created_at: rfc3339(),
  /** Seconds; 4294967295 means never. */
  expiry_interval: z.int(),
  is_expired: z.boolean(),
  is_persistent: z.boolean(),
  durable: z.boolean(),
  ...socket,
  ...traffic,
  ...session,
  /** Of the Erlang process: memory in words, reductions, mailbox length. */
  heap_size: z.int(),
  reductions: z.int(),
  mailbox_len: z.int(),
  ...durable,
})
export type Client = z.infer<typeof Client>

/** A client in a list. With `fields`, only the requested fields. */
export const ClientRow = Client.partial()
export type ClientRow = z.infer<typeof ClientRow>

/** Values of `fields`. Without it, the broker returns a few more fields. */
export const clientFields = [
  'client_attrs',
  'awaiting_rel_cnt',
  'awaiting_rel_max',
  'clean_start',
  'clientid',
  'connected',
  'connected_at',
  'created_at',
  'disconnected_at',
  'expiry_interval',
  'heap_size',
  'inflight_cnt',
  'inflight_max',
  'ip_address',
  'is_bridge',
  'is_expired',
  'keepalive',
  'mailbox_len',
  'mqueue_dropped',
  'mqueue_len',
  'mqueue_max',
  'node',
  'port',
  'proto_name',
  'proto_ver',
  'recv_cnt',
  'recv_msg',
  'recv_msg.dropped',
  'recv_msg.dropped.await_pubrel_timeout',
  'recv_msg.qos0',
  'recv_msg.qos1',
  'recv_msg.qos2',
  'recv_oct',
  'recv_pkt',
  'reductions',
  'send_cnt',
  'send_msg',
  'send_msg.dropped',
  'send_msg.dropped.expired',
  'send_msg.dropped.queue_full',
  'send_msg.dropped.too_large',
  'send_msg.qos0',
  'send_msg.qos1',
  'send_msg.qos2',
  'send_oct',
  'send_pkt',
  'subscriptions_cnt',
  'subscriptions_max',
  'username',
  'mountpoint',
  'durable',
  'n_streams',
  'seqno_q1_comm',
  'seqno_q1_dup',
  'seqno_q1_next',
  'seqno_q2_comm',
  'seqno_q2_dup',
  'seqno_q2_rec',
  'seqno_q2_next',
] as const satisfies readonly (keyof Client)[]
export type ClientField = (typeof clientFields)[number]

/** A subscription of a client. `durable` is missing in the response to a subscribe request. */
export const ClientSubscription = response({
  clientid: z.string(),
  topic: z.string(),
  qos: qosResponse(),
  nl: bitResponse(),
  rap: bitResponse(),
  rh: z.union([z.literal(0), z.literal(1), z.literal(2)]).meta({ type: 'integer' }),
  node: z.string(),
  durable: z.boolean().optional(),
})
export type ClientSubscription = z.infer<typeof ClientSubscription>

const message = {
  msgid: z.string(),
  topic: z.string(),
  qos: qosResponse(),
  /** Milliseconds since the epoch. */
  publish_at: z.int(),
  from_clientid: z.string(),
  /** The text `undefined` if there is none. */
  from_username: z.string(),
  /** Nanoseconds since the epoch, too large for a number. */
  inserted_at: z.string(),
  /** In the requested encoding; missing with `payload=none`. */
  payload: z.string().optional(),
}

/** A message sent and not yet acknowledged. */
export const InflightMessage = response(message)
export type InflightMessage = z.infer<typeof InflightMessage>

/** A message in the message queue. */
export const MqueueMessage = response({
  ...message,
  mqueue_priority: z
    .union([z.number(), z.literal('infinity')])
    .meta({ oneOf: [{ type: 'string', enum: ['infinity'] }, { type: 'integer' }] }),
})
export type MqueueMessage = z.infer<typeof MqueueMessage>

export const NewSubscription = body({
  topic: string(),
  qos: withDefault(qos(), 0),
  nl: withDefault(bit(), 0),
  rap: withDefault(bit(), 0),
  rh: withDefault(undocumentedRange(0, 2), 0),
})
export type NewSubscription = z.infer<typeof NewSubscription>
