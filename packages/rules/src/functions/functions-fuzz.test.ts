import { measureProcessorTime } from '@mqdeck/kit'
import { encodeJson, type Value } from '@mqdeck/kit/json'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SqlError } from '../sql-error.ts'
import type { SqlFunction } from './function.ts'
import { functionsByName } from './index.ts'
import { columns, createEnvironment } from './test-environment.ts'

/** Complete and truncated texts that functions parse. */
const meaningful = [
  ...[
    'leading',
    'trailing_notrim',
    'both',
    'integer',
    'float',
    'bits',
    'signed',
    'little',
    'second',
    'nanosecond',
    'local',
  ],
  ...[
    '~s',
    '~10.3.xp',
    '~*b',
    '~.999f',
    '(a+)+$',
    '[',
    '\\1&\\g{2}',
    '%Y-%m-%d %H:%M:%S%z',
    '2024-02-30 00:00:00',
    '+08:00',
  ],
  ...[
    '{"a": [1, {"b": null}]}',
    '[]',
    '{',
    '1e400',
    'a.b',
    '__proto__',
    'aGVsbG8=',
    '6869',
    '\\x41',
    '',
    '\ud800',
    '👨‍👩‍👧',
  ],
]

const integers = fc.oneof(
  fc.bigInt({ min: -3n, max: 70n }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.constantFrom(2n ** 31n, -(2n ** 63n), 10n ** 400n, 253_402_300_800n),
)

const values = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Value>(undefined, null, true, false),
    integers,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(...meaningful),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.uint8Array({ maxLength: 40 }),
    // Damaged terms and compressed data.
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Uint8Array.of(131, ...bytes)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 3, ...bytes)),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'topic', 'qos', '__proto__', 'constructor'), tie('value'), {
      noNullPrototype: true,
    }),
  ),
})).value

const environment = createEnvironment()

describe.each([...functionsByName.values()])('$name', (one) => {
  test('answers anything with a value or a sentence, soon', async () => {
    await fc.assert(
      fc.asyncProperty(argumentsOf(one), async (args) => {
        const used = measureProcessorTime()
        await answersOrRefuses(one, args)
        expect(used()).toBeLessThan(1000)
      }),
      { seed: 58, numRuns: 100 },
    )
  })
})

function argumentsOf({ parameters }: SqlFunction) {
  const least = parameters.filter(({ isOptional }) => isOptional !== true).length
  const most = parameters.at(-1)?.isRepeated ? parameters.length + 3 : parameters.length
  return fc.array(values, { minLength: least, maxLength: most, size: 'max' })
}

async function answersOrRefuses(one: SqlFunction, args: readonly Value[]): Promise<void> {
  try {
    const result = await one.call(args, environment)
    // The result must be a value: floats are finite, and everything can be encoded.
    expect(typeof encodeJson(result)).toBe('string')
    if (typeof result === 'number') expect(Number.isFinite(result)).toBe(true)
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    expect(error.message.startsWith(`${one.name}: `)).toBe(true)
  }
}

/** Arguments that try to use a lot of time or memory. */
const costly: readonly (readonly [name: string, args: readonly Value[]])[] = [
  ['regex_match', ['a'.repeat(200_000), '^(a+)+$b']],
  ['regex_replace', ['a'.repeat(10_000), 'a', 'b'.repeat(10_000)]],
  ['replace', ['a'.repeat(100_000), 'a', 'b'.repeat(100_000)]],
  ['pad', ['a', 10n ** 9n]],
  ['sprintf', ['~9999999s'.repeat(100), ...Array<Value>(100).fill('a')]],
  ['join_to_string', ['x'.repeat(100_000), Array<Value>(10_000).fill('a')]],
  ['json_decode', ['['.repeat(1_000_000)]],
  ['json_decode', ['9'.repeat(1_000_000)]],
  ['int', ['9'.repeat(1_000_000)]],
  ['tokens', [' '.repeat(1_000_000), ' ']],
  ['trim', [`a${' '.repeat(300_000)}a`]],
  ['rtrim', [`a${' '.repeat(300_000)}a`]],
  ['base64_decode', ['A'.repeat(1_000_001)]],
  ['bitsl', [1n, 10n ** 12n]],
  ['term_decode', [Uint8Array.from([131, ...Array<number[]>(100_000).fill([108, 0, 0, 0, 1]).flat()])]],
  ['strlen', ['e\u0301'.repeat(100_000)]],
  ['strlen', [`a${'\u0301'.repeat(300_000)}`]],
  ['unescape', ['\\'.repeat(1_000_000)]],
  ['map_get', ['a.'.repeat(100_000), { a: 1n }]],
  ['map_put', ['a.'.repeat(100_000), 1n, { a: 1n }]],
]

describe('An expensive call is rejected or takes little time', () => {
  test.each(costly)('%s', async (name, args) => {
    const one = functionsByName.get(name)
    const used = measureProcessorTime()
    if (one) await answersOrRefuses(one, args)
    expect(used()).toBeLessThan(2000)
  })

  test('a compressed text that unpacks to more than memory should hold', async () => {
    const bomb = await functionsByName.get('gzip')?.call([new Uint8Array(16 * 1024 * 1024 + 1)], environment)
    expect(() => functionsByName.get('gunzip')?.call([bomb], environment)).toThrow(
      'gunzip: the result would be longer than',
    )
  })

  test('the columns of the message are untouched by all of that', () => {
    expect(Object.keys(columns)).toHaveLength(8)
  })
})
