import { type CachedDecision, type RuleOwner, rulesOf } from '@mqdeck/access'
import { authzSource, type SourceSettings } from '@mqdeck/access/catalog'
import {
  AppError,
  type AuthorizationRule,
  type AuthorizationSource,
  type CachedAuthorization,
  noContent,
  ok,
} from '@mqdeck/contract'
import type { Configuration } from '../../../broker-config/configuration.ts'
import { readRoot } from '../../../broker-config/read-root.ts'
import type { RootWire } from '../../../broker-config/roots.ts'
import type { Call } from '../../../http/mount.ts'
import { inOrder, moved, requireSchemaSelector, toMemberStatus } from '../access/chains.ts'
import type { Access } from '../access/service.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, filter, given, type HandlersOf, type Paging, toPage } from '../management.ts'
import { checkSources } from './service.ts'

type Chain = readonly SourceSettings[]

export function authorizationHandlers({
  configuration,
  authorization,
  broker,
  nodes,
  folder,
}: BrokerContext & Access): HandlersOf<'authorization'> {
  const root = '/authorization/sources'
  const change = (call: Call, what: string, make: (chain: Chain) => Chain) =>
    configuration.change(
      (view) => {
        const before = view.get('authorization')
        return { authorization: { ...before, sources: make(before.sources) } }
      },
      authorOf(call, what),
    )
  const read = (body: AuthorizationSource): SourceSettings => {
    requireSchemaSelector(body)
    const source = readRoot(authzSource.schema, body, 'root')
    checkSources({ sources: [source] })
    return source
  }
  const shown = (source: SourceSettings) => withRules(source, folder)
  const stateOf = nodes.operation((type: string) => {
    const member = authorization.member(type)
    if (!member) throw notFound(type)
    return member
  })
  const clientOf = (clientId: string) => {
    const client = broker.client(clientId)
    if (!client) throw new AppError('CLIENTID_NOT_FOUND', 'Client ID not found')
    return client.info
  }

  return {
    listAuthzSources: async () =>
      ok({ sources: await Promise.all(configuration.shown('authorization').sources.map(shown)) }),
    createAuthzSource: async ({ body }, call) => {
      const source = read(body)
      await change(call, `POST ${root}`, (chain) => {
        if (chain.some(({ type }) => type === source.type)) throw twice(source.type)
        return [source, ...chain]
      })
      return noContent
    },
    orderAuthzSources: async ({ body }, call) => {
      await change(call, `PUT ${root}/order`, (chain) =>
        inOrder(
          chain,
          typeOf,
          body.map(({ type }) => type),
          'Authorization sources',
        ),
      )
      return noContent
    },
    getAuthzSource: async ({ params: { type } }) =>
      ok(await shown(requireSource(configuration.shown('authorization').sources, type))),
    updateAuthzSource: async ({ params: { type }, body }, call) => {
      requireSource(configuration.get('authorization').sources, type)
      const source = read(body)
      if (source.type !== type) throw new AppError('BAD_REQUEST', 'The type of a source cannot be changed')
      await change(call, `PUT ${root}/${type}`, (chain) => {
        const found = requireSource(chain, type)
        return chain.map((one) => (one === found ? source : one))
      })
      return noContent
    },
    deleteAuthzSource: async ({ params: { type } }, call) => {
      await change(call, `DELETE ${root}/${type}`, (chain) => {
        const found = requireSource(chain, type)
        return chain.filter((one) => one !== found)
      })
      return noContent
    },
    moveAuthzSource: async ({ params: { type }, body: { position } }, call) => {
      await change(call, `POST ${root}/${type}/move`, (chain) =>
        moved(chain, (other) => requireSource(chain, other), type, position),
      )
      return noContent
    },
    getAuthzSourceStatus: async ({ params: { type } }) => ok(toMemberStatus(await stateOf.onAll(type))),
    getAuthorizationSettings: () => ok(settingsOf(configuration)),
    updateAuthorizationSettings: async ({ body }, call) => {
      await configuration.change(
        (view) => ({ authorization: { ...body, sources: view.get('authorization').sources } }),
        authorOf(call, 'PUT /authorization/settings'),
      )
      return ok(settingsOf(configuration))
    },
    clearAuthorizationCache: () => {
      authorization.clearCache()
      return noContent
    },
    getClientAuthorizationCache: ({ params }) => ok(authorization.cached(clientOf(params.clientid)).map(toCached)),
    clearClientAuthorizationCache: ({ params }) => {
      authorization.clearCache(clientOf(params.clientid))
      return noContent
    },
  }
}

const typeOf = ({ type }: SourceSettings) => type

const notFound = (type: string) => new AppError('NOT_FOUND', `Not found: ${type}`)

/** @throws {AppError} NOT_FOUND with EMQX's message */
function requireSource(chain: Chain, type: string): SourceSettings {
  const found = chain.find((one) => one.type === type)
  if (!found) throw notFound(type)
  return found
}

const twice = (type: string) => new AppError('BAD_REQUEST', `{duplicated_authz_source_type,[${type}]}`) // EMQX's wording

/** The API returns the rules themselves, wherever they are stored, or the file name if the file cannot be read. */
async function withRules(source: SourceSettings, folder: string): Promise<AuthorizationSource> {
  const { path, rules, ...shown } = source
  if (source.type !== 'file' || typeof rules === 'string' || typeof path !== 'string') return source
  try {
    return { ...shown, rules: await rulesOf({ path }, folder) }
  } catch {
    // The status of the source contains the reason. The source must be visible to fix it.
    return source
  }
}

function settingsOf({ get }: Pick<Configuration, 'get'>): Omit<RootWire<'authorization'>, 'sources'> {
  const { sources: _, ...settings } = get('authorization')
  return settings
}

const toCached = ({ action, result, decidedAt }: CachedDecision): CachedAuthorization => {
  const { type, topic, qos, retain } = action
  const access = { action_type: type, qos, ...(type === 'publish' && { retain }) }
  return { access, topic, result, updated_time: decidedAt }
}

interface Entry {
  readonly owner: RuleOwner
  readonly rules?: readonly AuthorizationRule[] | undefined
}

type Kind = 'clientid' | 'username'

/** Rules of the built-in database. */
export function authorizationRuleHandlers({
  configuration,
  authorization,
}: BrokerContext & Access): HandlersOf<'authorizationRules'> {
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
