import {
  type AuthenticatorUser,
  createAuthenticatorUser,
  deleteAuthenticatorUser,
  listAuthenticatorUsers,
  updateAuthenticatorUser,
} from '@mqdeck/contract'
import { defineChange, defineQuery, type Paging, type RowPage } from '../../../../api/index.ts'

/** ID of an authenticator with the built-in database. */
interface ById {
  readonly id: string
}

interface UserSearch extends ById, Paging {
  readonly like: string | undefined
  readonly superusers: boolean | undefined
}

export const usersQuery = defineQuery<UserSearch, RowPage<AuthenticatorUser>>({
  name: 'authenticator-users',
  async load(call, { id, page, limit, like, superusers }, signal) {
    const query = {
      page,
      limit,
      ...(like !== undefined && { like_user_id: like }),
      ...(superusers !== undefined && { is_superuser: superusers }),
    }
    const { data, meta } = await call(listAuthenticatorUsers, { params: { id }, query, signal })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
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
