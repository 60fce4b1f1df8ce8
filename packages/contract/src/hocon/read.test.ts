import { describe, expect, test } from 'vitest'
import { HoconError } from './hocon-error.ts'
import { readHocon, readHoconWithPositions } from './read.ts'

function refusal(text: string): HoconError {
  try {
    readHocon(text)
  } catch (error) {
    if (error instanceof HoconError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('syntax', () => {
  test.each<[string, string, unknown]>([
    ['nothing at all', ' \n# only a comment', {}],
    ['braces around everything', '\ufeff { a = 1 } // end', { a: 1 }],
    ['=, :, nothing before {', 'a = 1\nb : 2\nc { d = 3 }\ne\n{\n}', { a: 1, b: 2, c: { d: 3 }, e: {} }],
    ['JSON', '{"a": [1, {"b": null}], "c": true}', { a: [1, { b: null }], c: true }],
    ['commas, line breaks and both', 'a=1,b=2\n\nc=[1\n2,\n 3,],\r\n', { a: 1, b: 2, c: [1, 2, 3] }],
    ['comments at every place', 'a = 1 # x\nb = [ // x\n 1 # x\n ] // x\nc = # x\n 2', { a: 1, b: [1], c: 2 }],
    ['numbers', 'a=[0,-1.5,1e3,1e+21,.5,-0]', { a: [0, -1.5, 1000, 1e21, 0.5, -0] }],
    ['what only looks like a number', 'a=[01, 10s, 1.2.3, -]', { a: ['01', '10s', '1.2.3', '-'] }],
    [
      'text without quotes',
      'a = infinity\nb = some text , c=80%\nd=/mqtt',
      { a: 'infinity', b: 'some text', c: '80%', d: '/mqtt' },
    ],
    ['escapes', String.raw`a = "\"\\\/\b\f\n\r\t\u00e9"`, { a: '"\\/\b\f\n\r\té' }],
    ['unknown escapes, as EMQX does', String.raw`re = "^\d+$"`, { re: '^\\d+$' }],
    ['triple quotes', 'a = """x\\n\n "y" """, b = """"q""""', { a: 'x\\n\n "y" ', b: '"q"' }],
    ['keys with dots', 'a.b.c = 1\na."b.c" = 2\na.d { e = 3 }', { a: { b: { c: 1 }, 'b.c': 2, d: { e: 3 } } }],
    [
      'keys of any kind',
      '"" = 1\n127.0 = 2\ntrue = 3\ninclude = 4\nä-b_c = 5',
      { '': 1, 127: { 0: 2 }, true: 3, include: 4, 'ä-b_c': 5 },
    ],
  ])('%s', (_, text, value) => expect(readHocon(text)).toEqual(value))

  test("an indented text loses its common indentation, as in EMQX's output", () => {
    const text = 'sql = """~\n    SELECT *\n      FROM "t/#"\n\n    WHERE x\n  ~"""\nb = """~\n  "x"~"""'
    expect(readHocon(text)).toEqual({ sql: 'SELECT *\n  FROM "t/#"\n\nWHERE x\n', b: '"x"' })
  })
})

describe('one key written several times', () => {
  test('objects are merged, otherwise the later value wins', () => {
    expect(readHocon('a { x = 1, y { p = 1 } }\na { y { q = 2 }, x = 3 }')).toEqual({ a: { x: 3, y: { p: 1, q: 2 } } })
    expect(readHocon('a { x = 1 }\na = 5\na { y = 2 }')).toEqual({ a: { y: 2 } })
    expect(readHocon('a = [1]\na = [2]')).toEqual({ a: [2] })
  })

  test('+= adds to a list', () => {
    expect(readHocon('a += 1\na += [2]\nb.c = [x], b { c += y }')).toEqual({ a: [1, [2]], b: { c: ['x', 'y'] } })
    expect(readHocon('d { l = [1] }\nc = ${a.l}\na = ${d}\na.l += 2')).toEqual({
      d: { l: [1] },
      c: [1, 2],
      a: { l: [1, 2] },
    })
    expect(refusal('a = 1\na += 2').message).toBe('line 2, column 1, a: += requires a list, but this is a plain value')
  })
})

describe('values side by side', () => {
  test('texts keep the space between them; lists and objects are joined', () => {
    expect(readHocon('a = x "y z"  1.50 true\nb = [1] [2]\nc = {x=1} {y=2}')).toEqual({
      a: 'x y z  1.50 true',
      b: [1, 2],
      c: { x: 1, y: 2 },
    })
  })

  test('a list next to a text is rejected', () => {
    expect(refusal('a = [1] x').message).toBe('line 1, column 5, a: a list and a plain value cannot be joined')
  })
})

describe('references', () => {
  test('resolve earlier and later keys, alone and within texts, as copies', () => {
    const text = 'root = /var, log = ${root}"/log", x = ${later.on}, later { on = true }\nl = ${k} [2], k = [1]'
    expect(readHocon(text)).toEqual({ root: '/var', log: '/var/log', x: true, later: { on: true }, l: [1, 2], k: [1] })
  })

  test('may be merged over, and may refer to a sibling in the same object', () => {
    expect(readHocon('d { x = 1, y = 1 }\na = ${d} { y = 2 }\nb = ${d}\nb { z = ${b.y} }')).toEqual({
      d: { x: 1, y: 1 },
      a: { x: 1, y: 2 },
      b: { x: 1, y: 1, z: 1 },
    })
  })

  test('to themselves mean the value so far', () => {
    expect(readHocon('p = [1]\np = ${p} [2]\nq = ${?q} [3]')).toEqual({ p: [1, 2], q: [3] })
  })

  test('that are optional and missing omit the key or element', () => {
    expect(readHocon('a = ${?x}\nb = [${?x}, 1]\nc = 1\nc = ${?x}\nd = y${?x}')).toEqual({ b: [1], c: 1, d: 'y' })
  })

  test('are only resolved outside of quotes', () => {
    expect(readHocon('a = "${EMQX_ETC_DIR}/acl.conf"\nb = """${x}"""')).toEqual({
      a: '${EMQX_ETC_DIR}/acl.conf',
      b: '${x}',
    })
  })

  test.each([
    ['a = ${a}', 'line 1, column 5, a: ${a} refers to itself'],
    ['a = ${b}\nb = [${a}]', 'line 2, column 6, a: ${a} refers to itself'],
    ['a { x = ${a} }', 'line 1, column 9, a.x: ${a} refers to itself'],
    ['q = ${a.x}\na { x = ${b} }\nb = ${a}', 'line 2, column 5, q.x: this key refers to itself'],
    ['a = ${b.c}', 'line 1, column 5, a: ${b.c} refers to a key that does not exist (text with ${…} needs quotes)'],
  ])('%s is refused', (text, message) => expect(refusal(text).message).toBe(message))
})

describe('errors have line, column and key', () => {
  test.each([
    ['mqtt {\n  name = "x\n}', 'line 2, column 10, mqtt.name: this string has no closing quote on its line'],
    ['a = """x', 'line 1, column 5, a: this string has no closing """'],
    ['a {\n  b = [1', 'line 2, column 7, a.b: the closing ] is missing'],
    ['\na {\n  b = 1', 'line 2, column 3, a: the closing } is missing'],
    ['{ a = 1 } b', 'line 1, column 11: unexpected “b” after the end of the configuration'],
    ['a = 1 }', 'line 1, column 7: expected a comma or a new line before “}”'],
    ['a =', 'line 1, column 4, a: a value is missing'],
    ['a = 1,, b = 2', 'line 1, column 7: a value is missing before this comma'],
    [
      'a {\n  max_inflight 32\n}',
      'line 2, column 15, a.max_inflight: expected =, : or { after the key (keys with spaces or special characters need quotes)',
    ],
    ['a..b = 1', 'line 1, column 3: expected a key before “.”'],
    ['l = [1, { x = t/+/y }]', 'line 1, column 17, l.1.x: “+” needs quotes'],
    ['a = 1 b = 2', 'line 1, column 9, a: “=” needs quotes, or a comma or new line is missing before the key'],
    ['a = 1e999', 'line 1, column 5, a: this number is too large'],
    ['a = ${b', 'line 1, column 5, a: the closing } of this reference is missing'],
    ['[1]', 'line 1, column 1: a configuration must begin with a key or {, not with a list'],
    ['a = 1\n include "x.conf"', 'line 2, column 2: include is not supported'],
    ['include required(file("x"))', 'line 1, column 1: include is not supported'],
  ])('%j', (text, message) => expect(refusal(text).message).toBe(message))

  test('as fields too', () => {
    expect(refusal('a {\n  "b.c" = ]\n}')).toMatchObject({
      line: 2,
      column: 11,
      key: 'a."b.c"',
      reason: 'a value is missing',
    })
  })
})

describe('positions', () => {
  const { positionOf } = readHoconWithPositions(
    'mqtt {\n  max_inflight = 5\n  max_inflight = 6\n}\nl = [1,\n  { type = x }]\na.b.c = 1\nr = ${mqtt}\n',
  )

  test.each<[(string | number)[], number, number]>([
    [['mqtt'], 1, 1],
    [['mqtt', 'max_inflight'], 3, 3],
    [['l', 0], 5, 6],
    [['l', 1, 'type'], 6, 5],
    [['a', 'b', 'c'], 7, 5],
  ])('%j is where it was written last', (path, line, column) => expect(positionOf(path)).toEqual({ line, column }))

  test('of missing or referenced values are those of the nearest enclosing key', () => {
    expect(positionOf(['mqtt', 'nope', 'deeper'])).toEqual({ line: 1, column: 1 })
    expect(positionOf(['l', 9])).toEqual({ line: 5, column: 1 })
    expect(positionOf(['r', 'max_inflight'])).toEqual({ line: 8, column: 1 })
    expect(positionOf(['nope'])).toBeUndefined()
    expect(positionOf([])).toBeUndefined()
  })
})

describe('hostile text', () => {
  test('__proto__ is an ordinary key', () => {
    const value = readHocon(
      '__proto__ { polluted = 1 }\n__proto__.more = 2\nconstructor.prototype.x = 3\na = ${__proto__}',
    )
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'a'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value.a).toEqual({ polluted: 1, more: 2 })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(refusal('a = ${toString}').reason).toContain('does not exist')
    expect(refusal('a = ${b}{}\nb = ${c.toString}\nc = 1').reason).toContain('does not exist')
  })

  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n')

  test.each<[string, string]>([
    ['nested lists', `a = ${'['.repeat(100_000)}`],
    ['nested objects', 'a{'.repeat(100_000)],
    ['lists in objects', '{a=[{b=['.repeat(50_000)],
    ['long paths', `${'a.'.repeat(100_000)}a = 1`],
    ['a chain of references', many(100_000, (i) => `a${i} = \${a${i + 1}}`)],
    ['a chain of nested references', many(1000, (i) => `a${i} = ${'['.repeat(100)}\${a${i + 1}}${']'.repeat(100)}`)],
    ['a value that grows deeper', `a0 = [1]\n${many(10_000, (i) => `a${i + 1} = [\${a${i}}]`)}`],
    ['a text doubled 60 times', `a0 = xxxxxxxxxx\n${many(60, (i) => `a${i + 1} = \${a${i}}\${a${i}}`)}`],
    ['a list doubled 60 times', `a0 = [1]\n${many(60, (i) => `a${i + 1} = [\${a${i}}, \${a${i}}]`)}`],
    ['a list that refers to itself 20 000 times', `a = []\n${'a = ${a} [1]\n'.repeat(20_000)}`],
    ['an unfinished escape', `a = "${'\\'.repeat(1_000_000)}`],
  ])('%s: a clear error, quickly', (_, text) => {
    const used = measureProcessorTime()
    expect(refusal(text).message.length).toBeLessThan(300)
    expect(used()).toBeLessThan(5000)
  })

  test.each<[string, string]>([
    [
      'sections',
      many(12_000, (i) => `section_${i} {\n  enable = true\n  name = "some name ${i}"\n  list = [1, 2, abc]\n}`),
    ],
    ['one object written again and again', 'a { b = 1 }\n'.repeat(80_000)],
    ['one list added to', 'a += 1\n'.repeat(100_000)],
    ['one text of many words', `a = ${'b '.repeat(500_000)}`],
    ['empty lines', '\n'.repeat(1_000_000)],
    ['comments', '#\n'.repeat(500_000)],
    ['quotes', `a = ${'"'.repeat(1_000_000)}`],
  ])('1 MB of %s takes about linear time', (_, text) => {
    const used = measureProcessorTime()
    readHocon(text)
    expect(used()).toBeLessThan(5000) // some 200 ms on a machine with nothing else to do
  })
})

/** Returns the milliseconds of processor time since the call: unlike the clock, the same on a busy machine. */
function measureProcessorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
