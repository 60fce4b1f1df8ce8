import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import {
  bit,
  bitResponse,
  body,
  boolean,
  count,
  countOrInfinity,
  field,
  ipAddress,
  object,
  oneOf,
  page,
  paging,
  qos,
  qosResponse,
  response,
  rfc3339,
  string,
  timestamp,
  toInteger,
} from '../fields/index.ts'
import { gatewayErrors as errors, gatewayName } from './gateways.ts'

const tag = 'Gateway Clients'
const byName = z.object({ name: gatewayName() })
const byClient = z.object({ name: gatewayName(), clientid: string() })

/** Seconds; EMQX documents a string. */
const lifetime = () =>
  field<number, number | `${number}`>({ type: 'string' }, (value, refuse) => {
    const seconds = toInteger(value)
    return seconds !== undefined && seconds >= 0 ? seconds : refuse({ expected: 'non_neg_integer()' })
  })

/** Different filters must all match. Times are inclusive. Names of endpoints and lifetimes are those of LwM2M. */
export const GatewayClientQuery = z.object({
  node: string().optional(),
  clientid: string().optional(),
  username: string().optional(),
  ip_address: ipAddress().optional(),
  conn_state: oneOf(['connected', 'idle', 'disconnected']).optional(),
  proto_ver: string().optional(),
  clean_start: boolean().optional(),
  like_clientid: string().optional(),
  like_username: string().optional(),
  gte_created_at: timestamp().optional(),
  lte_created_at: timestamp().optional(),
  gte_connected_at: timestamp().optional(),
  lte_connected_at: timestamp().optional(),
  endpoint_name: string().optional(),
  like_endpoint_name: string().optional(),
  gte_lifetime: lifetime().optional(),
  lte_lifetime: lifetime().optional(),
  ...paging,
})
export type GatewayClientQuery = z.infer<typeof GatewayClientQuery>

const time = () => rfc3339().nullable().optional()

export const GatewayClient = response({
  clientid: z.string(),
  username: z.string().nullable().optional(),
  node: z.string(),
  proto_name: z.string(),
  proto_ver: z.string(),
  ip_address: z.string(),
  port: z.int(),
  connected: z.boolean(),
  connected_at: time(),
  disconnected_at: time(),
  created_at: time(),
  keepalive: count(),
  clean_start: z.boolean(),
  expiry_interval: count(),
  is_bridge: z.boolean(),
  mountpoint: z.string().optional(),
  /** Of LwM2M clients. */
  endpoint_name: z.string().optional(),
  lifetime: count().optional(),
  subscriptions_cnt: count(),
  subscriptions_max: countOrInfinity(),
  inflight_cnt: count(),
  inflight_max: countOrInfinity(),
  mqueue_len: count(),
  mqueue_max: countOrInfinity(),
  mqueue_dropped: count(),
  awaiting_rel_cnt: count(),
  awaiting_rel_max: countOrInfinity(),
  recv_oct: count(),
  recv_cnt: count(),
  recv_pkt: count(),
  recv_msg: count(),
  send_oct: count(),
  send_cnt: count(),
  send_pkt: count(),
  send_msg: count(),
  mailbox_len: count().optional(),
  heap_size: count().optional(),
  reductions: count().optional(),
})
export type GatewayClient = z.infer<typeof GatewayClient>

/** `subid`: the ID of a subscription of STOMP. */
const subProps = { subid: string().optional() }

export const GatewaySubscription = response({
  topic: z.string(),
  qos: qosResponse(),
  nl: bitResponse().optional(),
  rap: bitResponse().optional(),
  rh: z.int().min(0).max(2).optional(),
  is_new: z.boolean().optional(),
  sub_props: response({ subid: z.string().optional() }).optional(),
})
export type GatewaySubscription = z.infer<typeof GatewaySubscription>

export const NewGatewaySubscription = body({
  /** Required; the server says so with EMQX's text. */
  topic: string().optional(),
  /** Default 0. */
  qos: qos().optional(),
  nl: bit().optional(),
  rap: bit().optional(),
  /** Default 1. */
  rh: qos().optional(),
  sub_props: object(subProps).optional(),
})
export type NewGatewaySubscription = z.input<typeof NewGatewaySubscription>

export const listGatewayClients = endpoint({
  method: 'GET',
  path: '/gateways/{name}/clients',
  tag,
  params: byName,
  query: GatewayClientQuery,
  ok: { 200: page(GatewayClient) },
  errors: { ...errors, 500: ['NODE_DOWN'] },
})

export const getGatewayClient = endpoint({
  method: 'GET',
  path: '/gateways/{name}/clients/{clientid}',
  tag,
  params: byClient,
  ok: { 200: GatewayClient },
  errors,
})

export const kickGatewayClient = endpoint({
  method: 'DELETE',
  path: '/gateways/{name}/clients/{clientid}',
  title: { en: 'Disconnect gateway client', zh: '断开网关客户端' },
  tag,
  params: byClient,
  ok: { 204: empty },
  errors,
})

export const listGatewaySubscriptions = endpoint({
  method: 'GET',
  path: '/gateways/{name}/clients/{clientid}/subscriptions',
  tag,
  params: byClient,
  ok: { 200: z.array(GatewaySubscription) },
  errors,
})

export const createGatewaySubscription = endpoint({
  method: 'POST',
  path: '/gateways/{name}/clients/{clientid}/subscriptions',
  title: { en: 'Subscribe gateway client', zh: '为网关客户端添加订阅' },
  tag,
  params: byClient,
  body: NewGatewaySubscription,
  ok: { 201: GatewaySubscription },
  errors,
})

export const deleteGatewaySubscription = endpoint({
  method: 'DELETE',
  path: '/gateways/{name}/clients/{clientid}/subscriptions/{topic}',
  title: { en: 'Unsubscribe gateway client', zh: '取消网关客户端的订阅' },
  tag,
  params: z.object({ name: gatewayName(), clientid: string(), topic: string() }),
  ok: { 204: empty },
  errors,
})

export const gatewayClients = {
  listGatewayClients,
  getGatewayClient,
  kickGatewayClient,
  listGatewaySubscriptions,
  createGatewaySubscription,
  deleteGatewaySubscription,
}
