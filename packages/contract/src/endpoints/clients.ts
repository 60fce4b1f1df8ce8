import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import {
  body,
  bodyList,
  boolean,
  bytesize,
  continuation,
  cursorPage,
  fieldList,
  ipAddress,
  nonNegInteger,
  oneOf,
  page,
  paging,
  positionPage,
  protocolVersion,
  range,
  string,
  stringList,
  timestamp,
  withDefault,
} from '../fields/index.ts'
import {
  Client,
  ClientRow,
  ClientSubscription,
  clientFields,
  InflightMessage,
  MqueueMessage,
  NewSubscription,
} from './client-model.ts'

export * from './client-model.ts'

const byClientId = z.object({ clientid: string() })

const filters = {
  username: stringList().optional(),
  ip_address: ipAddress().optional(),
  conn_state: oneOf(['connected', 'idle', 'disconnected']).optional(),
  clean_start: boolean().optional(),
  proto_ver: protocolVersion().optional(),
  like_clientid: string().optional(),
  like_username: string().optional(),
  gte_created_at: timestamp().optional(),
  lte_created_at: timestamp().optional(),
  gte_connected_at: timestamp().optional(),
  lte_connected_at: timestamp().optional(),
  clientid: stringList().optional(),
  fields: withDefault(fieldList(clientFields), 'all'),
}

/** Several values of one filter are alternatives. Different filters must all match. Times are inclusive. */
export const ClientQuery = z.object({ page: paging.page, node: string().optional(), limit: paging.limit, ...filters })
export type ClientQuery = z.infer<typeof ClientQuery>

export const ClientCursorQuery = z.object({ limit: paging.limit, cursor: string().optional(), ...filters })
export type ClientCursorQuery = z.infer<typeof ClientCursorQuery>

export const MessageQuery = z.object({
  payload: withDefault(oneOf(['none', 'base64', 'plain']), 'base64'),
  max_payload_bytes: withDefault(bytesize(), 1_048_576, '1MB'),
  ...continuation,
})
export type MessageQuery = z.infer<typeof MessageQuery>

export const SubscriptionEnd = body({ topic: string() })
export type SubscriptionEnd = z.infer<typeof SubscriptionEnd>

/** Seconds. */
export const KeepaliveChange = body({ interval: range(0, 65_535) })
export type KeepaliveChange = z.infer<typeof KeepaliveChange>

const clientNotFound = { 404: ['CLIENTID_NOT_FOUND'] } as const
const messageErrors = {
  400: ['INVALID_PARAMETER'],
  404: ['CLIENTID_NOT_FOUND', 'CLIENT_SHUTDOWN'],
  501: ['NOT_IMPLEMENTED'],
} as const

export const listClients = endpoint({
  method: 'GET',
  path: '/clients',
  tag: 'Clients',
  query: ClientQuery,
  ok: { 200: page(ClientRow) },
  errors: { 400: ['INVALID_PARAMETER'] },
})

/** The same without page numbers and total, to iterate over any number of clients. */
export const listClientsV2 = endpoint({
  method: 'GET',
  path: '/clients_v2',
  tag: 'Clients',
  hidden: true,
  query: ClientCursorQuery,
  ok: { 200: cursorPage(ClientRow) },
  errors: { 400: ['INVALID_PARAMETER', 'BAD_REQUEST'] },
})

export const getClient = endpoint({
  method: 'GET',
  path: '/clients/{clientid}',
  tag: 'Clients',
  params: byClientId,
  ok: { 200: Client },
  errors: clientNotFound,
})

/** Closes the connection and deletes the session. */
export const kickClient = endpoint({
  method: 'DELETE',
  path: '/clients/{clientid}',
  title: { en: 'Kick out client', zh: '踢除客户端' },
  tag: 'Clients',
  params: byClientId,
  ok: { 204: empty },
  errors: clientNotFound,
})

/** Client IDs; unknown ones are ignored. */
export const kickClients = endpoint({
  method: 'POST',
  path: '/clients/kickout/bulk',
  title: { en: 'Kick out clients', zh: '批量踢除客户端' },
  tag: 'Clients',
  body: bodyList(string()),
  ok: { 204: empty },
})

export const listClientSubscriptions = endpoint({
  method: 'GET',
  path: '/clients/{clientid}/subscriptions',
  tag: 'Clients',
  params: byClientId,
  ok: { 200: z.array(ClientSubscription) },
  errors: clientNotFound,
})

export const subscribeClient = endpoint({
  method: 'POST',
  path: '/clients/{clientid}/subscribe',
  title: { en: 'Subscribe client', zh: '为客户端添加订阅' },
  tag: 'Clients',
  params: byClientId,
  body: NewSubscription,
  ok: { 200: ClientSubscription },
  errors: clientNotFound,
})

export const subscribeClientBulk = endpoint({
  method: 'POST',
  path: '/clients/{clientid}/subscribe/bulk',
  title: { en: 'Subscribe client to topics', zh: '为客户端批量添加订阅' },
  tag: 'Clients',
  params: byClientId,
  body: bodyList(NewSubscription),
  ok: { 200: z.array(ClientSubscription) },
  errors: clientNotFound,
})

export const unsubscribeClient = endpoint({
  method: 'POST',
  path: '/clients/{clientid}/unsubscribe',
  title: { en: 'Unsubscribe client', zh: '取消客户端订阅' },
  tag: 'Clients',
  params: byClientId,
  body: SubscriptionEnd,
  ok: { 204: empty },
  errors: clientNotFound,
})

export const unsubscribeClientBulk = endpoint({
  method: 'POST',
  path: '/clients/{clientid}/unsubscribe/bulk',
  title: { en: 'Unsubscribe client from topics', zh: '批量取消客户端订阅' },
  tag: 'Clients',
  params: byClientId,
  body: bodyList(SubscriptionEnd),
  ok: { 204: empty },
  errors: clientNotFound,
})

export const listInflightMessages = endpoint({
  method: 'GET',
  path: '/clients/{clientid}/inflight_messages',
  tag: 'Clients',
  params: byClientId,
  query: MessageQuery,
  ok: { 200: positionPage(InflightMessage) },
  errors: messageErrors,
})

export const listMqueueMessages = endpoint({
  method: 'GET',
  path: '/clients/{clientid}/mqueue_messages',
  tag: 'Clients',
  params: byClientId,
  query: MessageQuery,
  ok: { 200: positionPage(MqueueMessage) },
  errors: messageErrors,
})

export const setKeepalive = endpoint({
  method: 'PUT',
  path: '/clients/{clientid}/keepalive',
  title: { en: 'Change keep alive of client', zh: '修改客户端心跳时间' },
  tag: 'Clients',
  hidden: true,
  params: byClientId,
  body: KeepaliveChange,
  ok: { 200: Client },
  errors: clientNotFound,
})

/** Number of current sessions, and of those that ended after `since` (seconds) if the broker keeps a history. */
export const countSessions = endpoint({
  method: 'GET',
  path: '/sessions_count',
  tag: 'Clients',
  query: z.object({ since: withDefault(nonNegInteger(), 0) }),
  ok: { 200: z.int().meta({ type: 'string' }) },
  errors: { 400: ['BAD_REQUEST'] },
})

export const clients = {
  listClients,
  listClientsV2,
  getClient,
  kickClient,
  kickClients,
  listClientSubscriptions,
  subscribeClient,
  subscribeClientBulk,
  unsubscribeClient,
  unsubscribeClientBulk,
  listInflightMessages,
  listMqueueMessages,
  setKeepalive,
  countSessions,
}
