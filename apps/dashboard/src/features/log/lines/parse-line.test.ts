import { expect, test } from 'vitest'
import { parseLine } from './parse-line.ts'

const time = Date.parse('2026-11-21T13:00:00.042Z')

test('parses time, level, message and fields of a text line', () => {
  const line =
    '2026-11-21T14:00:00.042000+01:00 [warning] clientid: a b, msg: refused, peername: 127.0.0.1:1883, "x, y": "say \\"hi\\", twice", list: [1,"b, c"], n: 3'
  expect(parseLine(line)).toEqual({
    time,
    level: 'warning',
    msg: 'refused',
    fields: [
      ['clientid', 'a b'],
      ['peername', '127.0.0.1:1883'],
      ['x, y', 'say "hi", twice'],
      ['list', '[1,"b, c"]'],
      ['n', '3'],
    ],
  })
})

test('parses a JSON line', () => {
  const line = `{"time":${time * 1000},"level":"debug","msg":"m","clientid":"c","reason":{"code":1}}`
  expect(parseLine(line)).toEqual({
    time,
    level: 'debug',
    msg: 'm',
    fields: [
      ['clientid', 'c'],
      ['reason', '{"code":1}'],
    ],
  })
})

test.each([
  ['1795266000042000 [info] msg: m', 'm'],
  ['2026-11-21T13:00:00.042000+00:00 [info] a sentence, nothing else', 'a sentence, nothing else'],
  ['    at somewhere (file.ts:1:2)', '    at somewhere (file.ts:1:2)'],
  ['{"broken":', '{"broken":'],
  ['', ''],
])('returns an unparsable line unchanged: %s', (line, msg) => {
  expect(parseLine(line)).toMatchObject({ msg, fields: [] })
})

test('parses Erlang terms with commas and brackets', () => {
  const line =
    '2026-11-21T13:00:00.042000+00:00 [error] msg: failed, reason: {shutdown,{a,"b"}}, mfa: emqx_x:y/2(12), pid: <0.1.0>'
  expect(parseLine(line).fields).toEqual([
    ['reason', '{shutdown,{a,"b"}}'],
    ['mfa', 'emqx_x:y/2(12)'],
    ['pid', '<0.1.0>'],
  ])
})
