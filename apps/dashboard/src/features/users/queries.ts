import {
  changePassword,
  createUser,
  deleteUser,
  listUsers,
  type NewUser,
  resetSecondFactor,
  type User,
  updateUser,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'
import { twoFactorQuery } from './two-factor-queries.ts'

export const usersQuery = defineQuery<undefined, readonly User[]>({
  name: 'users',
  load: (call, _args, signal) => call(listUsers, { signal }),
})

/** Without a role if the broker has no roles. */
type UserWithOptionalRole = Omit<NewUser, 'role'> & Partial<Pick<NewUser, 'role'>>

export const addUser = defineChange<UserWithOptionalRole, User>({
  apply: (call, user) => call(createUser, { body: user }),
  invalidates: [usersQuery],
})

interface UserEdit {
  readonly username: string
  /** `local`, or the single sign-on backend of the user. */
  readonly backend: User['backend']
  readonly description: string
  /** Undefined leaves it unchanged. The open-source edition has no roles. */
  readonly role: string | undefined
}

export const editUser = defineChange<UserEdit, User>({
  apply: (call, { username, backend, description, role }) =>
    call(updateUser, {
      params: { username },
      query: backendQuery(backend),
      body: { description, ...(role !== undefined && { role }) },
    }),
  invalidates: [usersQuery],
})

export const removeUser = defineChange<Pick<User, 'username' | 'backend'>, undefined>({
  apply: (call, { username, backend }) => call(deleteUser, { params: { username }, query: backendQuery(backend) }),
  invalidates: [usersQuery, twoFactorQuery],
})

interface PasswordEdit {
  readonly username: string
  readonly old: string
  readonly fresh: string
}

export const changePasswordOf = defineChange<PasswordEdit, undefined>({
  apply: (call, { username, old, fresh }) =>
    call(changePassword, { params: { username }, body: { old_pwd: old, new_pwd: fresh } }),
  invalidates: [],
})

export const removeSecondFactor = defineChange<{ readonly username: string }, undefined>({
  apply: (call, params) => call(resetSecondFactor, { params }),
  invalidates: [twoFactorQuery],
})

const backends = ['ldap', 'oidc', 'saml'] as const

/** Not sent for local users, since older brokers do not support it. */
function backendQuery(backend: string | undefined) {
  const known = backends.find((one) => one === backend)
  return known === undefined ? {} : { backend: known }
}
