import type { RuleOwner } from '@mqdeck/access'
import { AppError, type AuthorizationRule, noContent, ok } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import { requireSource } from './handlers.ts'
import { filter, given } from '../filter.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { type Paging, toPage } from '../management.ts'

interface Entry {
  readonly owner: RuleOwner
  readonly rules?: readonly AuthorizationRule[] | undefined
}

type Kind = 'clientid' | 'username'

/** Rules of the built-in database. */
export function authorizationRuleHandlers({
  configuration,
  authorization,
}: Services): HandlersOf<'authorizationRules'> {
  const { rules: stored } = authorization
  const builtIn = () => requireSource(configuration.get('authorization').sources, 'built_in_database')
  const get = (owner: RuleOwner, otherwise: string): AuthorizationRule[] => {
    builtIn()
    const rules = stored.get(owner)
    if (!rules) throw new AppError('NOT_FOUND', otherwise)
    return [...rules]
  }
  const put = async (entries: readonly Entry[]) => {
    const most = Number(builtIn().max_rules)
    for (const { owner, rules = [] } of entries) checkRules(owner, rules, most)
    await stored.put(entries.map(({ owner, rules = [] }) => ({ owner, rules }))).catch(refuseLongName)
    return noContent
  }
  const add = (kind: Kind, entries: readonly Entry[]) => {
    builtIn()
    const names = entries.filter(({ owner }) => stored.get(owner)).map(({ owner: [, name] }) => name)
    if (names.length > 0)
      throw new AppError(
        'ALREADY_EXISTS',
        `${kind === 'clientid' ? 'Clients' : 'Users'} '${names.join(',')}' already exist`,
      )
    return put(entries)
  }
  const remove = async (owner: RuleOwner, otherwise: string) => {
    get(owner, otherwise)
    await stored.remove(owner)
    return noContent
  }
  const pageOf = <R>(
    kind: Kind,
    like: string | undefined,
    paging: Paging,
    toRow: (name: string, rules: AuthorizationRule[]) => R,
  ) => {
    builtIn()
    const tests = given<Entry>(like !== undefined && (({ owner: [, name = ''] }) => name.includes(like)))
    const rows = filter(stored.entries(kind), tests)
    return toPage(rows, paging, {
      total: like === undefined ? 'count' : 'none',
      toRow: ({ owner: [, name = ''], rules = [] }) => toRow(name, [...rules]),
    })
  }

  return {
    listClientRules: async ({ query }) =>
      ok(await pageOf('clientid', query.like_clientid, query, (clientid, rules) => ({ clientid, rules }))),
    createClientRules: ({ body }) =>
      add(
        'clientid',
        body.map(({ clientid, rules }) => ({ owner: ['clientid', clientid], rules })),
      ),
    getClientRules: ({ params: { clientid } }) => ok({ clientid, rules: get(['clientid', clientid], 'Not Found') }),
    replaceClientRules: ({ params: { clientid }, body }) => {
      requireSame(clientid, body.clientid)
      return put([{ owner: ['clientid', clientid], rules: body.rules }])
    },
    deleteClientRules: ({ params: { clientid } }) => remove(['clientid', clientid], 'ClientID Not Found'),
    listUserRules: async ({ query }) =>
      ok(await pageOf('username', query.like_username, query, (username, rules) => ({ username, rules }))),
    createUserRules: ({ body }) =>
      add(
        'username',
        body.map(({ username, rules }) => ({ owner: ['username', username], rules })),
      ),
    getUserRules: ({ params: { username } }) => ok({ username, rules: get(['username', username], 'Not Found') }),
    replaceUserRules: ({ params: { username }, body }) => {
      requireSame(username, body.username)
      return put([{ owner: ['username', username], rules: body.rules }])
    },
    deleteUserRules: ({ params: { username } }) => remove(['username', username], 'Username Not Found'),
    getRulesForAll: () => {
      builtIn()
      return ok({ rules: [...(stored.get(['all']) ?? [])] })
    },
    replaceRulesForAll: ({ body }) => put([{ owner: ['all'], rules: body.rules }]),
    deleteRulesForAll: () => put([{ owner: ['all'], rules: [] }]),
    deleteAllRules: async () => {
      if (builtIn().enable)
        throw new AppError('BAD_REQUEST', "'built_in_database' type source must be disabled before purge.")
      await stored.removeAll()
      return noContent
    },
  }
}

function checkRules(owner: RuleOwner, rules: readonly AuthorizationRule[], most: number): void {
  const ownerName = owner[0] === 'all' ? 'The list for all clients' : `${owner[0]} ${owner[1]}`
  if (rules.length > most)
    throw new AppError('BAD_REQUEST', `${ownerName} already has the maximum of ${most} rules (max_rules)`)
}

function requireSame(name: string, again: string): void {
  if (name !== again) throw new AppError('BAD_REQUEST', `The body names ${again}, but the path names ${name}`)
}

/** Store keys have at most 1900 bytes. */
function refuseLongName(error: unknown): never {
  if (error instanceof RangeError) throw new AppError('BAD_REQUEST', 'The name is too long', { cause: error })
  throw error
}
