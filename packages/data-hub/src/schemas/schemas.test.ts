import { measureProcessorTime } from '@mqdeck/kit'
import type { Value } from '@mqdeck/kit/json'
import { describe, expect, test } from 'vitest'
import { compileJsonSchema } from './json-schema.ts'
import { createSchemaRegistry } from './registry.ts'

const person = JSON.stringify({
  type: 'record',
  name: 'Person',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'id', type: 'long', default: 5 },
    { name: 'mail', type: ['null', 'string', 'long'], default: null },
    { name: 'tags', type: { type: 'map', values: 'int' }, default: {} },
    { name: 'raw', type: 'bytes', default: '' },
  ],
})
const proto = `syntax = "proto3";
message P {
  string name = 1; int64 big = 2; uint64 huge = 3; repeated sint32 list = 4; map<string, bool> flags = 5;
  enum Color { RED = 0; BLUE = 1; } Color color = 6; bytes raw = 7; oneof one { string a = 8; int32 b = 9; } P inner = 10;
  optional int32 maybe = 11; double ratio = 12;
}`
const registryOf = (schemas: Parameters<typeof createSchemaRegistry>[0]['schemas']) =>
  createSchemaRegistry({ schemas, external: {} })
const registry = registryOf({
  person: { type: 'avro', source: person, description: '' },
  proto: { type: 'protobuf', source: proto, description: '' },
  old: {
    type: 'protobuf',
    source: 'syntax = "proto2"; message O { required string name = 1; optional int32 n = 2; }',
    description: '',
  },
  json: {
    type: 'json',
    source: JSON.stringify({ type: 'object', properties: { id: { type: 'integer', minimum: 0 } }, required: ['id'] }),
    description: '',
  },
})

describe('Avro', () => {
  test('a value with 64 bits, a union, a map and bytes is the same after decoding', () => {
    const value: Value = {
      name: 'Shaw',
      id: 9223372036854775807n,
      mail: -9223372036854775808n,
      tags: { a: 1n },
      raw: new Uint8Array([0, 255]),
    }
    const bytes = registry.encode('person', value)
    const decoded = registry.decode('person', bytes)
    expect(decoded).toEqual({ ...value, raw: Buffer.from([0, 255]) })
  })

  test('missing fields get their defaults, and a missing field without default is an error', () => {
    expect(registry.decode('person', registry.encode('person', { name: 'n' }))).toMatchObject({ id: 5n, mail: null })
    expect(() => registry.encode('person', { id: 5n })).toThrow('does not match the Avro schema')
    expect(() => registry.encode('person', { name: 5n })).toThrow('name must be text')
    expect(() => registry.decode('person', Buffer.from('{}'))).toThrow('do not match the Avro schema')
  })

  test('a list of values without bytes, which few bytes can make endless, ends after the time limit', () => {
    const source = JSON.stringify({ type: 'array', items: 'null' })
    const hostile = registryOf({ n: { type: 'avro', source, description: '' } })
    const used = measureProcessorTime()
    expect(() => hostile.decode('n', Buffer.from('feffffffffffffffff01', 'hex'))).toThrow()
    expect(used()).toBeLessThan(200)
  })
})

describe('Protobuf', () => {
  test('a value with all kinds of fields is the same after decoding', () => {
    const value: Value = {
      name: 'n',
      big: -9223372036854775808n,
      huge: 18446744073709551615n,
      list: [-1n, 2n],
      flags: { x: true },
      color: 'BLUE',
      raw: new Uint8Array([1, 2]),
      b: 3n,
      inner: { name: 'i', big: 0n, huge: 0n, color: 'RED', raw: new Uint8Array(), ratio: 0 },
      maybe: 0n,
      ratio: 0.5,
    }
    expect(registry.decode('proto', registry.encode('proto', value, 'P'), 'P')).toEqual(value)
  })

  test('a wrong type, a missing required field, and an unknown message type are errors', () => {
    expect(() => registry.encode('proto', { big: 2n ** 63n }, 'P')).toThrow('big must be from')
    expect(() => registry.encode('old', { n: 1n }, 'O')).toThrow('name is required')
    expect(() => registry.decode('old', new Uint8Array([16, 1]), 'O')).toThrow('not a message O')
    expect(() => registry.encode('old', {}, 'Nope')).toThrow('message type Nope is unknown')
    expect(() => registry.encode('old', {})).toThrow('a message type is required')
  })

  test('Sparkplug B is built in', () => {
    const bytes = registry.sparkplugEncode({ seq: 1n, metrics: [{ name: 'm', long_value: 2n ** 63n }] })
    expect(registry.sparkplugDecode(bytes)).toEqual({ seq: 1n, metrics: [{ name: 'm', long_value: 2n ** 63n }] })
  })
})

describe('JSON Schema', () => {
  test('a decoded payload keeps the digits of integers', () => {
    expect(registry.decode('json', Buffer.from('{"id":9007199254740993}'))).toEqual({ id: 9007199254740993n })
    expect(Buffer.from(registry.encode('json', { id: 9007199254740993n })).toString()).toBe('{"id":9007199254740993}')
  })

  test('a value that does not match is an error, and a check is false', () => {
    expect(() => registry.decode('json', Buffer.from('{"id":-1}'))).toThrow('/id must be >= 0')
    expect(registry.check('json', '{"id":-1}')).toBe(false)
    expect(registry.check('json', { id: 1n })).toBe(true)
    expect(() => registry.check('gone', '{}')).toThrow('schema gone does not exist')
  })

  test.each([
    ['http://json-schema.org/draft-04/schema#', { minimum: 1, exclusiveMinimum: true }, '1', false],
    ['http://json-schema.org/draft-06/schema#', { exclusiveMinimum: 1 }, '1', false],
    ['http://json-schema.org/draft-07/schema#', { if: { const: 1 }, else: false }, '1', true],
    ['https://json-schema.org/draft/2019-09/schema', { dependentRequired: { a: ['b'] } }, '{"a":1}', false],
    ['https://json-schema.org/draft/2020-12/schema', { prefixItems: [{ const: 2 }] }, '[1]', false],
  ])('%s is supported', ($schema, schema, payload, passes) => {
    const source = JSON.stringify({ $schema, ...schema })
    expect(registryOf({ s: { type: 'json', source, description: '' } }).check('s', payload)).toBe(passes)
  })

  test('a schema that takes exponential time fails after the time limit', () => {
    const nested = {
      anyOf: [{ items: { $ref: '#/definitions/n' } }, { items: { $ref: '#/definitions/n' }, minItems: 9 }],
    }
    const source = JSON.stringify({ definitions: { n: { ...nested, not: { const: 1 } } }, $ref: '#/definitions/n' })
    const hostile = registryOf({ s: { type: 'json', source, description: '' } })
    const used = measureProcessorTime()
    expect(hostile.check('s', `${'['.repeat(60)}1${']'.repeat(60)}`)).toBe(false)
    expect(used()).toBeLessThan(200)
  })

  test('each property has its own pattern, also those of another schema', () => {
    const source = JSON.stringify({ properties: { a: { pattern: '^a' }, b: { pattern: '^b' } } })
    const codec = compileJsonSchema(source)
    codec.check('{"a":"a1","b":"b1"}', undefined)
    expect(() => codec.check('{"a":"a1","b":"a1"}', undefined)).toThrow('/b must match pattern')
    const other = compileJsonSchema(JSON.stringify({ $id: 'x', pattern: '^c' }))
    compileJsonSchema(JSON.stringify({ $id: 'x', type: 'string' })).check('"a1"', undefined)
    other.check('"c1"', undefined)
    expect(() => other.check('"a1"', undefined)).toThrow('must match pattern')
  })

  test('a pattern runs in linear time', () => {
    const source = JSON.stringify({ type: 'string', pattern: '^(a+)+$' })
    const hostile = registryOf({ s: { type: 'json', source, description: '' } })
    expect(hostile.check('s', JSON.stringify(`${'a'.repeat(200)}!`))).toBe(false)
    expect(hostile.check('s', JSON.stringify('a'.repeat(200)))).toBe(true)
  })
})

test.each([
  ['avro', '{bad', 'not JSON'],
  ['avro', '{"type":"nosuch"}', 'not valid Avro'],
  ['avro', '{"type":"record","name":"x"}', 'not valid Avro'],
  ['protobuf', 'nonsense', 'not valid Protobuf'],
  ['protobuf', 'syntax = "proto3"; message M { Unknown x = 1; }', 'not valid Protobuf'],
  ['protobuf', 'syntax = "proto3"; import "a.proto"; message M { }', 'imports are not supported'],
  ['json', '{"type":5}', 'not a JSON Schema'],
  ['json', '{"$schema":"http://json-schema.org/draft-03/schema#"}', 'must be draft 4'],
  ['json', '{"$ref":"http://example.com/other"}', 'not a JSON Schema'],
] as const)('a schema of type %s is rejected: %s', (type, source, message) => {
  const broken = registryOf({ s: { type, source, description: '' } })
  expect(() => broken.codec('s')).toThrow(message)
})
