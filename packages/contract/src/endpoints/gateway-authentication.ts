import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, oneOf, openObject, page, paging, string, withDefault } from '../fields/index.ts'
import type { Text } from '../text.ts'
import {
  Authenticator,
  AuthenticatorImport,
  AuthenticatorUser,
  AuthenticatorUserChange,
  NewAuthenticatorUser,
} from './authentication.ts'
import { byGateway, byGatewayListener, gatewayErrors as errors } from './gateways.ts'

/**
 * The authenticator of a gateway or of one of its listeners: one, where MQTT has a chain. `chain_name` is `stomp:global`, or the ID
 * of the listener.
 */
export const GatewayAuthenticator = openObject('gateway_authenticator', {
  id: z.string().optional(),
  chain_name: z.string().optional(),
  ...Authenticator.shape,
})
export type GatewayAuthenticator = z.infer<typeof GatewayAuthenticator>

const userQuery = z.object({ ...paging, like_user_id: string().optional(), is_superuser: boolean().optional() })
/** Whether the rows have passwords or hashes. EMQX has no such parameter and reads hashes. */
const importQuery = z.object({ type: withDefault(oneOf(['plain', 'hash']), 'hash') })
const uid = { uid: string() }
const userErrors = { ...errors, 409: ['ALREADY_EXISTS'] } as const

interface About<Titled extends string> {
  readonly tag: string
  readonly titles: Readonly<Record<Titled, Text>>
}

const authenticatorOf = <const P extends string, S extends z.ZodObject>(
  path: P,
  params: S,
  { tag, titles }: About<'create' | 'update' | 'remove'>,
) => ({
  /** 204 if there is none. */
  get: endpoint({ method: 'GET', path, tag, params, ok: { 200: GatewayAuthenticator, 204: empty }, errors }),
  create: endpoint({
    method: 'POST',
    path,
    title: titles.create,
    tag,
    params,
    body: GatewayAuthenticator,
    ok: { 201: GatewayAuthenticator },
    errors,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    title: titles.update,
    tag,
    params,
    body: GatewayAuthenticator,
    ok: { 200: GatewayAuthenticator },
    errors,
  }),
  /** Deletes its users, too. */
  remove: endpoint({ method: 'DELETE', path, title: titles.remove, tag, params, ok: { 204: empty }, errors }),
})

const usersOf = <const P extends string, S extends z.ZodObject, U extends z.ZodObject>(
  path: P,
  params: S,
  user: U,
  { tag, titles }: About<'create' | 'update' | 'remove' | 'upload'>,
) => ({
  list: endpoint({
    method: 'GET',
    path: `${path}/users`,
    tag,
    params,
    query: userQuery,
    ok: { 200: page(AuthenticatorUser) },
    errors,
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/users`,
    title: titles.create,
    tag,
    params,
    body: NewAuthenticatorUser,
    ok: { 201: AuthenticatorUser },
    errors: userErrors,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/users/{uid}`,
    tag,
    params: user,
    ok: { 200: AuthenticatorUser },
    errors,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/users/{uid}`,
    title: titles.update,
    tag,
    params: user,
    body: AuthenticatorUserChange,
    ok: { 200: AuthenticatorUser },
    errors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/users/{uid}`,
    title: titles.remove,
    tag,
    params: user,
    ok: { 204: empty },
    errors,
  }),
  /** A form with a CSV or JSON file in `filename`. Existing users are replaced. */
  upload: endpoint({
    method: 'POST',
    path: `${path}/import_users`,
    title: titles.upload,
    tag: 'Gateway Authentication',
    params,
    query: importQuery,
    upload: 'filename',
    timeoutMs: 600_000,
    ok: { 200: AuthenticatorImport },
    errors,
  }),
})

const gatewayPath = '/gateways/{name}/authentication'
const listenerPath = '/gateways/{name}/listeners/{id}/authentication'
const gateway = authenticatorOf(gatewayPath, byGateway, {
  tag: 'Gateway Authentication',
  titles: {
    create: { en: 'Create gateway authenticator', zh: '创建网关认证器' },
    update: { en: 'Edit gateway authenticator', zh: '编辑网关认证器' },
    remove: { en: 'Delete gateway authenticator', zh: '删除网关认证器' },
  },
})
const listener = authenticatorOf(listenerPath, byGatewayListener, {
  tag: 'Gateway Listeners',
  titles: {
    create: { en: 'Create authenticator of gateway listener', zh: '创建网关监听器的认证器' },
    update: { en: 'Edit authenticator of gateway listener', zh: '编辑网关监听器的认证器' },
    remove: { en: 'Delete authenticator of gateway listener', zh: '删除网关监听器的认证器' },
  },
})
const gatewayUsers = usersOf(gatewayPath, byGateway, byGateway.extend(uid), {
  tag: 'Gateway Authentication',
  titles: {
    create: { en: 'Create gateway user', zh: '创建网关用户' },
    update: { en: 'Edit gateway user', zh: '编辑网关用户' },
    remove: { en: 'Delete gateway user', zh: '删除网关用户' },
    upload: { en: 'Import gateway users', zh: '导入网关用户' },
  },
})
const listenerUsers = usersOf(listenerPath, byGatewayListener, byGatewayListener.extend(uid), {
  tag: 'Gateway Listeners',
  titles: {
    create: { en: 'Create user of gateway listener', zh: '创建网关监听器的用户' },
    update: { en: 'Edit user of gateway listener', zh: '编辑网关监听器的用户' },
    remove: { en: 'Delete user of gateway listener', zh: '删除网关监听器的用户' },
    upload: { en: 'Import users of gateway listener', zh: '导入网关监听器的用户' },
  },
})

export const getGatewayAuthenticator = gateway.get
export const createGatewayAuthenticator = gateway.create
export const updateGatewayAuthenticator = gateway.update
export const deleteGatewayAuthenticator = gateway.remove
export const listGatewayUsers = gatewayUsers.list
export const createGatewayUser = gatewayUsers.create
export const getGatewayUser = gatewayUsers.get
export const updateGatewayUser = gatewayUsers.update
export const deleteGatewayUser = gatewayUsers.remove
export const importGatewayUsers = gatewayUsers.upload
export const getListenerAuthenticator = listener.get
export const createListenerAuthenticator = listener.create
export const updateListenerAuthenticator = listener.update
export const deleteListenerAuthenticator = listener.remove
export const listListenerUsers = listenerUsers.list
export const createListenerUser = listenerUsers.create
export const getListenerUser = listenerUsers.get
export const updateListenerUser = listenerUsers.update
export const deleteListenerUser = listenerUsers.remove
export const importListenerUsers = listenerUsers.upload

export const gatewayAccess = {
  getGatewayAuthenticator,
  createGatewayAuthenticator,
  updateGatewayAuthenticator,
  deleteGatewayAuthenticator,
  listGatewayUsers,
  createGatewayUser,
  getGatewayUser,
  updateGatewayUser,
  deleteGatewayUser,
  importGatewayUsers,
  getListenerAuthenticator,
  createListenerAuthenticator,
  updateListenerAuthenticator,
  deleteListenerAuthenticator,
  listListenerUsers,
  createListenerUser,
  getListenerUser,
  updateListenerUser,
  deleteListenerUser,
  importListenerUsers,
}
