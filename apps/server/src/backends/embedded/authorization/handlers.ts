import { type CachedDecision, rulesOf } from '@mqdeck/access'
import { authzSource, type SourceSettings } from '@mqdeck/access/catalog'
import { AppError, type AuthorizationSource, type CachedAuthorization, noContent, ok } from '@mqdeck/contract'
import type { Configuration } from '../../../broker-config/configuration.ts'
import { readRoot } from '../../../broker-config/read-root.ts'
import type { RootWire } from '../../../broker-config/roots.ts'
import type { Call } from '../../../http/mount.ts'
import { checkSources } from './service.ts'
import type { Services } from '../services.ts'
import { inOrder, moved } from '../access/chains.ts'
import { authorOf } from '../configs/handlers.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { memberStatus } from '../access/member-status.ts'
import { requireSchemaSelector } from '../access/required-fields.ts'

type Chain = readonly SourceSettings[]

export function authorizationHandlers({
  configuration,
  authorization,
  broker,
  dataFolder,
}: Services): HandlersOf<'authorization'> {
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
  const shown = (source: SourceSettings) => withRules(source, dataFolder)
  const clientOf = (clientId: string) => {
    const client = broker.client(clientId)
    if (!client) throw new AppError('CLIENTID_NOT_FOUND', 'Client ID not found')
    return client.info
  }

  return {
    listAuthzSources: () => ok({ sources: configuration.shown('authorization').sources.map(shown) }),
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
    getAuthzSource: ({ params: { type } }) =>
      ok(shown(requireSource(configuration.shown('authorization').sources, type))),
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
    getAuthzSourceStatus: ({ params: { type } }) => {
      const member = authorization.member(type)
      if (!member) throw notFound(type)
      return ok(memberStatus(member, broker.node))
    },
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
export function requireSource(chain: Chain, type: string): SourceSettings {
  const found = chain.find((one) => one.type === type)
  if (!found) throw notFound(type)
  return found
}

const twice = (type: string) => new AppError('BAD_REQUEST', `{duplicated_authz_source_type,[${type}]}`) // EMQX's wording

/** The API returns the rules themselves, wherever they are stored, or the file name if the file cannot be read. */
function withRules(source: SourceSettings, folder: string): AuthorizationSource {
  const { path, rules, ...shown } = source
  if (source.type !== 'file' || typeof rules === 'string' || typeof path !== 'string') return source
  try {
    return { ...shown, rules: rulesOf({ path }, folder) }
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
