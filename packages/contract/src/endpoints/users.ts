import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { inlineBody, oneOf, response, string, withDefault } from '../fields/index.ts'

const backends = ['local', 'ldap', 'oidc', 'saml'] as const

const username = () => string({ maxLength: 100 })
const password = () => string({ maxLength: 100 })
const role = () => withDefault(string(), 'administrator')
const byBackend = z.object({ backend: oneOf(backends).optional() })
const byUsername = z.object({ username: string() })

/** A dashboard user. `role` and `backend` are missing in the open-source edition. */
export const User = response({
  username: z.string().meta({ maxLength: 100 }),
  description: z.string(),
  role: z.string().meta({ default: 'administrator' }).optional(),
  backend: z.string().optional(),
})
export type User = z.infer<typeof User>

export const NewUser = inlineBody({ username: username(), password: password(), role: role(), description: string() })
export type NewUser = z.infer<typeof NewUser>

/** A missing role keeps its value: changing the description must not promote a viewer. */
export const UserChange = inlineBody({ role: string().optional(), description: string() })
export type UserChange = z.infer<typeof UserChange>

export const PasswordChange = inlineBody({ old_pwd: string(), new_pwd: string() })
export type PasswordChange = z.infer<typeof PasswordChange>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  tag: 'Dashboard',
  auth: 'session',
  ok: { 200: z.array(User) },
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  tag: 'Dashboard',
  auth: 'session',
  body: NewUser,
  ok: { 200: User },
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/{username}',
  tag: 'Dashboard',
  auth: 'session',
  params: byUsername,
  query: byBackend,
  body: UserChange,
  ok: { 200: User },
  errors: { 404: ['USER_NOT_FOUND'] },
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/{username}',
  tag: 'Dashboard',
  auth: 'session',
  params: byUsername,
  query: byBackend,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST', 'NOT_ALLOWED'], 404: ['USER_NOT_FOUND'] },
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/{username}/change_pwd',
  tag: 'Dashboard',
  auth: 'session',
  params: byUsername,
  body: PasswordChange,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST', 'ERROR_PWD_NOT_MATCH'], 404: ['USER_NOT_FOUND'] },
})

export const users = { listUsers, createUser, updateUser, deleteUser, changePassword }
