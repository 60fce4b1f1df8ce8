import { describe, expect, test } from 'vitest'
import {
  readCall,
  readConditions,
  readFields,
  readWhere,
  type WrittenField,
  withFields,
  withWhere,
  writeConditions,
} from './edit.ts'
import { parseSql } from './parse.ts'

const field = (expression: string, alias = ''): WrittenField => ({ expression, alias })

describe('The fields of SELECT', () => {
  test.each([
    ['SELECT * FROM "t/#"', [field('*')]],
    ['select a, b.c[1] as d.e from "t"', [field('a'), field('b.c[1]', 'd.e')]],
    ['select substr(topic, 2, 3) as s, [1, 2] as l from t', [field('substr(topic, 2, 3)', 's'), field('[1, 2]', 'l')]],
    [
      'select case when a = 1 then 2 else 3 end as x, * from t',
      [field('case when a = 1 then 2 else 3 end', 'x'), field('*')],
    ],
    ['select (a + 1) * 2 as b from t where a', [field('(a + 1) * 2', 'b')]],
    ['select -- all\n * from t', [field('*')]],
    ['select \', from\' as "a b" from t', [field("', from'", '"a b"')]],
  ])('of %s are read, and written back with the same meaning', (sql, expected) => {
    expect(readFields(sql)).toEqual(expected)
    const again = withFields(sql, expected)
    expect(readFields(again)).toEqual(expected)
    expect(parseSql(again).problems).toEqual([])
  })

  test.each(['foreach a from t', 'select', ''])('of %j cannot be read and are not changed', (sql) => {
    expect(readFields(sql)).toBeUndefined()
    if (sql !== 'select') expect(withFields(sql, [field('b')])).toBe(sql)
  })

  test('are replaced without touching FROM and WHERE', () => {
    expect(withFields('SELECT a FROM "t" WHERE a > 1', [field('b'), field('upper(c)', 'd')])).toBe(
      'SELECT\n  b,\n  upper(c) as d\nFROM "t" WHERE a > 1',
    )
  })
})

describe('WHERE', () => {
  test.each([
    ['select * from "t"', 'a = 1', 'select * from "t"\nWHERE\n  a = 1'],
    ['select * from "t" where b > 2', 'a = 1', 'select * from "t"\nWHERE\n  a = 1'],
    ['select * from "t"\nwhere b > 2', undefined, 'select * from "t"'],
    ['select * from "where"', ' ', 'select * from "where"'],
  ])('%j with the condition %j', (sql, condition, expected) => {
    expect(withWhere(sql, condition)).toBe(expected)
    expect(readWhere(expected)).toBe(condition?.trim() || undefined)
  })
})

describe('A call', () => {
  test.each([
    ['upper(topic)', { name: 'upper', args: ['topic'] }],
    [" substr( concat(a, 'x,y') , 2 ) ", { name: 'substr', args: ["concat(a, 'x,y')", '2'] }],
    ['now_timestamp()', { name: 'now_timestamp', args: [] }],
    ['upper(a) + 1', undefined],
    ['(upper(a))', undefined],
    ['payload.x', undefined],
    ['upper(', undefined],
  ])('%j is read as %j', (expression, expected) => {
    expect(readCall(expression)).toEqual(expected)
  })
})

describe('Conditions', () => {
  test.each([
    ['payload.t > 20', 'payload.t > 20'],
    ["a = 'x' and b <> 1.5 and c = true", "a = 'x'\n  AND b <> 1.5\n  AND c = true"],
    ["a =~ 'x/#' or (b > -1 and b < 1) or c = d.e", "a =~ 'x/#'\n  OR (b > -1 AND b < 1)\n  OR c = d.e"],
    ['(a = 1 or b = 2) and c = 3', '(a = 1 OR b = 2)\n  AND c = 3'],
    ['a = 0', 'a = 0'],
  ])('%j are read and written', (where, expected) => {
    const conditions = readConditions(where)
    expect(conditions && writeConditions(conditions)).toBe(expected)
    expect(readConditions(expected)).toEqual(conditions)
  })

  test.each([
    'a + 1 > 2',
    'not a = 1',
    'upper(a) = 1',
    'a in (1, 2)',
    '(a = 1 or (b = 2 and c = 3)) and d = 4',
    'a',
    'a >',
  ])('%j has other parts and is not read', (where) => expect(readConditions(where)).toBeUndefined())
})
