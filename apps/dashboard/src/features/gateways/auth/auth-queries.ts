import type { AuthenticatorUser } from '@mqdeck/contract'
import {
  createGatewayAuthenticator,
  createGatewayUser,
  createListenerAuthenticator,
  createListenerUser,
  deleteGatewayAuthenticator,
  deleteGatewayUser,
  deleteListenerAuthenticator,
  deleteListenerUser,
  getGatewayAuthenticator,
  getListenerAuthenticator,
  importGatewayUsers,
  importListenerUsers,
  listGatewayUsers,
  listListenerUsers,
  updateGatewayAuthenticator,
  updateGatewayUser,
  updateListenerAuthenticator,
  updateListenerUser,
} from '@mqdeck/contract'
import { defineChange, defineQuery, type Paging, type RowPage } from '../../../api/index.ts'
import { type UserCalls, userQueryOf } from '../../access/index.ts'

/** The authenticator of a gateway or of a listener. */
export interface OwnAuthenticator {
  /** `password_based:mysql` */
  readonly type: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** Name of a gateway, or ID of one of its listeners: `stomp`, `stomp:tcp:default`. */
interface ByOwner {
  readonly id: string
}

type WithSettings = ByOwner & { readonly settings: Readonly<Record<string, unknown>> }

/** Path parameters of a listener; undefined for a gateway. */
function listenerOf(id: string): { readonly name: string; readonly id: string } | undefined {
  const [name = '', ...rest] = id.split(':')
  return rest.length > 0 ? { name, id } : undefined
}

/** Null without an authenticator. */
export const authenticatorQuery = defineQuery<ByOwner, OwnAuthenticator | null>({
  name: 'gateway-authenticator',
  async load(call, { id }, signal) {
    const listener = listenerOf(id)
    const found = listener
      ? await call(getListenerAuthenticator, { params: listener, signal })
      : await call(getGatewayAuthenticator, { params: { name: id }, signal })
    if (found === undefined) return null
    const { id: _, chain_name: _chain, ...settings } = { id: undefined, chain_name: undefined, ...found }
    const { mechanism, backend } = found
    return { type: backend === undefined ? mechanism : `${mechanism}:${backend}`, settings }
  },
})

const usersQuery = defineQuery<
  ByOwner & Paging & { readonly like: string | undefined; readonly superusers: boolean | undefined },
  RowPage<AuthenticatorUser>
>({
  name: 'gateway-users',
  async load(call, search, signal) {
    const listener = listenerOf(search.id)
    const query = userQueryOf(search)
    const { data, meta } = listener
      ? await call(listListenerUsers, { params: listener, query, signal })
      : await call(listGatewayUsers, { params: { name: search.id }, query, signal })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
  },
})

const outdated = [authenticatorQuery, usersQuery]

/** The settings of a form contain the mechanism. */
const bodyOf = ({ mechanism, ...settings }: Readonly<Record<string, unknown>>) => ({
  ...settings,
  mechanism: String(mechanism),
})

export const addAuthenticator = defineChange<WithSettings, unknown>({
  apply(call, { id, settings }) {
    const listener = listenerOf(id)
    const body = bodyOf(settings)
    return listener
      ? call(createListenerAuthenticator, { params: listener, body })
      : call(createGatewayAuthenticator, { params: { name: id }, body })
  },
  invalidates: outdated,
})

export const saveAuthenticator = defineChange<WithSettings, unknown>({
  apply(call, { id, settings }) {
    const listener = listenerOf(id)
    const body = bodyOf(settings)
    return listener
      ? call(updateListenerAuthenticator, { params: listener, body })
      : call(updateGatewayAuthenticator, { params: { name: id }, body })
  },
  invalidates: outdated,
})

export const removeAuthenticator = defineChange<ByOwner, undefined>({
  apply(call, { id }) {
    const listener = listenerOf(id)
    return listener
      ? call(deleteListenerAuthenticator, { params: listener })
      : call(deleteGatewayAuthenticator, { params: { name: id } })
  },
  invalidates: outdated,
})

/** The users of authenticators of gateways and of their listeners. */
export const gatewayUsers: UserCalls = {
  query: usersQuery,
  add: defineChange({
    apply(call, { id, ...body }) {
      const listener = listenerOf(id)
      return listener
        ? call(createListenerUser, { params: listener, body })
        : call(createGatewayUser, { params: { name: id }, body })
    },
    invalidates: [usersQuery],
  }),
  edit: defineChange({
    apply(call, { id, user_id: uid, password, is_superuser }) {
      const listener = listenerOf(id)
      const body = { password, is_superuser }
      return listener
        ? call(updateListenerUser, { params: { ...listener, uid }, body })
        : call(updateGatewayUser, { params: { name: id, uid }, body })
    },
    invalidates: [usersQuery],
  }),
  remove: defineChange({
    apply(call, { id, user_id: uid }) {
      const listener = listenerOf(id)
      return listener
        ? call(deleteListenerUser, { params: { ...listener, uid } })
        : call(deleteGatewayUser, { params: { name: id, uid } })
    },
    invalidates: [usersQuery],
  }),
  import(id, mode) {
    const listener = listenerOf(id)
    const query = { type: mode }
    return listener
      ? { endpoint: importListenerUsers, params: listener, query }
      : { endpoint: importGatewayUsers, params: { name: id }, query }
  },
  // EMQX accepts only hashes here.
  modes: ['hash'],
}

/** The same for the MQDeck broker, which accepts both. */
export const mqdeckGatewayUsers: UserCalls = { ...gatewayUsers, modes: ['plain', 'hash'] }
