import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, count, countOrInfinity, openObject, response, rfc3339, string } from '../fields/index.ts'

/** Names in EMQX's document. The embedded broker has the first five of {@link knownGateways}. */
export const knownGateways = ['coap', 'exproto', 'gbt32960', 'jt808', 'lwm2m', 'mqttsn', 'ocpp', 'stomp'] as const
const statuses = ['running', 'stopped', 'unloaded'] as const

/** The name of a gateway. An unknown one is 400, not 404, as in EMQX; the server says so. */
export const gatewayName = () => string({ enum: knownGateways })
export const byGateway = z.object({ name: gatewayName() })
export const byGatewayListener = z.object({ name: gatewayName(), id: string() })

/** Of most operations. */
export const gatewayErrors = { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND', 'RESOURCE_NOT_FOUND'] } as const

const Status = z.enum(statuses)
export type GatewayStatus = z.infer<typeof Status>

/** Of a gateway that was never configured, only `name` and `status`. */
export const GatewayOverview = response({
  name: z.string(),
  status: Status,
  created_at: z.string().optional(),
  started_at: z.string().optional(),
  stopped_at: z.string().optional(),
  max_connections: countOrInfinity().optional(),
  current_connections: count().optional(),
  listeners: z.array(response({ id: z.string(), name: z.string(), type: z.string(), running: z.boolean() })).optional(),
  node_status: z
    .array(
      response({
        node: z.string(),
        status: Status,
        max_connections: countOrInfinity().optional(),
        current_connections: count().optional(),
      }),
    )
    .optional(),
})
export type GatewayOverview = z.infer<typeof GatewayOverview>

/** A gateway with its settings, which depend on its kind. `openObject`: the server inserts their schemas. */
export const Gateway = openObject('gateway', {
  name: z.string(),
  status: Status,
  enable: z.boolean().optional(),
  created_at: rfc3339().optional(),
  started_at: rfc3339().optional(),
  stopped_at: rfc3339().optional(),
})
export type Gateway = z.infer<typeof Gateway>

/** Settings of a gateway. `listeners` only matters for a gateway that is not loaded. */
export const GatewayChange = openObject('gateway_change', {})
export type GatewayChange = z.infer<typeof GatewayChange>

const ListenerState = response({
  running: z.union([z.boolean(), z.literal('inconsistent')]).optional(),
  current_connections: count().optional(),
  max_connections: countOrInfinity().optional(),
})

/** A listener of a gateway. `running` is in single ones, `status` and `node_status` in lists, as in EMQX. */
export const GatewayListener = openObject('gateway_listener', {
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bind: z.string(),
  enable: z.boolean().optional(),
  running: z.boolean().optional(),
  status: ListenerState.optional(),
  node_status: z.array(response({ node: z.string(), status: ListenerState.optional() })).optional(),
})
export type GatewayListener = z.infer<typeof GatewayListener>

/** `type`, `name` and `bind` are required; the fields depend on the type. */
export const NewGatewayListener = openObject('gateway_listener_change', {})
export type NewGatewayListener = z.infer<typeof NewGatewayListener>

export const listGateways = endpoint({
  method: 'GET',
  path: '/gateways',
  tag: 'Gateways',
  query: z.object({ status: string({ enum: statuses }).optional() }),
  ok: { 200: z.array(GatewayOverview) },
  errors: { 400: ['BAD_REQUEST'] },
})

export const getGateway = endpoint({
  method: 'GET',
  path: '/gateways/{name}',
  tag: 'Gateways',
  params: byGateway,
  ok: { 200: Gateway },
  errors: gatewayErrors,
})

/** Loads the gateway, or replaces its settings. */
export const updateGateway = endpoint({
  method: 'PUT',
  path: '/gateways/{name}',
  title: { en: 'Edit gateway', zh: '编辑网关' },
  tag: 'Gateways',
  params: byGateway,
  body: GatewayChange,
  ok: { 204: empty },
  errors: gatewayErrors,
})

/** Disabling disconnects the clients. */
export const enableGateway = endpoint({
  method: 'PUT',
  path: '/gateways/{name}/enable/{enable}',
  title: { en: 'Enable or disable gateway', zh: '启用或禁用网关' },
  tag: 'Gateways',
  params: z.object({ name: gatewayName(), enable: boolean() }),
  ok: { 204: empty },
  errors: gatewayErrors,
})

/** A transport of gateway listeners, and why this node cannot run it. */
export const GatewayTransportInfo = response({
  type: z.string(),
  available: z.boolean(),
  reason: z.string().optional(),
})
export type GatewayTransportInfo = z.infer<typeof GatewayTransportInfo>

/** Transports that not every machine has. An addition of MQDeck. */
export const listGatewayTransports = endpoint({
  method: 'GET',
  path: '/mqdeck/gateway_transports',
  tag: 'MQDeck',
  ok: { 200: z.array(GatewayTransportInfo) },
})

const tag = 'Gateway Listeners'

export const listGatewayListeners = endpoint({
  method: 'GET',
  path: '/gateways/{name}/listeners',
  tag,
  params: byGateway,
  ok: { 200: z.array(GatewayListener) },
  errors: gatewayErrors,
})

export const createGatewayListener = endpoint({
  method: 'POST',
  path: '/gateways/{name}/listeners',
  title: { en: 'Create gateway listener', zh: '创建网关监听器' },
  tag,
  params: byGateway,
  body: NewGatewayListener,
  ok: { 201: GatewayListener },
  errors: gatewayErrors,
})

/** IDs have three parts: `stomp:tcp:default`. */
export const getGatewayListener = endpoint({
  method: 'GET',
  path: '/gateways/{name}/listeners/{id}',
  tag,
  params: byGatewayListener,
  ok: { 200: GatewayListener },
  errors: gatewayErrors,
})

/** Missing fields get their defaults. Name and type stay. */
export const updateGatewayListener = endpoint({
  method: 'PUT',
  path: '/gateways/{name}/listeners/{id}',
  title: { en: 'Edit gateway listener', zh: '编辑网关监听器' },
  tag,
  params: byGatewayListener,
  body: NewGatewayListener,
  ok: { 200: GatewayListener },
  errors: gatewayErrors,
})

/** Disconnects its clients and deletes its authenticator with its users. */
export const deleteGatewayListener = endpoint({
  method: 'DELETE',
  path: '/gateways/{name}/listeners/{id}',
  title: { en: 'Delete gateway listener', zh: '删除网关监听器' },
  tag,
  params: byGatewayListener,
  ok: { 204: empty },
  errors: gatewayErrors,
})

export const gatewayControl = {
  listGatewayTransports,
  listGateways,
  getGateway,
  updateGateway,
  enableGateway,
  listGatewayListeners,
  createGatewayListener,
  getGatewayListener,
  updateGatewayListener,
  deleteGatewayListener,
}
