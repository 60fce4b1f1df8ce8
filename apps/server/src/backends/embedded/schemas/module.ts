import { type FormSchema, ok, type SomeStruct, toComponents } from '@mqdeck/contract'
import { bridgeTypes } from '@mqdeck/integrations/bridges'
import { type IntegrationKind, type KindStructs, structsOf, typesOf } from '@mqdeck/integrations/catalog'
import { rootKinds } from '../../../broker-config/roots.ts'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'

/** Schemas for the forms of the dashboard. Created once, because they do not change. */
function schemaHandlers(): HandlersOf<'schemas'> {
  const documents = {
    hotconf: toHotConf(),
    connectors: toIntegrationSchema('Connectors Schema', ['connector']),
    actions: toIntegrationSchema('Actions and Sources Schema', ['action', 'source']),
    bridges: toBridgeSchema(),
  }
  return { getFormSchema: ({ params }) => ok(documents[params.name]) }
}

const {
  log,
  sys_topics,
  alarm,
  sysmon,
  dashboard,
  broker,
  mqtt,
  flapping_detect,
  force_shutdown,
  force_gc,
  durable_sessions,
} = rootKinds
const globalZone = { mqtt, flapping_detect, force_shutdown, force_gc, durable_sessions }

function toHotConf(): FormSchema {
  const byPath = { alarm, sysmon, sys_topics, log, dashboard, broker }
  const zone = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(globalZone).map(([name, { wire }]) => [name, wire])),
  }
  const limiter = { $ref: '#/components/schemas/limiter.limiter' }
  const both = (schema: object) => ({ put: schema, get: schema })
  return {
    info: { title: 'Hot Conf Schema', version: '0.2.0' },
    paths: {
      '/configs_reset/:rootname': {},
      '/configs': {},
      '/configs/global_zone': both(zone),
      '/configs/limiter': both(limiter),
      ...Object.fromEntries(Object.entries(byPath).map(([name, { wire }]) => [`/configs/${name}`, both(wire)])),
    },
    components: {
      schemas: {
        ...toComponents(Object.values({ ...byPath, ...globalZone }).flatMap(({ structs }) => structs)),
        'limiter.limiter': { type: 'object', properties: {} },
      },
    },
  }
}

/**
 * EMQX references the response schema. The request schema is next to it among the components:
 * `bridge_http.post_connector`.
 */
function toIntegrationSchema(title: string, parts: readonly IntegrationKind[]): FormSchema {
  const all = (part: IntegrationKind, use: keyof KindStructs): readonly SomeStruct[] =>
    typesOf(part).flatMap((type) => structsOf(part, type)?.[use] ?? [])
  const oneOf = (part: IntegrationKind, use: keyof KindStructs) => ({
    oneOf: all(part, use).map(({ name }) => ({ $ref: `#/components/schemas/${name}` })),
  })
  const paths = parts.flatMap((part) => [
    [`/${part}s`, { get: { type: 'array', items: oneOf(part, 'get') } }] as const,
    [`/${part}s/:id`, { put: oneOf(part, 'get') }] as const,
  ])
  const structs = parts.flatMap((part) => (['post', 'put', 'get'] as const).flatMap((use) => all(part, use)))
  return {
    info: { title, version: '0.2.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: { ...toComponents(structs) } },
  }
}

function toBridgeSchema(): FormSchema {
  const oneOf = { oneOf: bridgeTypes.map(({ structs }) => ({ $ref: `#/components/schemas/${structs.get.name}` })) }
  const structs = bridgeTypes.flatMap(({ structs: { post, put, get } }) => [post, put, get])
  return {
    info: { title: 'Data Bridge Schema', version: '0.2.0' },
    paths: { '/bridges': { get: { type: 'array', items: oneOf } }, '/bridges/:id': { put: oneOf } },
    components: { schemas: { ...toComponents(structs) } },
  }
}

export const schemasModule = defineModule({ name: 'schemas', create: () => ({ handlers: schemaHandlers() }) })
