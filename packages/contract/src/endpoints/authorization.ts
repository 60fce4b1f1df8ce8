import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, bodyList, count, object, oneOf, openObject, response, string } from '../fields/index.ts'
import { authorizationOptions } from '../roots/authorization.ts'
import { ResourceMetrics, rates } from './chain-status.ts'

/**
 * An authorization source of the chain. Further fields depend on its type: the broker's plug-ins define and check them.
 */
export const AuthorizationSource = openObject('authorization', { type: z.string(), enable: z.boolean().optional() })
export type AuthorizationSource = z.infer<typeof AuthorizationSource>

/** Every type of source in EMQX. */
export const authzSourceTypes = [
  'file',
  'built_in_database',
  'http',
  'redis',
  'mysql',
  'postgresql',
  'mongodb',
  'ldap',
] as const

const tag = 'Authorization'
const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const one = { params: z.object({ type: oneOf(authzSourceTypes) }), tag } as const

export const listAuthzSources = endpoint({
  method: 'GET',
  path: '/authorization/sources',
  tag,
  ok: { 200: response({ sources: z.array(AuthorizationSource) }) },
})

/** Adds a source at the start of the chain. Each type can exist once. */
export const createAuthzSource = endpoint({
  method: 'POST',
  path: '/authorization/sources',
  title: { en: 'Create ACL source', zh: '创建 ACL 数据源' },
  tag,
  body: AuthorizationSource,
  ok: { 204: empty },
  errors: { 400: badRequest },
})

/** Reorders the whole chain. */
export const orderAuthzSources = endpoint({
  method: 'PUT',
  path: '/authorization/sources/order',
  title: { en: 'Reorder ACL sources', zh: '调整 ACL 数据源顺序' },
  tag,
  body: bodyList(object({ type: oneOf(authzSourceTypes) })),
  ok: { 204: empty },
  errors: { 400: badRequest },
})

export const getAuthzSource = endpoint({
  method: 'GET',
  path: '/authorization/sources/{type}',
  ...one,
  ok: { 200: AuthorizationSource },
  errors: { 404: notFound },
})

/** Replaces the settings. `******` keeps a secret. */
export const updateAuthzSource = endpoint({
  method: 'PUT',
  path: '/authorization/sources/{type}',
  title: { en: 'Edit ACL source', zh: '编辑 ACL 数据源' },
  ...one,
  body: AuthorizationSource,
  ok: { 204: empty },
  errors: { 400: badRequest },
})

export const deleteAuthzSource = endpoint({
  method: 'DELETE',
  path: '/authorization/sources/{type}',
  title: { en: 'Delete ACL source', zh: '删除 ACL 数据源' },
  ...one,
  ok: { 204: empty },
  errors: { 400: badRequest },
})

/** `front`, `rear`, `before:TYPE` or `after:TYPE` */
export const moveAuthzSource = endpoint({
  method: 'POST',
  path: '/authorization/sources/{type}/move',
  title: { en: 'Move ACL source', zh: '移动 ACL 数据源' },
  ...one,
  body: body({ position: string() }),
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound },
})

const Metrics = response({
  total: count(),
  allow: count(),
  deny: count(),
  nomatch: z.number(),
  ignore: count(),
  ...rates,
})

export const AuthzSourceStatus = response({
  status: z.enum(['connected', 'disconnected', 'connecting', 'inconsistent']),
  metrics: Metrics,
  resource_metrics: ResourceMetrics,
  node_status: z.array(response({ node: z.string(), status: z.enum(['connected', 'disconnected', 'connecting']) })),
  node_metrics: z.array(response({ node: z.string(), metrics: Metrics })),
  node_resource_metrics: z.array(response({ node: z.string(), metrics: ResourceMetrics })),
  /** Why a node is not connected. */
  node_error: z.array(response({ node: z.string(), error: z.string() })),
})
export type AuthzSourceStatus = z.infer<typeof AuthzSourceStatus>

export const getAuthzSourceStatus = endpoint({
  method: 'GET',
  path: '/authorization/sources/{type}/status',
  ...one,
  ok: { 200: AuthzSourceStatus },
  errors: { 400: badRequest, 404: notFound },
})

export const getAuthorizationSettings = endpoint({
  method: 'GET',
  path: '/authorization/settings',
  tag,
  ok: { 200: authorizationOptions.schema },
})

export const updateAuthorizationSettings = endpoint({
  method: 'PUT',
  path: '/authorization/settings',
  title: { en: 'Change authorization settings', zh: '修改授权设置' },
  tag,
  body: authorizationOptions.schema,
  ok: { 200: authorizationOptions.schema },
  errors: { 400: badRequest },
})

/** Clears the authorization cache of all clients. */
export const clearAuthorizationCache = endpoint({
  method: 'DELETE',
  path: '/authorization/cache',
  title: { en: 'Clear authorization cache', zh: '清除授权缓存' },
  tag,
  ok: { 204: empty },
  errors: { 400: badRequest },
})

/** A cached authorization result of one client. */
export const CachedAuthorization = response({
  /** `updated_time`: milliseconds since the epoch. */
  access: response({
    action_type: z.enum(['publish', 'subscribe']),
    qos: z.int(),
    /** Only for publishing. */
    retain: z.boolean().optional(),
  }),
  topic: z.string(),
  result: z.enum(['allow', 'deny']),
  updated_time: count(),
})
export type CachedAuthorization = z.infer<typeof CachedAuthorization>

const ofClient = {
  path: '/clients/{clientid}/authorization/cache',
  tag: 'Clients',
  params: z.object({ clientid: string() }),
  errors: { 404: ['CLIENTID_NOT_FOUND'] },
} as const

export const getClientAuthorizationCache = endpoint({
  method: 'GET',
  ...ofClient,
  ok: { 200: z.array(CachedAuthorization) },
})

export const clearClientAuthorizationCache = endpoint({
  method: 'DELETE',
  title: { en: 'Clear authorization cache of client', zh: '清除客户端授权缓存' },
  ...ofClient,
  ok: { 204: empty },
})

export const authorization = {
  listAuthzSources,
  createAuthzSource,
  orderAuthzSources,
  getAuthzSource,
  updateAuthzSource,
  deleteAuthzSource,
  moveAuthzSource,
  getAuthzSourceStatus,
  getAuthorizationSettings,
  updateAuthorizationSettings,
  clearAuthorizationCache,
  getClientAuthorizationCache,
  clearClientAuthorizationCache,
}
