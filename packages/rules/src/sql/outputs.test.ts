import { expect, test } from 'vitest'
import { outputsOf } from './outputs.ts'
import { parseSql } from './parse.ts'

const columns = (text: string) => (text === 'e' ? ['event', 'node'] : ['topic', 'payload', 'node'])

test.each([
  ['select a, b.c, d as e.f, g as h[-0].i, payload.x[1].y from t', ['a', 'b.c', 'e.f', 'h', 'payload.x']],
  ['select *, 1 as one, one from t, e', ['topic', 'payload', 'node', 'event', 'one']],
  ["select 'x', 1 + 1, a[1..2] from t", ['x', '_v_op_+_2', 'a']],
  ['foreach payload.s as s do s.n as n, clientid from t', ['n', 'clientid']],
  ['foreach payload.s from t', ['topic', 'payload', 'node', 'payload.s', 'item']],
  ['foreach a as b, b.c as d do *, 1 as x from e', ['event', 'node', 'b', 'd', 'x']],
  ['select a, from', ['a']],
])('%s yields %j', (sql, names) => {
  const { statement } = parseSql(sql)
  if (statement === undefined) throw new Error('no statement')
  expect(outputsOf(statement, ({ text }) => columns(text))).toEqual(names)
})
