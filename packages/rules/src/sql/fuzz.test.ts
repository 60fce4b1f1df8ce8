import { measureProcessorTime } from '@mqdeck/kit'
import { decodeJson, JsonError } from '@mqdeck/kit/json'
import { expect, test } from 'vitest'
import { functionsByName } from '../functions/index.ts'
import { columnsFromMap } from './columns.ts'
import { compileSql } from './compile.ts'
import { contextAt } from './context.ts'
import { formatSql } from './format.ts'
import { parseSql } from './parse.ts'
import { scanSql } from './scan.ts'
import { withFrom } from './sources.ts'
import { environment } from './test-helpers.ts'

/** Reproducible random numbers (mulberry32) from 0 to below `below`. */
function createDice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const seeds = [
  'SELECT payload.n as n, clientid, topic FROM "t/#" WHERE n >= 0',
  'select *, [1..3] as r, a[-0] x, case a when 1 then \'one\' else 2.5 end from t, "$events/client_connected" -- done',
  'foreach payload.s as e do e.name as n[0].x, upper(clientid) /* c */ incase e.i > 1 and not e.i in (3, 4) from "$bridges/mqtt:x" where a.b[1].c =~ \'x/+\'',
  "select - -1 + 2 * (3 - 4) div 5 mod 6 as a.'b c'.1, nth(1, [1, 2, [3]]), payload.x[1..-1] from t where a = b or c != 'd''e' and f",
]
const scraps = [
  ...[
    "'",
    '"',
    '(',
    ')',
    '[',
    ']',
    ',',
    '.',
    '..',
    '-',
    '--',
    '/*',
    '*/',
    '*',
    '=',
    '=~',
    '<',
    ' ',
    '\n',
    '0',
    '-0',
    '1.5',
  ],
  ...[
    '1e9',
    'select',
    'from',
    'where',
    'case',
    'when',
    'then',
    'end',
    'as',
    'and',
    'not',
    'in',
    'div',
    'payload',
    'item',
    'x',
  ],
  ...['upper(', 'payload.', '\u0000', 'ü', '😀', '\ud800', '__proto__', 'constructor', '$', ';', '\\', '9'.repeat(40)],
]

function mutated(text: string, dice: (below: number) => number): string {
  let result = text
  for (let count = 1 + dice(4); count > 0; count -= 1) {
    const from = dice(result.length + 1)
    const to = Math.min(result.length, from + dice(8))
    const kind = dice(4)
    const scrap = scraps[dice(scraps.length)] ?? ''
    if (kind === 0) result = result.slice(0, from) + result.slice(to)
    else if (kind === 1) result = result.slice(0, from) + scrap + result.slice(from)
    else if (kind === 2) result = result.slice(0, from) + scrap + result.slice(to)
    else result = result.slice(0, from) + result.slice(from, to).repeat(2 + dice(5)) + result.slice(to)
  }
  return result
}

const noise = (dice: (below: number) => number) =>
  Array.from({ length: dice(200) }, () =>
    dice(2) === 0 ? (scraps[dice(scraps.length)] ?? '') : String.fromCharCode(dice(dice(3) === 0 ? 65_536 : 128)),
  ).join('')

const columns = columnsFromMap({
  a: 1n,
  topic: 't',
  clientid: 'c',
  payload: '{"s":[{"i":2,"name":"x"}],"x":[1,2],"n":5}',
})

/** Calls all functions that take a statement. Returns whether the statement is valid. */
function exercise(text: string, offset: number): boolean {
  const tokens = scanSql(text)
  let end = 0
  for (const { from, to } of tokens) {
    if (from < end || to <= from || to > text.length) throw new Error('tokens out of order')
    end = to
  }
  contextAt(text, offset)
  withFrom(text, ['x'])
  const { statement, problems } = parseSql(text)
  for (const { from, to, line, column } of problems) {
    if (from < 0 || to < from || to > text.length || line < 1 || column < 1) throw new Error('a problem out of place')
  }
  const formatted = formatSql(text)
  if (problems.length > 0 || statement === undefined) return false
  if (formatSql(formatted) !== formatted) throw new Error('formatting goes on and on')
  if (shape(parseSql(formatted).statement) !== shape(statement)) throw new Error(`formatting changed ${text}`)
  const compiled = compileSql(statement, functionsByName)
  if (compiled.kind === 'compiled' && !compiled.rule.isAsync) compiled.rule.run(columns, environment)
  return true
}

/** A statement without positions. */
const shape = (value: unknown) =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'from' || key === 'to' || (key === 'text' && typeof inner === 'string' && /\s/.test(inner)))
      return undefined
    return typeof inner === 'bigint' ? `${inner}n` : inner
  })

test('No text makes scanner, parser, formatter, completion or a run crash or hang', () => {
  const dice = createDice(20_230_517)
  let right = 0
  const used = measureProcessorTime()
  for (let round = 0; round < 2000; round += 1) {
    const seed = seeds[dice(seeds.length)] ?? ''
    const text = round % 8 === 7 ? noise(dice) : mutated(seed, dice)
    try {
      if (exercise(text, dice(text.length + 1))) right += 1
    } catch (error) {
      throw new Error(`Round ${round}: ${JSON.stringify(text)}`, { cause: error })
    }
  }
  expect(right).toBeGreaterThan(100)
  expect(used()).toBeLessThan(15_000)
})

test('No text takes long, however it repeats itself', () => {
  for (const scrap of [...scraps, 'a.', 'a[', '((', 'case when ', "''", '""', '/*', '-- \n', '1..', 'not ', 'f(1,']) {
    const used = measureProcessorTime()
    const text = `select ${scrap.repeat(Math.floor(6_000 / scrap.length))}`
    exercise(text, text.length)
    expect(used(), scrap).toBeLessThan(1000)
  }
})

test('No JSON text makes its reader do anything but answer or throw JsonError', () => {
  const dice = createDice(7)
  const whole = '{"a":[1,-2.5e3,"x\\u00fc\\n",null,true,{"b":{}}],"__proto__":{"c":[]}}'
  for (let round = 0; round < 3000; round += 1) {
    const text = mutated(whole, dice)
    try {
      decodeJson(text)
    } catch (error) {
      if (!(error instanceof JsonError)) throw new Error(JSON.stringify(text), { cause: error })
    }
  }
})
