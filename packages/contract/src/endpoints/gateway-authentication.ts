import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, oneOf, openObject, page, paging, string, withDefault } from '../fields/index.ts'
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

const authenticatorOf = <const P extends string, S extends z.ZodObject>(path: P, params: S, tag: string) => ({
  /** 204 if there is none. */
  get: endpoint({ method: 'GET', path, tag, params, ok: { 200: GatewayAuthenticator, 204: empty }, errors }),
  create: endpoint({
    method: 'POST',
    path,
    tag,
    params,
    body: GatewayAuthenticator,
    ok: { 201: GatewayAuthenticator },
    errors,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    tag,
    params,
    body: GatewayAuthenticator,
    ok: { 200: GatewayAuthenticator },
    errors,
  }),
  /** Deletes its users, too. */
  remove: endpoint({ method: 'DELETE', path, tag, params, ok: { 204: empty }, errors }),
})

const usersOf = <const P extends string, S extends z.ZodObject, U extends z.ZodObject>(
  path: P,
  params: S,
  user: U,
  tag: string,
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
    tag,
    params: user,
    body: AuthenticatorUserChange,
    ok: { 200: AuthenticatorUser },
    errors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/users/{uid}`,
    tag,
    params: user,
    ok: { 204: empty },
    errors,
  }),
  /** A form with a CSV or JSON file in `filename`. Existing users are replaced. */
  upload: endpoint({
    method: 'POST',
    path: `${path}/import_users`,
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
const gateway = authenticatorOf(gatewayPath, byGateway, 'Gateway Authentication')
const listener = authenticatorOf(listenerPath, byGatewayListener, 'Gateway Listeners')
const gatewayUsers = usersOf(gatewayPath, byGateway, byGateway.extend(uid), 'Gateway Authentication')
const listenerUsers = usersOf(listenerPath, byGatewayListener, byGatewayListener.extend(uid), 'Gateway Listeners')

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
