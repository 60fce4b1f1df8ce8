import { describe, expect, test } from 'vitest'
import { pluginMessages } from '../messages.ts'
import { fieldsOf } from './avro.ts'
import { faultOf } from './check.ts'

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
const fields = fieldsOf(schema, texts, 'en')
const field = (name: string) => {
  const found = fields.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

describe('the form of an Avro record', () => {
  test('has a component for each type, and the one of $ui where it fits', () => {
    expect(Object.fromEntries(fields.map(({ name, component }) => [name, component]))).toEqual({
      hostname: 'input',
      port: 'input-number',
      note: 'input-textarea',
      mode: 'select',
      tags: 'input-array',
      headers: 'key-value-editor',
      targets: 'maps-editor',
      either: 'json',
      wrong: 'switch',
    })
  })

  test('is ordered, and its labels are translated', () => {
    expect(fields[0]?.name).toBe('port')
    expect(field('hostname')).toMatchObject({ label: 'Host', span: 12, isRequired: true })
    expect(fieldsOf(schema, texts, 'zh').find(({ name }) => name === 'hostname')?.label).toBe('主机')
    expect(field('mode').options.map(({ value }) => value)).toEqual(['fast', 'safe'])
    expect(field('targets').columns.map(({ label, span }) => [label, span])).toEqual([
      ['URL', 16],
      ['weight', 24],
    ])
  })

  test.each([
    ['note', { string: 'x' }, 'x'],
    ['note', null, undefined],
    ['either', { int: 3 }, { int: 3 }],
    ['headers', { a: 'b' }, { a: 'b' }],
    ['targets', [{ url: 'u', weight: { int: 2 } }], [{ url: 'u', weight: 2 }]],
  ])('reads and writes the unions of %s: %j', (name, encoded, plain) => {
    expect(field(name).decode(encoded)).toEqual(plain)
    expect(field(name).encode(plain)).toEqual(encoded)
  })

  test('writes null for a missing value inside a record', () => {
    expect(field('targets').encode([{ url: 'u' }])).toEqual([{ url: 'u', weight: null }])
  })
})

describe('a value of the form', () => {
  test.each([
    ['hostname', '', 'Required'],
    ['hostname', 'db1', 'Letters and dots'],
    ['hostname', 'db', 'Must have 3 to 20 characters'],
    ['hostname', 'db.local', undefined],
    ['port', undefined, 'Required'],
    ['port', 1.5, 'Enter an integer'],
    ['port', 70000, 'Must be from 1 to 65535'],
    ['port', 1883, undefined],
    ['note', undefined, undefined],
    ['headers', { '': 'x' }, 'Required'],
    ['targets', [{ url: 'u', weight: 1.5 }], '1 invalid field'],
    ['either', '{', 'Enter a JSON object'],
  ])('%s = %j: %s', (name, value, fault) => {
    expect(faultOf(field(name), value, pluginMessages.en)).toBe(fault)
  })
})

test('a pattern that is no regular expression prevents nothing', () => {
  const [one] = fieldsOf(
    {
      type: 'record',
      name: 'c',
      fields: [{ name: 'a', type: 'string', $ui: { rules: [{ type: 'pattern', pattern: '(' }] } }],
    },
    {},
    'en',
  )
  expect(one && faultOf(one, 'x', pluginMessages.en)).toBeUndefined()
})
