import {
  type Authenticator,
  type AuthenticatorStatus,
  type AuthenticatorUser,
  createAuthenticator,
  createAuthenticatorUser,
  deleteAuthenticator,
  deleteAuthenticatorUser,
  getAuthenticator,
  getAuthenticatorStatus,
  type ListedAuthenticator,
  listAuthenticators,
  listAuthenticatorUsers,
  orderAuthenticators,
  updateAuthenticator,
  updateAuthenticatorUser,
} from '@mqdeck/contract'
import { defineChange, defineQuery, refreshIntervals } from '../../data/index.ts'

interface ById {
  readonly id: string
}

/** The chain, in its order. */
export const authenticatorsQuery = defineQuery<undefined, readonly ListedAuthenticator[]>({
  name: 'authenticators',
  load: (call, _, signal) => call(listAuthenticators, { signal }),
})

export const authenticatorQuery = defineQuery<ById, ListedAuthenticator>({
  name: 'authenticator',
  load: (call, params, signal) => call(getAuthenticator, { params, signal }),
})

/** Asked once for each row of the list: not more often than anybody looks. */
export const statusQuery = defineQuery<ById, AuthenticatorStatus>({
  name: 'authenticator-status',
  load: (call, params, signal) => call(getAuthenticatorStatus, { params, signal }),
  poll: refreshIntervals.statistics,
})

const ofChain = [authenticatorsQuery, authenticatorQuery, statusQuery]

export const create = defineChange<Authenticator, ListedAuthenticator>({
  apply: (call, body) => call(createAuthenticator, { body }),
  invalidates: ofChain,
})

interface Update extends ById {
  readonly settings: Authenticator
}

export const update = defineChange<Update, undefined>({
  apply: (call, { id, settings }) => call(updateAuthenticator, { params: { id }, body: settings }),
  invalidates: ofChain,
})

interface Switching extends ById {
  readonly enable: boolean
}

/** There is no call for the switch alone: all goes back as it is at this moment. */
export const switchTo = defineChange<Switching, undefined>({
  async apply(call, { id, enable }) {
    const { id: _, ...settings } = await call(getAuthenticator, { params: { id } })
    return call(updateAuthenticator, { params: { id }, body: { ...settings, enable } })
  },
  invalidates: ofChain,
})

export const remove = defineChange<ById, undefined>({
  apply: (call, params) => call(deleteAuthenticator, { params }),
  invalidates: ofChain,
})

export const order = defineChange<readonly string[], undefined>({
  apply: (call, ids) => call(orderAuthenticators, { body: ids.map((id) => ({ id })) }),
  invalidates: [authenticatorsQuery],
})

interface UserSearch extends ById {
  readonly page: number
  readonly limit: number
  readonly like: string | undefined
  readonly superusers: boolean | undefined
}

interface UserList {
  readonly rows: readonly AuthenticatorUser[]
  /** Of all pages; some answers leave it out. */
  readonly total: number | undefined
  readonly hasNext: boolean
}

export const usersQuery = defineQuery<UserSearch, UserList>({
  name: 'authenticator-users',
  async load(call, { id, page, limit, like, superusers }, signal) {
    const query = {
      page,
      limit,
      ...(like !== undefined && { like_user_id: like }),
      ...(superusers !== undefined && { is_superuser: superusers }),
    }
    const { data, meta } = await call(listAuthenticatorUsers, { params: { id }, query, signal })
    return { rows: data, total: meta.count, hasNext: meta.hasnext ?? false }
  },
})

interface UserSettings extends ById, AuthenticatorUser {
  readonly password: string
}

export const addUser = defineChange<UserSettings, AuthenticatorUser>({
  apply: (call, { id, user_id, password, is_superuser }) =>
    call(createAuthenticatorUser, { params: { id }, body: { user_id, password, is_superuser } }),
  invalidates: [usersQuery],
})

export const editUser = defineChange<UserSettings, AuthenticatorUser>({
  apply: (call, { id, user_id, password, is_superuser }) =>
    call(updateAuthenticatorUser, { params: { id, user_id }, body: { password, is_superuser } }),
  invalidates: [usersQuery],
})

interface UserOf extends ById {
  readonly user_id: string
}

export const removeUser = defineChange<UserOf, undefined>({
  apply: (call, params) => call(deleteAuthenticatorUser, { params }),
  invalidates: [usersQuery],
})
