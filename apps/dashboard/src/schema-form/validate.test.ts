import { describe, expect, test } from 'vitest'
import { MalformedJson } from './json-text.ts'
import { buildModel } from './model.ts'
import { validate } from './validate.ts'
import type { WireSchema } from './wire.ts'

const noComponents = { components: { schemas: {} } }

/** English texts by path. */
function faultsOf(schema: WireSchema, value: unknown, before?: unknown): Readonly<Record<string, string>> {
  const model = buildModel(noComponents, schema)
  if (!model) throw new Error('no model')
  return Object.fromEntries(validate(model, value, { before }).map(({ path, text }) => [path.join('.'), text.en]))
}
const faultOf = (schema: WireSchema, value: unknown) => faultsOf(schema, value)['']

const bounded = { type: 'integer', minimum: 1, maximum: 10 }

test.each<[WireSchema, unknown, string | undefined]>([
  [bounded, 5, undefined],
  [bounded, '5', undefined],
  [bounded, 11, 'Must be between 1 and 10'],
  [{ type: 'integer', minimum: 1 }, 0, 'Must be at least 1'],
  [{ type: 'integer', maximum: 9 }, 10, 'Must be at most 9'],
  [bounded, 1.5, 'Please enter a whole number'],
  [bounded, Number.NaN, 'Please enter a number'],
  [{ type: 'number' }, 1.5, undefined],
  [{ type: 'duration' }, '1h30m', undefined],
  [{ type: 'duration' }, '5 parsecs', 'Please enter a duration with a unit, such as 15s or 1h30m'],
  [{ type: 'duration', minimum: '1s' }, '500ms', 'Must be at least 1s'],
  [{ type: 'duration', minimum: '1s', default: '0s' }, '0s', undefined],
  [{ type: 'byteSize' }, '10MB', undefined],
  [{ type: 'byteSize' }, '10 bananas', 'Please enter a size with a unit, such as 512KB or 1MB'],
  [{ type: 'percent' }, '101%', 'Please enter a percentage from 0% to 100%'],
  [{ type: 'rate' }, '10MB/s', undefined],
  [{ type: 'rate' }, 'infinity', undefined],
  [{ type: 'rate' }, 'fast', 'Please enter a properly formatted rate configuration'],
  [{ type: 'ip_port' }, '127.0.0.1:1883', undefined],
  [{ type: 'ip_port' }, 0, undefined],
  [{ type: 'ip_port' }, 'here', 'Please enter a port, or an address and a port, such as 127.0.0.1:1883'],
  [{ type: 'url' }, 'http://host/path', undefined],
  [{ type: 'url' }, 'http://${host}', undefined],
  [{ type: 'url' }, 'nowhere', 'Please enter a URL such as http://host:8080/path'],
  [{ type: 'string', maxLength: 3 }, 'abcd', 'Please enter at most 3 characters'],
  [{ type: 'string' }, '', 'Value is required'],
  [{ type: 'enum', symbols: ['a', 'b'] }, undefined, 'Value is required'],
  [{}, new MalformedJson('{'), 'Please enter the correct JSON'],
])('%j given %j: %s', (schema, value, fault) => {
  expect(faultOf(schema, value)).toBe(fault)
})

const person: WireSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    note: { type: 'string' },
    age: { type: 'integer', minimum: 0, default: 1 },
    extra: { type: 'object', properties: { enable: { type: 'boolean' }, url: { type: 'url' } }, required: ['url'] },
  },
  required: ['name'],
}

describe('an object', () => {
  test('reports each missing or invalid field', () => {
    expect(faultsOf(person, { age: -1 })).toEqual({ name: 'Name is required', age: 'Must be at least 0' })
  })

  test('accepts empty optional strings, but not empty quantities with a default', () => {
    expect(faultsOf(person, { name: 'a', note: '', age: '' })).toEqual({ age: 'Age is required' })
  })

  test('does not validate unchanged values of the server', () => {
    const before = { age: -5, extra: { enable: true } }
    expect(faultsOf(person, { ...before, note: 'new' }, before)).toEqual({})
    expect(faultsOf(person, { ...before, age: -6 }, before)).toEqual({ age: 'Must be at least 0' })
  })

  test('need not be complete while it is off', () => {
    expect(faultsOf(person, { name: 'a', extra: { enable: false } })).toEqual({})
    expect(faultsOf(person, { name: 'a', extra: { enable: true } })).toEqual({ 'extra.url': 'URL is required' })
  })
})

describe('rows', () => {
  const attributes: WireSchema = {
    type: 'array',
    items: {
      type: 'object',
      properties: { expression: { type: 'string' }, set_as_attr: { type: 'string' } },
      required: ['expression'],
    },
  }

  test('must be complete', () => {
    expect(faultsOf({ type: 'object', properties: { rows: attributes } }, { rows: [{ set_as_attr: 'a' }] })).toEqual({
      'rows.0.expression': 'Expression is required',
    })
  })

  test('must not contain an attribute twice', () => {
    const rows = [
      { expression: 'a', set_as_attr: 'x' },
      { expression: 'b', set_as_attr: 'x' },
    ]
    expect(faultsOf(attributes, rows)).toEqual({ '1.set_as_attr': 'Duplicated Attribute' })
  })
})

test('map entries have names and values of the expected type', () => {
  const priorities = { type: 'object', items: bounded }
  expect(faultsOf(priorities, { 't/1': 300, '': 1 })).toEqual({
    't/1': 'Must be between 1 and 10',
    '': 'Each entry requires a name',
  })
})

test('a union is validated by the alternative of its value', () => {
  const node = {
    oneOf: [
      { type: 'enum', symbols: ['infinity'] },
      { type: 'integer', minimum: 1 },
    ],
  }
  expect(faultOf(node, 'infinity')).toBeUndefined()
  expect(faultOf(node, 0)).toBe('Must be at least 1')
  expect(faultOf(node, { a: 1 })).toBe('The value has the wrong type')
})
