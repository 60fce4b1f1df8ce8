import { describe, expect, test } from 'vitest'
import { buildModel, type FormNode } from './model.ts'
import { recordedSchema } from './test-documents.ts'
import { nodeAt } from './unions.ts'
import type { WireSchema } from './wire.ts'

const schemas: Readonly<Record<string, WireSchema>> = {
  'a.node': {
    type: 'object',
    properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/a.node' } },
  },
}
const build = (schema: WireSchema): FormNode => {
  const model = buildModel({ components: { schemas } }, schema)
  if (!model) throw new Error('no model')
  return model
}
const kindOf = (schema: WireSchema) => build(schema).kind

test.each<[WireSchema, FormNode['kind']]>([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', format: 'password' }, 'secret'],
  [{ type: 'string', format: 'sql', is_template: true }, 'sql'],
  [{ type: 'string', is_template: true }, 'template'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'number' }, 'number'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'enum', symbols: ['a', 'b'] }, 'enum'],
  [{ type: 'enum', symbols: ['a'] }, 'constant'],
  [{ type: 'duration' }, 'duration'],
  [{ type: 'byteSize' }, 'byteSize'],
  [{ type: 'wordSize' }, 'byteSize'],
  [{ type: 'percent' }, 'percent'],
  [{ type: 'ip_port' }, 'hostPort'],
  [{ type: 'url' }, 'url'],
  [{ type: 'comma_separated_string' }, 'commaList'],
  [{ type: 'array', items: { type: 'string' } }, 'list'],
  [{ type: 'array', items: { $ref: '#/components/schemas/a.node' } }, 'table'],
  [{ type: 'object' }, 'map'],
  [{ type: 'object', properties: { $name: { type: 'string' } } }, 'map'],
  [{ type: 'object', properties: { name: { type: 'string' } } }, 'object'],
  [{ type: 'something new' }, 'json'],
  [{}, 'json'],
  [{ $ref: '#/components/schemas/nowhere' }, 'json'],
])('%j becomes a field of the kind %s', (schema, kind) => {
  expect(kindOf(schema)).toBe(kind)
})

test('a recursive component ends in a JSON field', () => {
  const model = build({ $ref: '#/components/schemas/a.node' })
  expect(nodeAt(model, ['child'], undefined)?.kind).toBe('json')
})

test('a component that the document lacks has no form', () => {
  expect(buildModel({ components: { schemas } }, 'emqx.unknown')).toBeUndefined()
})

test('deprecated fields are known but not shown', () => {
  const model = build({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string', deprecated: true } },
  })
  expect(model).toMatchObject({ fields: [{ key: 'a' }], hidden: ['b'] })
})

describe('a union', () => {
  const alternatives = (...members: WireSchema[]) => {
    const model = build({ oneOf: members })
    return model.kind === 'union' ? model.alternatives.map(({ symbol, node }) => symbol ?? node?.kind) : model.kind
  }

  test('of a value and a symbol starts with the value, in any order', () => {
    const infinity = { type: 'enum', symbols: ['infinity'] }
    expect(alternatives({ type: 'duration' }, infinity)).toEqual(['duration', 'infinity'])
    expect(alternatives(infinity, { type: 'duration' })).toEqual(['duration', 'infinity'])
  })

  test('has an alternative for every symbol of an enum, and for true and false', () => {
    expect(alternatives({ type: 'string', is_template: true }, { type: 'enum', symbols: [0, 1] })).toEqual([
      'template',
      0,
      1,
    ])
    expect(alternatives({ type: 'string', is_template: true }, { type: 'boolean' })).toEqual(['template', true, false])
  })

  test('is an enum if it only has symbols, and its member if it has one', () => {
    expect(alternatives({ type: 'enum', symbols: ['b'] }, { type: 'enum', symbols: ['a'] })).toBe('enum')
    expect(alternatives({ type: 'duration' })).toBe('duration')
  })

  test('merges integer and number', () => {
    expect(alternatives({ type: 'string' }, { type: 'number' }, { type: 'integer' })).toEqual(['number', 'text'])
  })
})

describe('in the recorded schemas', async () => {
  const connectors = await recordedSchema('connectors')
  const actions = await recordedSchema('actions')
  const hotconf = await recordedSchema('hotconf')
  const labels = (document: typeof actions, component: string, field: string) => {
    const model = buildModel(document, component)
    const node = model && nodeAt(model, [field], undefined)
    return node?.kind === 'union' ? [node.label.en, ...node.alternatives.map(({ label }) => label.en)] : undefined
  }

  test('variants of a connector are labelled by their distinguishing field, the usual one first', () => {
    expect(labels(connectors, 'redis.post_connector', 'parameters')).toEqual([
      'Redis type',
      'Single node',
      'Sentinel',
      'Cluster',
    ])
    expect(labels(connectors, 'bridge_kafka.post_connector', 'authentication')).toEqual([
      'Authentication',
      'Username and password',
      'Kerberos',
      'None',
    ])
    expect(labels(actions, 'bridge_s3.post_bridge_v2', 'parameters')).toEqual([
      'Mode',
      'Direct upload',
      'Aggregated upload',
    ])
  })

  test('a path selects its response schema', () => {
    expect(buildModel(hotconf, '/configs/global_zone')).toMatchObject({
      fields: [{ key: 'mqtt' }, { key: 'flapping_detect' }, {}, {}, {}],
    })
  })

  test('certificates and keys are recognized only next to each other', () => {
    const model = buildModel(connectors, 'redis.post_connector')
    if (!model) throw new Error('no model')
    expect(nodeAt(model, ['ssl', 'keyfile'], undefined)).toMatchObject({ kind: 'pem', holds: 'key' })
    expect(nodeAt(model, ['ssl'], undefined)).toMatchObject({ isTls: true })
  })
})
