import {
  type AuthorizationRule,
  createClientRules,
  createUserRules,
  deleteAllRules,
  deleteClientRules,
  deleteUserRules,
  getRulesForAll,
  listClientRules,
  listUserRules,
  replaceClientRules,
  replaceRulesForAll,
  replaceUserRules,
} from '@mqdeck/contract'
import { defineQuery, type Paging, type RowPage } from '../../../../api/index.ts'
import { defineAccessChange } from '../queries.ts'

/** Whether rules belong to a client ID or a username. */
export type OwnerKind = 'clientid' | 'username'

export interface OwnerRules {
  readonly name: string
  readonly rules: readonly AuthorizationRule[]
}

interface RuleSearch extends Paging {
  readonly kind: OwnerKind
  readonly like: string | undefined
}

export const rulesQuery = defineQuery<RuleSearch, RowPage<OwnerRules>>({
  name: 'authorization-rules',
  async load(call, { kind, page, limit, like }, signal) {
    if (kind === 'clientid') {
      const query = { page, limit, ...(like !== undefined && { like_clientid: like }) }
      const { data, meta } = await call(listClientRules, { query, signal })
      const rows = data.map(({ clientid, rules }) => ({ name: clientid, rules }))
      return { rows, total: meta.count, hasNext: meta.hasnext }
    }
    const query = { page, limit, ...(like !== undefined && { like_username: like }) }
    const { data, meta } = await call(listUserRules, { query, signal })
    const rows = data.map(({ username, rules }) => ({ name: username, rules }))
    return { rows, total: meta.count, hasNext: meta.hasnext }
  },
})

export const rulesForAllQuery = defineQuery<undefined, readonly AuthorizationRule[]>({
  name: 'authorization-rules-for-all',
  load: async (call, _, signal) => (await call(getRulesForAll, { signal })).rules,
})

interface OwnerChange {
  readonly kind: OwnerKind
  readonly name: string
  readonly rules: readonly AuthorizationRule[]
}

export const addOwner = defineAccessChange<OwnerChange, undefined>({
  apply: (call, { kind, name, rules }) =>
    kind === 'clientid'
      ? call(createClientRules, { body: [{ clientid: name, rules: [...rules] }] })
      : call(createUserRules, { body: [{ username: name, rules: [...rules] }] }),
  invalidates: [rulesQuery],
})

export const saveOwner = defineAccessChange<OwnerChange, undefined>({
  apply: (call, { kind, name, rules }) =>
    kind === 'clientid'
      ? call(replaceClientRules, { params: { clientid: name }, body: { clientid: name, rules: [...rules] } })
      : call(replaceUserRules, { params: { username: name }, body: { username: name, rules: [...rules] } }),
  invalidates: [rulesQuery],
})

export const removeOwner = defineAccessChange<Pick<OwnerChange, 'kind' | 'name'>, undefined>({
  apply: (call, { kind, name }) =>
    kind === 'clientid'
      ? call(deleteClientRules, { params: { clientid: name } })
      : call(deleteUserRules, { params: { username: name } }),
  invalidates: [rulesQuery],
})

/** Replaces all of them. */
export const saveRulesForAll = defineAccessChange<readonly AuthorizationRule[], undefined>({
  apply: (call, rules) => call(replaceRulesForAll, { body: { rules: [...rules] } }),
  invalidates: [rulesForAllQuery],
})

export const removeAllRules = defineAccessChange<undefined, undefined>({
  apply: (call) => call(deleteAllRules, {}),
  invalidates: [rulesQuery, rulesForAllQuery],
})
