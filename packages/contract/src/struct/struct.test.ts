import { describe, expect, expectTypeOf, test } from 'vitest'
import { AppError } from '../errors.ts'
import { readInput } from '../read-input.ts'
import { toOpenApi } from '../to-open-api.ts'
import {
  anyMap,
  byteSize,
  completed,
  defaultsOf,
  duration,
  flag,
  infinity,
  integer,
  list,
  mapOf,
  masked,
  nested,
  oneOf,
  type PlainValue,
  secret,
  setting,
  struct,
  structKind,
  symbol,
  text,
  toComponents,
  toPlain,
  unmasked,
  type WireValue,
} from './index.ts'

const label = { en: 'Label', zh: '标签' }

const pair = struct('test.pair', {
  name: setting(text(), { required: true, label }),
  password: setting(secret(), { label }),
})

const limits = struct(
  'test.limits',
  {
    low: setting(integer(0, 100), { default: 10, label }),
    high: setting(integer(0, 100), { default: 90, label }),
  },
  ({ low, high }, refuse) => {
    if (low > high) refuse('low', 'must not be above high')
  },
)

const everything = struct('test.everything', {
  wait: setting(oneOf(duration(), infinity()), { default: '15s', label }),
  size: setting(byteSize({ max: '1GB' }), { default: '1MB', label }),
  keepalive: setting(oneOf(symbol('disabled', { en: 'Disabled', zh: '禁用' }), integer(1)), {
    default: 'disabled',
    label,
  }),
  note: setting(text(), { label }),
  enable: setting(flag(), { default: true, label }),
  pairs: setting(list(structKind(pair)), { default: [], label }),
  priorities: setting(anyMap(integer(1, 255)), { default: {}, label }),
  limits: nested(limits, { label }),
})

const problemOf = (value: unknown): unknown => {
  try {
    readInput(everything.schema, value)
  } catch (error) {
    if (error instanceof AppError) return JSON.parse(error.message)
    throw error
  }
  return undefined
}

describe('a struct', () => {
  test('fills in all defaults, also of nested structs', () => {
    expect(defaultsOf(everything)).toEqual({
      wait: '15s',
      size: '1MB',
      keepalive: 'disabled',
      enable: true,
      pairs: [],
      priorities: {},
      limits: { low: 10, high: 90 },
    })
  })

  test('keeps the notation of the sender, and converts to plain units', () => {
    const value = readInput(everything.schema, { wait: 'infinity', size: '2KB', keepalive: '60' })
    expect(value).toMatchObject({ wait: 'infinity', size: '2KB', keepalive: 60 })
    expect(toPlain(everything, value)).toMatchObject({ wait: Number.POSITIVE_INFINITY, size: 2048, keepalive: 60 })
  })

  test('has both types', () => {
    type Written = WireValue<typeof everything>
    type Used = PlainValue<typeof everything>
    expectTypeOf<Written['wait']>().toEqualTypeOf<string>()
    expectTypeOf<Used['wait']>().toEqualTypeOf<number>()
    expectTypeOf<Used['keepalive']>().toEqualTypeOf<number | 'disabled'>()
    expectTypeOf<Used>().toHaveProperty('note').toEqualTypeOf<string | undefined>()
    expectTypeOf<Used['limits']['low']>().toEqualTypeOf<number>()
  })

  test.each([
    [
      { wait: 'soon' },
      { path: 'root.wait', reason: 'must be a duration such as 15s, 5m or 1h30m, or must be infinity' },
    ],
    [{ size: '2GB' }, { path: 'root.size', reason: 'must be at most 1GB', value: '2GB' }],
    [{ pairs: [{ name: 'a' }, { password: 'b' }] }, { path: 'root.pairs.2.name', reason: 'required_field' }],
    [{ priorities: { 't/1': 256 } }, { path: 'root.priorities.t/1', reason: 'must be between 1 and 255', value: 256 }],
    [{ limits: { low: 80, high: 20 } }, { path: 'root.limits.low', reason: 'must not be above high', value: 80 }],
    [{ limits: { hihg: 20 } }, { path: 'root.limits', reason: 'unknown_fields', unknown: 'hihg' }],
    [{ enable: 'yes' }, { path: 'root.enable', reason: 'must be true or false', value: 'yes' }],
  ])('refuses %j with the path and a sentence', (value, problem) => {
    expect(problemOf(value)).toMatchObject({ kind: 'validation_error', ...problem })
  })

  test('masks its secrets, and a returned mask keeps the previous secret', () => {
    const before = readInput(everything.schema, { pairs: [{ name: 'a', password: ' s3cret ' }, { name: 'b' }] })
    const shown = masked(everything, before)
    expect(shown.pairs).toEqual([{ name: 'a', password: '******' }, { name: 'b' }])
    expect(unmasked(everything, shown, before)).toEqual(before)
  })

  test('is printed in the dialect of /schemas, with referenced structs', () => {
    const components = toComponents([everything])
    expect(Object.keys(components)).toEqual(['test.everything', 'test.pair', 'test.limits'])
    expect(components).toMatchObject({
      'test.everything': {
        type: 'object',
        properties: {
          wait: { oneOf: [{ type: 'duration' }, { type: 'enum', symbols: ['infinity'] }], default: '15s' },
          pairs: { type: 'array', items: { $ref: '#/components/schemas/test.pair' }, default: [] },
          limits: { $ref: '#/components/schemas/test.limits' },
        },
      },
      'test.pair': { required: ['name'], properties: { password: { type: 'string', format: 'password' } } },
    })
  })
})

describe('a field that is filled in', () => {
  const handler = struct('test.handler', {
    enable: setting(flag(), { default: true, label }),
    level: setting(text(), { default: 'warning', label, hidden: true }),
    first: setting({ ...text(), secret: true }, { label }),
  })
  const holder = struct('test.holder', {
    off: nested(handler, { from: { enable: false }, label }),
    many: completed(mapOf('$name', structKind(handler)), { one: {} }, { label }),
  })

  test('has its value if missing, with defaults for the rest', () => {
    expect(defaultsOf(holder)).toEqual({
      off: { enable: false, level: 'warning' },
      many: { one: { enable: true, level: 'warning' } },
    })
    expect(readInput(holder.schema, { off: {}, many: {} })).toEqual({
      off: { enable: true, level: 'warning' },
      many: {},
    })
  })

  test('is printed with that default, without hidden fields', () => {
    const components = toComponents([holder])
    expect(components['test.holder']).toMatchObject({ properties: { off: { default: { enable: false } } } })
    expect(components['test.handler']).toEqual({
      type: 'object',
      properties: { enable: { type: 'boolean', default: true }, first: { type: 'string' } },
    })
    expect(Object.keys(Object(toOpenApi(handler.schema, 'input').properties))).toEqual(['enable', 'first'])
  })

  test('masks secrets that EMQX does not declare', () => {
    const value = readInput(holder.schema, { off: { first: 'x' } })
    expect(masked(holder, value).off.first).toBe('******')
  })
})

test('unprinted bounds are enforced', () => {
  const kind = integer(1, 9, { unprinted: true })
  expect(kind.wire).toEqual({ type: 'integer' })
  expect(integer(1, 9, { unprinted: 'maximum' }).wire).toEqual({ type: 'integer', minimum: 1 })
  expect(kind.schema.safeParse(10).success).toBe(false)
})
