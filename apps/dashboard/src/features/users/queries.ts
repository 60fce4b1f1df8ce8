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
import { defineChange, defineQuery } from '../../data/index.ts'
import { secondFactorsQuery } from '../../data/second-factors.ts'

export const usersQuery = defineQuery<undefined, readonly User[]>({
  name: 'users',
  load: (call, _args, signal) => call(listUsers, { signal }),
})

/** Without a role where the broker has none. */
type UserToMake = Omit<NewUser, 'role'> & Partial<Pick<NewUser, 'role'>>

export const addUser = defineChange<UserToMake, User>({
  apply: (call, user) => call(createUser, { body: user }),
  invalidates: [usersQuery],
})

interface UserEdit {
  readonly username: string
  /** Where a user comes from; `local` unless single sign-on made it. */
  readonly backend: User['backend']
  readonly description: string
  /** Undefined leaves it: the open-source edition has none. */
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
  invalidates: [usersQuery, secondFactorsQuery],
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
  invalidates: [secondFactorsQuery],
})

const backends = ['ldap', 'oidc', 'saml'] as const

/** Local users are found without it, by every version of the broker. */
function backendQuery(backend: string | undefined) {
  const known = backends.find((one) => one === backend)
  return known === undefined ? {} : { backend: known }
}
