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
import { defineChange, defineQuery, refreshIntervals } from '../../../api/index.ts'

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

/** Requested for each row of the list, so only at the rate of metrics. */
export const statusQuery = defineQuery<ById, AuthenticatorStatus>({
  name: 'authenticator-status',
  load: (call, params, signal) => call(getAuthenticatorStatus, { params, signal }),
  poll: refreshIntervals.statistics,
})

const chainQueries = [authenticatorsQuery, authenticatorQuery, statusQuery]

export const addAuthenticator = defineChange<Authenticator, ListedAuthenticator>({
  apply: (call, body) => call(createAuthenticator, { body }),
  invalidates: chainQueries,
})

interface Update extends ById {
  readonly settings: Authenticator
}

export const saveAuthenticator = defineChange<Update, undefined>({
  apply: (call, { id, settings }) => call(updateAuthenticator, { params: { id }, body: settings }),
  invalidates: chainQueries,
})

interface EnabledChange extends ById {
  readonly enable: boolean
}

/** The API has no call for this field alone, so the current settings are read and sent back. */
export const setEnabled = defineChange<EnabledChange, undefined>({
  async apply(call, { id, enable }) {
    const { id: _, ...settings } = await call(getAuthenticator, { params: { id } })
    return call(updateAuthenticator, { params: { id }, body: { ...settings, enable } })
  },
  invalidates: chainQueries,
})

export const removeAuthenticator = defineChange<ById, undefined>({
  apply: (call, params) => call(deleteAuthenticator, { params }),
  invalidates: chainQueries,
})

export const saveOrder = defineChange<readonly string[], undefined>({
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
  /** Of all pages; undefined if the broker does not report it. */
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

interface UserKey extends ById {
  readonly user_id: string
}

export const removeUser = defineChange<UserKey, undefined>({
  apply: (call, params) => call(deleteAuthenticatorUser, { params }),
  invalidates: [usersQuery],
})
