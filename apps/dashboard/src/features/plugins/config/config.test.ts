import { describe, expect, test } from 'vitest'
import { buildModel } from '../../../schema-form/model.ts'
import { validate } from '../../../schema-form/validate.ts'
import { formOf } from './avro-form.ts'
import { namedTypesOf } from './avro-types.ts'
import { fromAvro, toAvro } from './avro-values.ts'

const schema = {
  type: 'record',
  name: 'config',
  fields: [
    {
      name: 'hostname',
      type: 'string',
      default: 'localhost',
      $ui: {
        component: 'input',
        flex: 12,
        required: true,
        label: '$hostname_label',
        rules: [
          { type: 'pattern', pattern: '^[a-z.]+$', message: '$hostname_rule' },
          { type: 'length', minLength: 3, maxLength: 20 },
        ],
      },
    },
    {
      name: 'port',
      type: 'int',
      $ui: { component: 'input-number', flex: 12, order: 1, rules: [{ type: 'range', min: 1, max: 65535 }] },
    },
    { name: 'note', type: ['null', 'string'], default: null, $ui: { component: 'input-textarea' } },
    { name: 'mode', type: { type: 'enum', name: 'mode', symbols: ['fast', 'safe'] } },
    { name: 'tags', type: { type: 'array', items: 'string' }, $ui: { component: 'input-array' } },
    { name: 'headers', type: { type: 'map', values: 'string' } },
    {
      name: 'targets',
      type: {
        type: 'array',
        items: {
          type: 'record',
          name: 'target',
          fields: [
            { name: 'url', type: 'string' },
            { name: 'weight', type: ['null', 'int'] },
          ],
        },
      },
      $ui: { component: 'maps-editor', items: { url: { label: 'URL', flex: 16 } } },
    },
    { name: 'either', type: ['string', 'int'] },
    { name: 'wrong', type: 'boolean', $ui: { component: 'input-number' } },
  ],
}
const texts = { $hostname_label: { en: 'Host', zh: '主机' }, $hostname_rule: { en: 'Letters and dots' } }

function modelOf(avsc: Readonly<Record<string, unknown>>) {
  const { document, texts: words, variants } = formOf(avsc, texts)
  const model = buildModel(document, variants[0]?.name ?? '', words)
  if (model?.kind !== 'object') throw new Error('no form')
  return model
}
const model = modelOf(schema)
const field = (name: string) => {
  const found = model.fields.find(({ key }) => key === name)
  if (!found) throw new Error(name)
  return found
}
const withField = (type: unknown, $ui: object = {}) =>
  modelOf({ type: 'record', name: 'c', fields: [{ name: 'a', type, $ui }] }).fields[0]

describe('the form of an Avro record', () => {
  test('has a field for each type, and the one of $ui where it fits', () => {
    expect(Object.fromEntries(model.fields.map(({ key, kind }) => [key, kind]))).toEqual({
      hostname: 'text',
      port: 'number',
      note: 'multiline',
      mode: 'enum',
      tags: 'list',
      headers: 'map',
      targets: 'table',
      either: 'union',
      wrong: 'switch',
    })
  })

  test.each([
    [{ component: 'input-password' }, { kind: 'secret' }],
    [
      { component: 'code-editor', format: 'json' },
      { kind: 'code', language: 'json' },
    ],
    [
      { component: 'code-editor', format: 'html' },
      { kind: 'code', language: 'text' },
    ],
    [{ component: 'code-editor', format: 'sql' }, { kind: 'sql' }],
    [
      {
        component: 'select',
        options: [
          { label: 'Off', value: '0' },
          { label: '$hostname_label', value: '1' },
        ],
      },
      { kind: 'enum', symbols: ['0', '1'], symbolTexts: { '1': { en: 'Host', zh: '主机' } } },
    ],
  ])('a text with %j is %j', ($ui, expected) => {
    expect(withField('string', $ui)).toMatchObject(expected)
  })

  test('is ordered, translated, and has the widths of $ui', () => {
    expect(model.fields[0]?.key).toBe('port')
    expect(field('hostname')).toMatchObject({ label: { en: 'Host', zh: '主机' }, span: 12, filled: true })
    const targets = field('targets')
    expect(targets.kind === 'table' && targets.item).toMatchObject({
      fields: [
        { key: 'url', label: { en: 'URL' }, span: 16 },
        { key: 'weight', required: false },
      ],
    })
  })

  test('edits a type that contains itself as JSON', () => {
    const tree = { type: 'record', name: 'c', fields: [{ name: 'child', type: ['null', 'c'] }] }
    expect(modelOf(tree).fields[0]?.kind).toBe('json')
  })

  test('ignores a pattern that is not a regular expression', () => {
    const one = withField('string', { rules: [{ type: 'pattern', pattern: '(' }] })
    expect(one && validate(one, 'x')).toEqual([])
  })
})

describe('a value of the form', () => {
  test.each([
    ['hostname', '', 'Host is required'],
    ['hostname', 'db1', 'Letters and dots'],
    ['hostname', 'db', 'Please enter 3 to 20 characters'],
    ['hostname', 'db.local', undefined],
    ['port', undefined, 'Port is required'],
    ['port', 1.5, 'Please enter a whole number'],
    ['port', 70000, 'Must be between 1 and 65535'],
    ['port', 1883, undefined],
    ['note', undefined, undefined],
    ['headers', { '': 'x' }, 'Each entry requires a name'],
    ['targets', [{ url: 'u', weight: 1.5 }], 'Please enter a whole number'],
    ['tags', [], undefined],
    ['either', 3, undefined],
  ])('%s = %j: %s', (name, value, fault) => {
    expect(validate(field(name), value)[0]?.text.en).toBe(fault)
  })
})

describe('Avro’s JSON encoding', () => {
  const named = namedTypesOf(schema)
  const config = {
    hostname: 'db',
    note: { string: 'x' },
    headers: { a: 'b' },
    targets: [
      { url: 'u', weight: { int: 2 } },
      { url: 'v', weight: null },
    ],
    either: { int: 3 },
  }
  const plain = {
    hostname: 'db',
    note: 'x',
    headers: { a: 'b' },
    targets: [{ url: 'u', weight: 2 }, { url: 'v' }],
    either: 3,
  }

  test('is read without the names of the types in unions, and written with them', () => {
    expect(fromAvro(schema, config, named)).toEqual(plain)
    expect(toAvro(schema, plain, undefined, named)).toEqual(config)
  })

  test.each([
    [{ note: undefined }, { note: null }],
    [{ note: '' }, { note: null }],
    [{ either: 'text' }, { either: { string: 'text' } }],
    [{ targets: [{ url: 'u' }] }, { targets: [{ url: 'u', weight: null }] }],
    [{ extra: 1 }, { extra: 1 }],
  ])('a change to %j is written as %j', (change, expected) => {
    expect(toAvro(schema, { ...plain, ...change }, config, named)).toEqual({ ...config, ...expected })
  })

  test('an unchanged value is written as it was read', () => {
    const type = ['int', 'double']
    expect(toAvro(type, 3, { double: 3 }, named)).toEqual({ double: 3 })
    // A broker that omits the names of types.
    expect(toAvro(['null', 'string'], fromAvro(['null', 'string'], 'x', named), 'x', named)).toBe('x')
  })
})
