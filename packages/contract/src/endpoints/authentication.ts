import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import {
  body,
  bodyList,
  boolean,
  count,
  object,
  oneOf,
  openObject,
  page,
  paging,
  response,
  string,
  withDefault,
} from '../fields/index.ts'
import { ResourceMetrics, rates } from './chain-status.ts'

/**
 * An authenticator of the chain. Further fields depend on its kind: the broker's plug-ins define and check them.
 * `id` is for example `password_based:mysql`.
 */
export const Authenticator = openObject('authenticator', {
  mechanism: z.string(),
  backend: z.string().optional(),
  enable: z.boolean().optional(),
})
export type Authenticator = z.infer<typeof Authenticator>
export type ListedAuthenticator = Authenticator & { readonly id: string }
const ListedAuthenticator = openObject('authenticator', { id: z.string(), ...Authenticator.shape })

const badRequest = ['BAD_REQUEST'] as const
const one = { params: z.object({ id: string() }), tag: 'Authentication' } as const

export const listAuthenticators = endpoint({
  method: 'GET',
  path: '/authentication',
  tag: 'Authentication',
  ok: { 200: z.array(ListedAuthenticator) },
})

/** Adds an authenticator at the end of the chain. */
export const createAuthenticator = endpoint({
  method: 'POST',
  path: '/authentication',
  title: { en: 'Create authenticator', zh: '创建认证器' },
  tag: 'Authentication',
  body: Authenticator,
  ok: { 200: ListedAuthenticator },
  errors: { 400: badRequest, 409: ['ALREADY_EXISTS'] },
})

/** Reorders the whole chain. */
export const orderAuthenticators = endpoint({
  method: 'PUT',
  path: '/authentication/order',
  title: { en: 'Reorder authenticators', zh: '调整认证器顺序' },
  tag: 'Authentication',
  body: bodyList(object({ id: string() })),
  ok: { 204: empty },
  errors: { 400: badRequest },
})

export const getAuthenticator = endpoint({
  method: 'GET',
  path: '/authentication/{id}',
  ...one,
  ok: { 200: ListedAuthenticator },
  errors: { 404: ['NOT_FOUND'] },
})

/** Replaces the settings. `******` keeps a secret. */
export const updateAuthenticator = endpoint({
  method: 'PUT',
  path: '/authentication/{id}',
  title: { en: 'Edit authenticator', zh: '编辑认证器' },
  ...one,
  body: Authenticator,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: ['NOT_FOUND'], 409: ['ALREADY_EXISTS'] },
})

export const deleteAuthenticator = endpoint({
  method: 'DELETE',
  path: '/authentication/{id}',
  title: { en: 'Delete authenticator', zh: '删除认证器' },
  ...one,
  ok: { 204: empty },
  errors: { 404: ['NOT_FOUND'] },
})

/** `front`, `rear`, `before:ID` or `after:ID` */
export const moveAuthenticator = endpoint({
  method: 'PUT',
  path: '/authentication/{id}/position/{position}',
  title: { en: 'Move authenticator', zh: '移动认证器' },
  tag: 'Authentication',
  params: z.object({ id: string(), position: string() }),
  ok: { 204: empty },
  errors: { 400: badRequest, 404: ['NOT_FOUND'] },
})

const Metrics = response({ total: count(), success: count(), failed: count(), nomatch: count(), ...rates })
const Status = z.enum(['connected', 'disconnected', 'connecting', 'inconsistent'])
const ofNode = <K extends string, T extends z.ZodType>(name: K, type: T) =>
  z.array(response({ node: z.string(), [name]: type } as { node: z.ZodString } & Record<K, T>))

export const AuthenticatorStatus = response({
  status: Status,
  metrics: Metrics,
  resource_metrics: ResourceMetrics,
  node_status: ofNode('status', Status),
  node_metrics: ofNode('metrics', Metrics),
  node_resource_metrics: ofNode('metrics', ResourceMetrics),
  /** Why a node is not connected. */
  node_error: ofNode('error', z.string()),
})
export type AuthenticatorStatus = z.infer<typeof AuthenticatorStatus>

export const getAuthenticatorStatus = endpoint({
  method: 'GET',
  path: '/authentication/{id}/status',
  ...one,
  ok: { 200: AuthenticatorStatus },
  errors: { 404: ['NOT_FOUND'], 500: ['INTERNAL_ERROR'] },
})

/** A user in the built-in database. */
export const AuthenticatorUser = response({ user_id: z.string(), is_superuser: z.boolean().meta({ default: false }) })
export type AuthenticatorUser = z.infer<typeof AuthenticatorUser>

export const listAuthenticatorUsers = endpoint({
  method: 'GET',
  path: '/authentication/{id}/users',
  ...one,
  query: z.object({ ...paging, like_user_id: string().optional(), is_superuser: boolean().optional() }),
  ok: { 200: page(AuthenticatorUser) },
  errors: { 404: ['NOT_FOUND'] },
})

export const NewAuthenticatorUser = body({
  user_id: string(),
  password: string(),
  is_superuser: withDefault(boolean(), false),
})

export const createAuthenticatorUser = endpoint({
  method: 'POST',
  path: '/authentication/{id}/users',
  title: { en: 'Create client credentials', zh: '创建客户端凭据' },
  ...one,
  body: NewAuthenticatorUser,
  ok: { 201: AuthenticatorUser },
  errors: { 400: badRequest, 404: ['NOT_FOUND'], 409: ['ALREADY_EXISTS'] },
})

const user = { params: z.object({ id: string(), user_id: string() }), tag: 'Authentication' } as const

export const getAuthenticatorUser = endpoint({
  method: 'GET',
  path: '/authentication/{id}/users/{user_id}',
  ...user,
  ok: { 200: AuthenticatorUser },
  errors: { 404: ['NOT_FOUND'] },
})

export const AuthenticatorUserChange = body({ password: string(), is_superuser: boolean().optional() })

/** Every change must include the password. A missing `is_superuser` keeps its value. */
export const updateAuthenticatorUser = endpoint({
  method: 'PUT',
  path: '/authentication/{id}/users/{user_id}',
  title: { en: 'Edit client credentials', zh: '编辑客户端凭据' },
  ...user,
  body: AuthenticatorUserChange,
  ok: { 200: AuthenticatorUser },
  errors: { 400: badRequest, 404: ['NOT_FOUND'] },
})

export const deleteAuthenticatorUser = endpoint({
  method: 'DELETE',
  path: '/authentication/{id}/users/{user_id}',
  title: { en: 'Delete client credentials', zh: '删除客户端凭据' },
  ...user,
  ok: { 204: empty },
  errors: { 404: ['NOT_FOUND'] },
})

/** A row of an import: with `password`, or with `password_hash` and `salt`. */
const ImportedUser = z.looseObject({ user_id: z.string().optional() })

/** Result of an import. `override` counts users who existed already. */
export const AuthenticatorImport = response({
  total: count(),
  success: count(),
  override: count(),
  skipped: count(),
  failed: count(),
})
export type AuthenticatorImport = z.infer<typeof AuthenticatorImport>

/**
 * Imports users from a form with a CSV or JSON file in `filename`, or from a JSON list. Existing users are replaced.
 * One invalid row rejects the import, and the message names it.
 */
export const importAuthenticatorUsers = endpoint({
  method: 'POST',
  path: '/authentication/{id}/import_users',
  title: { en: 'Import client credentials', zh: '导入客户端凭据' },
  ...one,
  query: z.object({ type: oneOf(['plain', 'hash']) }),
  upload: 'filename',
  body: bodyList(ImportedUser).optional(),
  timeoutMs: 600_000,
  ok: { 200: AuthenticatorImport },
  errors: { 400: badRequest, 404: ['NOT_FOUND'] },
})

export const authentication = {
  listAuthenticators,
  createAuthenticator,
  orderAuthenticators,
  getAuthenticator,
  updateAuthenticator,
  deleteAuthenticator,
  moveAuthenticator,
  getAuthenticatorStatus,
  listAuthenticatorUsers,
  createAuthenticatorUser,
  getAuthenticatorUser,
  updateAuthenticatorUser,
  deleteAuthenticatorUser,
  importAuthenticatorUsers,
}
