import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { oneOf, string } from '../fields/index.ts'
import { NewUser, PasswordChange, User, UserChange } from './user-model.ts'

const backends = ['local', 'ldap', 'oidc', 'saml'] as const

const byBackend = z.object({ backend: oneOf(backends).optional() })
const byUsername = z.object({ username: string() })

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
  title: { en: 'Create user', zh: '创建用户' },
  tag: 'Dashboard',
  auth: 'session',
  body: NewUser,
  ok: { 200: User },
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/{username}',
  title: { en: 'Edit user', zh: '编辑用户' },
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
  title: { en: 'Delete user', zh: '删除用户' },
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
  title: { en: 'Change password', zh: '修改密码' },
  tag: 'Dashboard',
  auth: 'session',
  params: byUsername,
  body: PasswordChange,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST', 'ERROR_PWD_NOT_MATCH'], 404: ['USER_NOT_FOUND'] },
})

export const users = { listUsers, createUser, updateUser, deleteUser, changePassword }
