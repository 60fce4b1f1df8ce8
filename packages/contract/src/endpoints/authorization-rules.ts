import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, bodyList, object, oneOf, page, paging, response, string } from '../fields/index.ts'

const tag = 'Authorization'

/** A rule of the built-in database. `eq ` before the topic disables wildcards. */
export const AuthorizationRule = object({
  topic: string(),
  permission: oneOf(['allow', 'deny']),
  action: oneOf(['publish', 'subscribe', 'all']),
  qos: z.array(z.int().min(0).max(2)).default([0, 1, 2]),
  retain: z.union([z.boolean(), z.literal('all')]).default('all'),
})
export type AuthorizationRule = z.infer<typeof AuthorizationRule>

const rules = z.array(AuthorizationRule)
const ClientRules = object({ rules: rules.optional(), clientid: string() })
const UserRules = object({ rules: rules.optional(), username: string() })
const RulesOfClient = response({ rules, clientid: z.string() })
const RulesOfUser = response({ rules, username: z.string() })
export type RulesOfClient = z.infer<typeof RulesOfClient>
export type RulesOfUser = z.infer<typeof RulesOfUser>

const bad = { 400: ['BAD_REQUEST'] } as const
const missing = { 404: ['NOT_FOUND'] } as const
const root = '/authorization/sources/built_in_database/rules'
const client = { path: `${root}/clients/{clientid}`, tag, params: z.object({ clientid: string() }) } as const
const user = { path: `${root}/users/{username}`, tag, params: z.object({ username: string() }) } as const

export const listClientRules = endpoint({
  method: 'GET',
  path: `${root}/clients`,
  tag,
  query: z.object({ ...paging, like_clientid: string().optional() }),
  ok: { 200: page(RulesOfClient) },
})

/** Creates rules of clients that have none. */
export const createClientRules = endpoint({
  method: 'POST',
  path: `${root}/clients`,
  title: { en: 'Add rules of clients', zh: '添加客户端规则' },
  tag,
  body: bodyList(ClientRules),
  ok: { 204: empty },
  errors: bad,
})

export const getClientRules = endpoint({ method: 'GET', ...client, ok: { 200: RulesOfClient }, errors: missing })
export const replaceClientRules = endpoint({
  method: 'PUT',
  title: { en: 'Edit rules of client', zh: '编辑客户端规则' },
  ...client,
  body: ClientRules,
  ok: { 204: empty },
  errors: bad,
})
export const deleteClientRules = endpoint({
  method: 'DELETE',
  title: { en: 'Delete rules of client', zh: '删除客户端规则' },
  ...client,
  ok: { 204: empty },
  errors: { ...bad, ...missing },
})

export const listUserRules = endpoint({
  method: 'GET',
  path: `${root}/users`,
  tag,
  query: z.object({ ...paging, like_username: string().optional() }),
  ok: { 200: page(RulesOfUser) },
})

/** Creates rules of users who have none. */
export const createUserRules = endpoint({
  method: 'POST',
  path: `${root}/users`,
  title: { en: 'Add rules of users', zh: '添加用户规则' },
  tag,
  body: bodyList(UserRules),
  ok: { 204: empty },
  errors: { ...bad, 409: ['ALREADY_EXISTS'] },
})

export const getUserRules = endpoint({ method: 'GET', ...user, ok: { 200: RulesOfUser }, errors: missing })
export const replaceUserRules = endpoint({
  method: 'PUT',
  title: { en: 'Edit rules of user', zh: '编辑用户规则' },
  ...user,
  body: UserRules,
  ok: { 204: empty },
  errors: bad,
})
export const deleteUserRules = endpoint({
  method: 'DELETE',
  title: { en: 'Delete rules of user', zh: '删除用户规则' },
  ...user,
  ok: { 204: empty },
  errors: { ...bad, ...missing },
})

const allClients = { path: `${root}/all`, tag } as const

/** Rules for all clients. */
export const getRulesForAll = endpoint({ method: 'GET', ...allClients, ok: { 200: response({ rules }) } })
export const RulesForAll = body({ rules })

/** Replaces all rules. */
export const replaceRulesForAll = endpoint({
  method: 'POST',
  title: { en: 'Replace rules for all', zh: '替换所有用户的规则' },
  ...allClients,
  body: RulesForAll,
  ok: { 204: empty },
  errors: bad,
})
export const deleteRulesForAll = endpoint({
  method: 'DELETE',
  title: { en: 'Delete rules for all', zh: '删除所有用户的规则' },
  ...allClients,
  ok: { 204: empty },
})

/** Deletes the rules of all clients and users. Only allowed while the source is disabled. */
export const deleteAllRules = endpoint({
  method: 'DELETE',
  path: root,
  title: { en: 'Delete all built-in rules', zh: '删除全部内置规则' },
  tag,
  ok: { 204: empty },
  errors: bad,
})

export const authorizationRules = {
  listClientRules,
  createClientRules,
  getClientRules,
  replaceClientRules,
  deleteClientRules,
  listUserRules,
  createUserRules,
  getUserRules,
  replaceUserRules,
  deleteUserRules,
  getRulesForAll,
  replaceRulesForAll,
  deleteRulesForAll,
  deleteAllRules,
}
