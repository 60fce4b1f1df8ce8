import { describe, expect, test } from 'vitest'
import { readHocon } from './read.ts'
import type { HoconObject, HoconValue } from './value.ts'
import { writeHocon } from './write.ts'

/** Pieces of EMQX 5.8's answers to `GET /configs`; conformance/rest compares whole ones. */
const printed = [
  'actions {}\n',
  'api_key {bootstrap_file = ""}\nauthentication = []\nauto_subscribe {topics = []}\n',
  'delayed {enable = true, max_delayed_messages = 0}\n',
  'alarm {\n  actions = [log, publish]\n  size_limit = 1000\n  validity_period = "24h"\n}\n',
  'a {\n  access_rules = [\n    "allow all"\n  ]\n  bind = "127.0.0.1:1883"\n  max_connections = infinity\n  zone = default\n}\n',
  'throttling {\n  time_window = "1m"\n}\n',
  'headers {content-type = "application/json"}\n',
  'hash {name = sha256, salt_position = suffix}\n',
  'index_specs = [[1, 2, 3], [1, 3], [2, 3], [3]]\n',
  'topic_metrics = [\n  {topic = "t/a"}\n]\n',
  'rule {\n  actions = [\n    "mqtt:a_mqtt",\n    {function = console},\n    {\n      args {\n        mqtt_properties {}\n        qos = "${qos}"\n        retain = false\n      }\n      function = republish\n    }\n  ]\n}\n',
  'rule {\n  name = "rule one"\n  sql = """~\n    SELECT payload.n as n, clientid, topic FROM "t/#"~"""\n}\n',
  'schema {\n  source = """{"type": "object"}"""\n  type = json\n}\n',
  'check {\n  sql = "SELECT payload.a as a WHERE a > 1"\n  type = sql\n}\n',
]

describe('prints as EMQX does', () => {
  test.each(printed)('%j', (text) => expect(writeHocon(readHocon(text))).toBe(text))

  test('keys are sorted by UTF-8 bytes and quoted if they are not plain words', () => {
    expect(writeHocon({ b: 1, 'a.b': 1, '': 1, 'c-d_1': 1, B: 1, '1a': 1, '\uff5e': 1, '\u{1f600}': 1 })).toBe(
      '"" = 1\n"1a" = 1\nB = 1\n"a.b" = 1\nb = 1\nc-d_1 = 1\n"\uff5e" = 1\n"\u{1f600}" = 1\n',
    )
  })

  test('words with a meaning are quoted', () => {
    expect(writeHocon({ a: ['true', 'false', 'null', 'include', 'on', 'truest'] })).toBe(
      'a = ["true", "false", "null", "include", on, truest]\n',
    )
  })

  test('a number that HOCON lacks is rejected', () => {
    expect(() => writeHocon({ a: Number.POSITIVE_INFINITY })).toThrow(RangeError)
    expect(() => writeHocon({ a: [Number.NaN] })).toThrow(RangeError)
  })
})

describe('written text is read back unchanged', () => {
  const difficultTexts: readonly string[] = [
    '',
    ' ',
    ' x ',
    '"',
    '"x"',
    '""',
    '"""',
    '""""a""""',
    'a"""b\nc',
    '\n',
    '\n\n',
    'a\n',
    '\na',
    'a\n\nb\n',
    '  indented\n  lines',
    '  a\n b\n',
    'a\n  ',
    ' \n \n',
    'a\r\nb\r\n',
    '\r',
    '\t',
    '\\',
    '\\n',
    '\\"',
    'C:\\x\\u0041',
    '~',
    '~\n',
    '~\nx~',
    '"~"',
    'x"\n~',
    '${a}',
    '${?a',
    '$',
    '#',
    '//',
    'a // b',
    'http://x/y',
    '1e21',
    '-0',
    '123456789012345678901234567890',
    'true',
    'null',
    'include',
    'include "x"',
    'a=b',
    '{}',
    '[1]',
    'é',
    '日本語',
    '😀"😀',
    '\ud800',
    '\udc00"\n',
    '\u0000\u001b\u007f\u0085\u2028\u2029\ufeff',
    'a b',
    '__proto__',
    'a.b',
    'x%|y',
    '-----BEGIN X-----\nAB+/==\n-----END X-----\n',
  ]
  const numbers = [
    0,
    -0,
    1,
    -1,
    1.5,
    1e21,
    -1e21,
    1e-7,
    5e-324,
    1.7976931348623157e308,
    2 ** 53,
    34,
    44,
    65,
    0xd800,
    0x110000,
  ]

  test.each(difficultTexts)('%j as a value, an element and a key', (text) => {
    const value: HoconObject = Object.fromEntries([
      ['a', text],
      ['b', [text, [text]]],
      ['c', { d: { e: { f: text } } }],
      [text, text],
      ['g', Object.fromEntries([[text, 1]])],
    ])
    expect(readHocon(writeHocon(value))).toStrictEqual(value)
  })

  /** mulberry32: the same numbers on every run. */
  function random(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below
    }
  }

  function generator(below: (below: number) => number) {
    const pick = <T>(from: readonly T[], otherwise: T): T => from[below(from.length)] ?? otherwise
    const pieces = [
      '"',
      '"""',
      '\n',
      '\r',
      '\\',
      '~',
      ' ',
      '  ',
      'a',
      'Z9',
      '$',
      '{',
      '#',
      '.',
      '\t',
      'é',
      '😀',
      '\ud83d',
      '\u0001',
    ]
    const text = (): string =>
      below(2) === 0 ? pick(difficultTexts, '') : Array.from({ length: below(9) }, () => pick(pieces, '')).join('')
    const object = (depth: number): HoconObject =>
      Object.fromEntries(
        Array.from({ length: below(5) }, () => [below(3) === 0 ? text() : `key${below(9)}`, value(depth + 1)]),
      )
    function value(depth: number): HoconValue {
      const kind = below(depth > 5 ? 5 : 8)
      if (kind < 2) return text()
      if (kind === 2) return pick(numbers, 0)
      if (kind === 3) return below(2) === 0
      if (kind === 4) return below(2) === 0 ? null : 'word'
      return kind < 7 ? object(depth) : Array.from({ length: below(4) }, () => value(depth + 1))
    }
    return object
  }

  test('3000 generated configurations', () => {
    for (let seed = 0; seed < 3000; seed += 1) {
      const value = generator(random(seed))(0)
      const text = writeHocon(value)
      expect(readHocon(text), `seed ${seed}: ${text}`).toStrictEqual(value)
      expect(writeHocon(readHocon(text)), `seed ${seed}`).toBe(text)
    }
  })
})
