import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, type EndpointShape, type MigrationKind, migrationKinds } from '@mqdeck/contract'
import { describe, expect, it } from 'vitest'
import { isRootName, type RootName, rootNames } from '../../broker-config/roots.ts'

/** Where a resource is stored: in a configuration root, which backup and history contain, or in a table of the backup. */
type Storage = RootName | `table ${string}`

interface Resource {
  readonly storage: Storage
  /** Missing if EMQX does not have the resource. */
  readonly migration?: MigrationKind
  /** Page of the dashboard, which the search finds. */
  readonly page: string
}

/** Every resource that users create and delete, by the endpoint that deletes it or replaces all. */
const resources: Readonly<Record<string, Resource>> = {
  '/users/{username}': { storage: 'table dashboard_users', migration: 'dashboard_user', page: '/users' },
  '/api_key/{name}': { storage: 'table api_keys', migration: 'api_key', page: '/api-key' },
  '/authentication/{id}': { storage: 'authentication', migration: 'authenticator', page: '/authentication' },
  '/authentication/{id}/users/{user_id}': {
    storage: 'table builtin_authn',
    migration: 'authn_users',
    page: '/authentication',
  },
  '/authorization/sources/{type}': { storage: 'authorization', migration: 'authz_source', page: '/authorization' },
  '/authorization/sources/built_in_database/rules/clients/{clientid}': rules(),
  '/authorization/sources/built_in_database/rules/users/{username}': rules(),
  '/authorization/sources/built_in_database/rules/all': rules(),
  '/banned/{as}/{who}': { storage: 'table banned', migration: 'ban', page: '/banned-clients' },
  '/mqtt/retainer/message/{topic}': {
    storage: 'table builtin_retainer',
    migration: 'retained',
    page: '/retained',
  },
  '/mqtt/topic_metrics/{topic}': { storage: 'topic_metrics', migration: 'topic_metrics', page: '/topic-metrics' },
  '/listeners/{id}': { storage: 'listeners', migration: 'listener', page: '/listener' },
  '/connectors/{id}': { storage: 'connectors', migration: 'connector', page: '/connector' },
  '/actions/{id}': { storage: 'actions', migration: 'action', page: '/rule/actions' },
  '/sources/{id}': { storage: 'sources', migration: 'source', page: '/rule/source' },
  '/bridges/{id}': { storage: 'actions', migration: 'action', page: '/rule/actions' },
  '/rules/{id}': { storage: 'rule_engine', migration: 'rule', page: '/rule/rules' },
  '/gateways/{name}/listeners/{id}': gateway(),
  '/gateways/{name}/authentication': gateway(),
  '/gateways/{name}/listeners/{id}/authentication': gateway(),
  '/gateways/{name}/authentication/users/{uid}': gatewayUsers(),
  '/gateways/{name}/listeners/{id}/authentication/users/{uid}': gatewayUsers(),
  '/schema_registry/{name}': { storage: 'schema_registry', migration: 'schema', page: '/schema' },
  '/schema_registry_external/registry/{name}': {
    storage: 'schema_registry',
    migration: 'external_registry',
    page: '/schema',
  },
  '/schema_validations/validation/{name}': {
    storage: 'schema_validation',
    migration: 'validation',
    page: '/schema-validation',
  },
  '/message_transformations/transformation/{name}': {
    storage: 'message_transformation',
    migration: 'transformation',
    page: '/message-transformation',
  },
  '/mqdeck/payload_decoders': { storage: 'table payload_decoders', page: '/schema/decoders' },
  '/exhooks/{name}': { storage: 'exhook', migration: 'exhook', page: '/exhook' },
}

function rules(): Resource {
  return { storage: 'table builtin_authz', migration: 'authz_rules', page: '/authorization' }
}
function gateway(): Resource {
  return { storage: 'gateway', migration: 'gateway', page: '/gateway' }
}
function gatewayUsers(): Resource {
  return { storage: 'table builtin_authn', migration: 'authn_users', page: '/gateway' }
}

/** Endpoints that delete something else: state of the broker, statistics, or files. */
const others: Readonly<Record<string, string>> = {
  '/mqdeck/mfa/users/{username}': 'part of the user',
  '/authorization/cache': 'a cache',
  '/clients/{clientid}/authorization/cache': 'a cache',
  '/authorization/sources/built_in_database/rules': 'all rules',
  '/monitor': 'history of metrics',
  '/clients/{clientid}': 'a connection',
  '/gateways/{name}/clients/{clientid}': 'a connection',
  '/gateways/{name}/clients/{clientid}/subscriptions/{topic}': 'a subscription',
  '/cluster/{node}/force_leave': 'a node',
  '/banned': 'all bans',
  '/mqtt/delayed/messages/{node}/{msgid}': 'published when due, listed by the migration',
  '/mqtt/delayed/messages/{topic}': 'published when due, listed by the migration',
  '/mqtt/retainer/messages': 'all retained messages',
  '/opentelemetry/whitelist/{type}': 'a list for debugging on this node',
  '/slow_subscriptions': 'statistics',
  '/alarms': 'history of alarms',
  '/data/files/{filename}': 'a backup itself',
  '/trace': 'a log file of this node',
  '/trace/{name}': 'a log file of this node',
  '/plugins/{name}': 'a package, which a restore and the migration name',
  '/relup/package': 'not supported by this broker',
}

const endpoints = Object.values<EndpointShape>(api)
const deletions = endpoints
  .filter((one) => one.method === 'DELETE' || one === api.updatePayloadDecoders)
  .map(({ path }) => path)
const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
/** Texts of the module files with a matching path. */
const sources = (path: RegExp) =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.test(file))
    .map(read)
    .join('\n')
const migrationFile = /\/(migration|migrate-rules)\.ts$/
const repository = '../../../../..'

describe('every resource', () => {
  it('is listed here, and so is everything else that can be deleted', () => {
    expect(deletions.toSorted()).toEqual([...Object.keys(resources), ...Object.keys(others)].sort())
  })

  it('is stored in a configuration root or in a table of the backup', () => {
    const tables = new Set(
      Array.from(
        sources(/\/backup-tables?\.ts$/).matchAll(/(?:name: |define\()'([a-z_]+)'/g),
        ([, name]) => `table ${name}`,
      ),
    )
    const missing = Object.entries(resources).filter(([, { storage }]) => !isRootName(storage) && !tables.has(storage))
    expect(missing).toEqual([])
  })

  it('is migrated by a kind that has tasks, and the documentation of the migration names the kinds', () => {
    const tasks = sources(migrationFile) + read('../../migrate/root-settings.ts')
    const unused = migrationKinds.filter((kind) => !tasks.includes(`'${kind}'`))
    expect(unused).toEqual([])
    const documentation = read(`${repository}/docs/migration.md`)
    for (const word of ['gateways', 'schemas', 'validations', 'transformations', 'plugins', 'ExHook'])
      expect(documentation, word).toContain(word)
  })

  it('has a page that the search of the dashboard finds', () => {
    const features = new URL(`${repository}/apps/dashboard/src/features/`, import.meta.url)
    const routes = readdirSync(features, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)routes\.ts$/.test(file))
      .map((file) => readFileSync(new URL(file, features), 'utf8'))
      .join('\n')
    expect(Object.values(resources).filter(({ page }) => !routes.includes(`path: '${page}'`))).toEqual([])
  })
})

it('every root without objects is migrated as settings or as a list', () => {
  const tasks = sources(migrationFile) + read('../../migrate/root-settings.ts')
  const withoutObjects = rootNames.filter((name) => !Object.values(resources).some(({ storage }) => storage === name))
  expect(withoutObjects.filter((name) => !tasks.includes(`'${name}'`))).toEqual([])
})
