import { authnManifests, authzManifests } from '@mqdeck/access/catalog'
import { type AnyStruct, gatewayListenerStructs, listenerStructs, roots, toComponents } from '@mqdeck/contract'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { integrationManifests } from '@mqdeck/integrations/catalog'
import { expect, test } from 'vitest'
import { gatewayStruct } from './features/gateways/forms/structs.ts'
import { wireDocument } from './features/gateways/forms/wire-document.ts'
import { isRecord } from './lib/json/json-path.ts'
import { buildModel, type FormNode, type ObjectNode } from './schema-form/model.ts'
import { recordedSchema } from './schema-form/test-documents.ts'
import { type SchemaTexts, structTexts } from './schema-form/texts.ts'
import { initialValue } from './schema-form/values.ts'
import type { SchemaDocument } from './schema-form/wire.ts'

/**
 * Optional objects that new objects contain although they have no switch, by name: they group limits, sizes, topics and the like,
 * and mean the same whether they are sent or missing. An object that enables something by being present is declared with `optIn`.
 */
const onlyGroups = new Set([
  ...['resource_opts', 'creation_opts', 'socket_opts', 'tcp_options', 'udp_options', 'topology', 'transport_options'],
  ...['message', 'buffer', 'frame', 'proto', 'upstream', 'dnstream', 'translators', 'clientinfo_override'],
  ...[
    'socket_options',
    'log_failure',
    'filter',
    'e2e_tracing_options',
    'collectors',
    'mqtt_properties',
    'request',
    'container',
  ],
  ...['command', 'response', 'notify', 'register', 'update'],
  ...[
    'os',
    'vm',
    'throttling',
    'sys_event_messages',
    'metrics',
    'sso',
    'cache',
    'storage',
    'segments',
    'gc',
    'exporter',
  ],
  // Enabled by a field: `compress`, `request`, `enable_ocsp_stapling`, `bind`.
  ...['deflate_opts', 'health_check', 'ocsp', 'http', 'https', 'listeners', 'websocket'],
])
/** TLS settings that the type of the listener enables. */
const ofTlsListeners = new Set([
  'emqx.listener_ssl_opts',
  'emqx.listener_wss_opts',
  'gateway.dtls_opts',
  'emqx.listener_quic_ssl_opts',
])

function objectsOf(node: FormNode): readonly ObjectNode[] {
  switch (node.kind) {
    case 'object':
      return [node, ...node.fields.flatMap(objectsOf)]
    case 'union':
      // The union itself decides whether it exists.
      return node.alternatives.flatMap(({ node: inner }) =>
        inner ? objectsOf(inner).filter((one) => one !== inner) : [],
      )
    case 'list':
    case 'table':
      return objectsOf(node.item)
    case 'map':
      return objectsOf(node.value)
    default:
      return []
  }
}

const objectsIn = (document: SchemaDocument, texts: SchemaTexts) =>
  Object.keys(document.components.schemas).flatMap((name) => {
    const model = buildModel(document, name, texts)
    return model ? objectsOf(model) : []
  })

const isStruct = (value: unknown): value is AnyStruct =>
  typeof value === 'object' && value !== null && 'name' in value && 'fields' in value

const declared: readonly AnyStruct[] = [
  ...Object.values<unknown>(roots).filter(isStruct),
  ...Object.values(listenerStructs),
  ...Object.values(gatewayListenerStructs),
  ...gatewayManifests.map(gatewayStruct),
  ...[...authnManifests, ...authzManifests].flatMap(({ structs }) => structs),
  ...integrationManifests.flatMap((manifest) => structsIn(manifest)),
]

/** The structs of a connector with its actions and sources. */
function structsIn(value: unknown): readonly AnyStruct[] {
  if (isStruct(value)) return [value]
  const inner: readonly unknown[] = isRecord(value) ? Object.values(value) : Array.isArray(value) ? value : []
  return inner.flatMap(structsIn)
}

test('a new object contains only optional objects that have a switch or only group fields', async () => {
  const texts = structTexts(declared)
  const openApi = await recordedSchema('../openapi')
  const documents: readonly SchemaDocument[] = [
    ...(await Promise.all(['hotconf', 'hotconf.open-source', 'connectors', 'actions'].map(recordedSchema))),
    wireDocument(openApi),
    { components: { schemas: toComponents(declared) as SchemaDocument['components']['schemas'] } },
  ]
  const found = documents.flatMap((document) => objectsIn(document, texts))
  const unknown = found
    .filter((node) => !node.required && node.key !== '' && initialValue(node) !== undefined)
    .filter(({ fields }) => !fields.some(({ key, kind }) => key === 'enable' && kind === 'switch'))
    .filter(({ key, component = '' }) => !onlyGroups.has(key) && !ofTlsListeners.has(component))
    .map(({ key, component }) => `${component} ${key}`)
  expect([...new Set(unknown)]).toEqual([])
  expect(new Set(found.filter(({ optIn }) => optIn).map(({ component }) => component))).toEqual(
    new Set(['gateway.ssl_server_opts']),
  )
})
