import { type Kind, mapOf, type SomeStruct, setting, struct, structKind, variants } from '@mqdeck/contract'
import { azureBlobStorage } from './azure/manifest.ts'
import { cassandra } from './cassandra/manifest.ts'
import { clickhouse } from './clickhouse/manifest.ts'
import { couchbase } from './couchbase/manifest.ts'
import { datalayers } from './datalayers/manifest.ts'
import { dynamo } from './dynamo/manifest.ts'
import { elasticsearch } from './elasticsearch/manifest.ts'
import { greptimedb } from './greptimedb/manifest.ts'
import { http } from './http/manifest.ts'
import { influxdb } from './influxdb/manifest.ts'
import { iotdb } from './iotdb/manifest.ts'
import { kafkaConsumer } from './kafka/consumer-manifest.ts'
import { confluentProducer, eventHubProducer, kafkaProducer } from './kafka/producer-manifest.ts'
import { kinesis } from './kinesis/manifest.ts'
import { mongodb } from './mongodb/manifest.ts'
import { mqtt } from './mqtt/manifest.ts'
import { mysql } from './mysql/manifest.ts'
import { opents } from './opents/manifest.ts'
import { matrix, pgsql, timescale } from './pgsql/manifest.ts'
import type { ActionSettings, ConnectorSettings, SourceSettings } from './plain.ts'
import type { IntegrationManifest } from './port.ts'
import { pubsubConsumer } from './pubsub/consumer-manifest.ts'
import { pubsubProducer } from './pubsub/producer-manifest.ts'
import { rabbitmq } from './rabbitmq/manifest.ts'
import { redis } from './redis/manifest.ts'
import { s3 } from './s3/manifest.ts'
import { type IntegrationKind, type KindStructs, kindStructs } from './structs.ts'
import { tdengine } from './tdengine/manifest.ts'

export { type HttpRequestSettings, httpRequests, type RenderedRequest, shownRequest } from './http/render.ts'
export type { ActionSettings, ConnectorSettings, SourceSettings } from './plain.ts'
export type { Category, IntegrationManifest, KindManifest } from './port.ts'
export { type IntegrationKind, isName, type KindStructs } from './structs.ts'
export { unavailableType, unavailableTypes } from './unavailable-types.ts'

/**
 * The folders of this package and their types, in the order in which pages show them. A new type is its folder and a line
 * here. See port.ts.
 */
export const manifestFolders: Readonly<Record<string, readonly IntegrationManifest[]>> = {
  http: [http],
  mqtt: [mqtt],
  mysql: [mysql],
  pgsql: [pgsql, timescale, matrix],
  redis: [redis],
  mongodb: [mongodb],
  cassandra: [cassandra],
  couchbase: [couchbase],
  influxdb: [influxdb],
  datalayers: [datalayers],
  greptimedb: [greptimedb],
  tdengine: [tdengine],
  iotdb: [iotdb],
  rabbitmq: [rabbitmq],
  kafka: [kafkaProducer, kafkaConsumer, confluentProducer, eventHubProducer],
  pubsub: [pubsubProducer, pubsubConsumer],
  s3: [s3],
  azure: [azureBlobStorage],
  dynamo: [dynamo],
  kinesis: [kinesis],
  elasticsearch: [elasticsearch],
  clickhouse: [clickhouse],
  opents: [opents],
}

export const integrationManifests: readonly IntegrationManifest[] = Object.values(manifestFolders).flat()

export const manifestOf = (type: string): IntegrationManifest | undefined =>
  integrationManifests.find((one) => one.type === type)

const built = new Map<string, KindStructs | undefined>()

/** The structs of the connectors, actions or sources of a type. Undefined if it has none. */
export function structsOf(part: IntegrationKind, type: string): KindStructs | undefined {
  const manifest = manifestOf(type)
  if (!manifest) return undefined
  const id = `${part} ${type}`
  if (!built.has(id)) built.set(id, kindStructs(part, manifest))
  return built.get(id)
}

/** The types that have connectors, actions or sources. */
export const typesOf = (part: IntegrationKind): readonly string[] =>
  integrationManifests.filter((one) => one[part] !== undefined).map(({ type }) => type)

/** Body of a POST. It is validated strictly, by its `type`. */
export const newOf = (part: IntegrationKind): Kind<NewIntegration> =>
  variants(all(part, 'post')) as Kind<NewIntegration>

/** The fields that all types have. */
export interface NewIntegration {
  readonly type: string
  readonly name: string
  readonly enable: boolean
  readonly [field: string]: unknown
}

type Settings = {
  readonly connector: ConnectorSettings
  readonly action: ActionSettings
  readonly source: SourceSettings
}
/** Wire values and plain values have the same outer structure. */
type RootKind<P extends IntegrationKind> = Kind<ByName<Record<string, unknown>>, ByName<Settings[P]>>
type ByName<T> = { readonly [type: string]: { readonly [name: string]: T } | undefined }

/** The configuration roots `connectors`, `actions` and `sources`, by type, then by name. */
export const integrationRoots = {
  connectors: root('connectors', 'connector'),
  actions: root('actions', 'action'),
  sources: root('sources', 'source'),
}

/** Component schemas for the OpenAPI document, where the contract has placeholders. */
export const integrationPlugs = () =>
  Object.fromEntries(
    (['connector', 'action', 'source'] as const).flatMap((part) => [
      [`${part}_post`, schemas(part, 'post')],
      [`${part}_put`, schemas(part, 'put')],
      [part, schemas(part, 'get')],
    ]),
  )

const schemas = (part: IntegrationKind, use: keyof KindStructs) => all(part, use).map(({ schema }) => schema)

const all = (part: IntegrationKind, use: keyof KindStructs): readonly SomeStruct[] =>
  typesOf(part).flatMap((type) => structsOf(part, type)?.[use] ?? [])

function root<P extends IntegrationKind>(name: string, part: P): RootKind<P> {
  const fields = integrationManifests.flatMap(({ type, label }) => {
    const config = structsOf(part, type)?.config
    // The types of the fields are not needed here.
    return config ? [[type, setting(mapOf('$name', structKind(config as never)), { label })] as const] : []
  })
  return structKind(struct(name, Object.fromEntries(fields))) as unknown as RootKind<P> // created for each type
}
