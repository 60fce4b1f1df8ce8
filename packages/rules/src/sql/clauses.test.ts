import { describe, expect, test } from 'vitest'
import { columnsOf, outcome } from './test-helpers.ts'

/** Statement, columns as JSON, expected result. */
type Row = readonly [sql: string, columns: string, outcome: string]

const cases = (rows: readonly Row[]) =>
  test.each(rows)('%s of %s is %s', (sql, columns, expected) => {
    expect(outcome(sql, columnsOf(columns))).toBe(expected)
  })

describe('SELECT', () => {
  cases([
    // Recorded from EMQX.
    [
      'SELECT payload.n as n, clientid FROM "t/#"',
      '{"clientid":"c1","payload":"{\\"n\\":5}"}',
      '{"n":5,"clientid":"c1"}',
    ],
    ['SELECT payload.n as n FROM "t/#" WHERE n >= 0', '{"payload":"{\\"n\\":5}"}', '{"n":5}'],
    ['SELECT payload.n as n FROM "t/#" WHERE n >= 6', '{"payload":"{\\"n\\":5}"}', 'no match'],
    ['select * from t', '{"a":1,"b":"x"}', '{"a":1,"b":"x"}'],
    ['select a, *, 2 as a from t', '{"a":1,"b":"x"}', '{"a":2,"b":"x"}'],
    ['select a b from t', '{"a":1}', '{"b":1}'],
    ['select nothing from t', '{}', '{"nothing":"undefined"}'],
    ["select 'x' from t", '{}', '{"x":"x"}'],
    ['select payload.a.b from t', '{"payload":"{\\"a\\":{\\"b\\":1}}"}', '{"payload":{"a":{"b":1}}}'],
    ['select payload.x[2] from t', '{"payload":{"x":[1,3,4]}}', '{"payload":{"x":[3]}}'],
    [
      'select payload as p, p.a.b as c from t',
      '{"payload":"{\\"a\\":{\\"b\\":0}}"}',
      '{"p":"{\\"a\\":{\\"b\\":0}}","c":0}',
    ],
    ['select payload.a as x, x.b as y.z from t', '{"payload":"{\\"a\\":{\\"b\\":0}}"}', '{"x":{"b":0},"y":{"z":0}}'],
    ["select payload.'a b'.1 as x from t", '{"payload":"{\\"a b\\":{\\"1\\":true}}"}', '{"x":true}'],
    ['select payload."a.b" as x from t', '{"payload":"{\\"a.b\\":2}"}', '{"x":2}'],
    ['select payload.x as x from t', '{"payload":"not json"}', 'SELECT: decode_json_failed: the payload is not JSON'],
    [
      'select a.x as x, a.constructor as c, toString as s from t',
      '{"a":"plain"}',
      '{"x":"undefined","c":"undefined","s":"undefined"}',
    ],
    // The test suite of EMQX expects both separately, not merged.
    ['select a, b from t where a = b', '{}', '{"a":"undefined","b":"undefined"}'],
    [
      "SELECT payload, map_get('n', payload.p, -1) as payload.p.n FROM t",
      '{"payload":"{\\"i\\":1,\\"p\\":{\\"c\\":20}}"}',
      '{"payload":{"i":1,"p":{"c":20,"n":-1}}}',
    ],
    ['select clientid() as c, qos() as q from t', '{"clientid":"c1","qos":1}', '{"c":"c1","q":1}'],
  ])

  test('gives unnamed fields a unique name', () => {
    expect(outcome('select 1 + 1, 2 + 2, [1], true from t', {})).toBe(
      '{"_v_op_+_1":2,"_v_op_+_2":4,"_v_list_3":[1],"_v_const_true_4":true}',
    )
  })

  test('leaves the columns and the decoded payload alone when an alias goes into them', () => {
    const columns = columnsOf('{"a":{"x":1},"payload":"{\\"l\\":[1,2]}"}')
    const result = outcome('select a, 2 as a.x, payload, 9 as payload.l[1], payload.l from t', columns)
    expect(result).toBe('{"a":{"x":2},"payload":{"l":[9,2]}}')
    expect(columns).toEqual(columnsOf('{"a":{"x":1},"payload":"{\\"l\\":[1,2]}"}'))
  })
})

describe('Lists', () => {
  cases([
    ['select [1,2.5,[a]] as l from t', '{"a":"x"}', '{"l":[1,2.5,["x"]]}'],
    ['select [21 + 21, abs(-abs(-2)), [1 + 1], 4] as l from t', '{}', '{"l":[42,2,[2],4]}'],
    ['select payload.x as b, 1 as c[-0], 2 as c[-0], b as c[0] from t', '{"payload":{"x":0}}', '{"b":0,"c":[0,1,2]}'],
    ['select [] as c, 1 as c[-0], 0 as c[0] from t', '{}', '{"c":[0,1]}'],
    ['select [1..4] as c, 5 as c[-0], 9 as c[2], 8 as c[-1], 7 as c[77] from t', '{}', '{"c":[1,9,3,4,8]}'],
    ['select [-1..1] as c, [3..2] as d from t', '{}', '{"c":[-1,0,1],"d":[]}'],
    [
      'select payload.x[-2].y as b, payload.x[9] as c, payload.x[0] as d from t',
      '{"payload":{"x":[1,{"y":3},4]}}',
      '{"b":3,"c":"undefined","d":"undefined"}',
    ],
    [
      'select payload.a[1..4] as c, payload.a[-2..-1] as d from t',
      '{"payload":"{\\"a\\":[0,1,2,3,4]}"}',
      '{"c":[0,1,2,3],"d":[3,4]}',
    ],
    ['select a[2..4] from t', '{"a":[1,2,3,4,5]}', '{"a":[2,3,4]}'],
    ['select payload.a[1..4] as c from t', '{"payload":"{}"}', 'SELECT: a range needs a list, not undefined'],
    [
      'select a[i] as x, a[b.c] as y, a[b.d[1]] as z from t',
      '{"a":[7,8,9],"i":2,"b":{"c":-1,"d":[1]}}',
      '{"x":8,"y":9,"z":7}',
    ],
    [
      'select payload.a[payload.i] as x, payload.a[i] as y from t',
      '{"payload":"{\\"a\\":[7,8],\\"i\\":2}"}',
      '{"x":8,"y":8}',
    ],
    ['select a[i] as x, 1 as l[j] from t', '{"a":[7],"i":"head","j":"tail"}', '{"x":"undefined","l":[1]}'],
    [
      'select payload, payload.x[2].y from t',
      '{"payload":"{\\"x\\":[1,{\\"y\\":[1,2]},3]}"}',
      '{"payload":{"x":[1,{"y":[1,2]},3]}}',
    ],
    ['select 0 as payload.x[2].y from t', '{"payload":"{\\"x\\":[1]}"}', '{"payload":{"x":[{"y":0}]}}'],
    [
      'select payload.x, 0 as payload.x[2].y from t',
      '{"payload":"{\\"x\\":[1,{\\"y\\":[1,2]},3]}"}',
      '{"payload":{"x":[1,{"y":0},3]}}',
    ],
  ])
})

describe('Arithmetic', () => {
  cases([
    ['select 1 + 2 * 3 as a, (1 + 2) * 3 as b, 7 - 2 - 1 as c from t', '{}', '{"a":7,"b":9,"c":4}'],
    [
      'select 7 / 2 as a, 6 / 2 as b, 7 div 2 as c, -7 div 2 as d, 7 mod 4 as e, -7 mod 4 as f from t',
      '{}',
      '{"a":3.5,"b":3.0,"c":3,"d":-3,"e":3,"f":-3}',
    ],
    [
      'select -1 + 1 as a, +1 as b, - -1 as c, 1.5 + 1 as d, 2 * 1.5 as e from t',
      '{}',
      '{"a":0,"b":1,"c":1,"d":2.5,"e":3.0}',
    ],
    [
      'select a + 1 as a, b * 2 as b from t',
      '{"a":9007199254740993,"b":9223372036854775807}',
      '{"a":9007199254740994,"b":18446744073709551614}',
    ],
    [
      "select payload.a + payload.b as m, 'x' + '' as n from t",
      '{"payload":"{\\"a\\":\\"hello\\",\\"b\\":\\" world\\"}"}',
      '{"m":"hello world","n":"x"}',
    ],
    ["select 'hello' + 1 as m from t", '{}', 'SELECT: + cannot take "hello" and 1'],
    ['select nothing + 1 as m from t', '{}', 'SELECT: + cannot take undefined and 1'],
    ['select 1 / 0 as m from t', '{}', 'SELECT: division by zero'],
    ['select 1 div 0 as m from t', '{}', 'SELECT: division by zero'],
    ['select 1.5 div 1 as m from t', '{}', 'SELECT: div cannot take 1.5 and 1'],
    ["select -'a' as m from t", '{}', 'SELECT: - cannot take "a"'],
    ['select div(7, 2) as a, mod(7, 4) as b, payload.div as c from t', '{"payload":{"div":1}}', '{"a":3,"b":3,"c":1}'],
  ])
})

describe('Comparison', () => {
  const holds = (condition: string, columns = '{}') =>
    outcome(`select 1 as r from t where ${condition}`, columnsOf(columns))

  test.each([
    '1 = 1.0',
    '1 != 2',
    '1 <> 2',
    '2 > 1.5',
    '1 <= 1',
    "'a' < 'b'",
    "1 = '1'",
    "'1.5' > 1",
    "true = 'true'",
    'a = b',
    'a >= b',
    'not (a != b)',
    'true or nothing',
    "topic =~ 't/+'",
    "topic =~ 't/#'",
    "topic =~ 't/a'",
    '1 in (2, 1)',
    "'a' in ('a')",
    '3 not in (1, 2)',
    'not 1 = 2 and 1 = 1',
    '1 = 2 and 1 = 1 or 1 = 1',
    '[1, 2] < [1, 3]',
    '[1] = [1.0]',
    "is_null(a) and not is_null('x')",
    '9007199254740993 > 9007199254740992',
    "n = 'null'",
  ])('%s holds', (condition) => {
    expect(holds(condition, '{"topic":"t/a","n":null}')).toBe('{"r":1}')
  })

  test.each([
    '1 > 2',
    'a = 1',
    'a != 1',
    'a < 1',
    'a > 1',
    "a != 'x'",
    'a > b',
    "topic =~ 'x/#'",
    "sys =~ '#'",
    "sys =~ '+/a'",
    "1 in ('1')",
    '1 in (1.0)',
    "a =~ '#'",
    'not a',
    'not 1',
    'false',
    '1 not in (1)',
    '1 = 1 and 1 = 2 or 1 = 3',
  ])('%s does not hold', (condition) => {
    expect(holds(condition, '{"topic":"t/a","sys":"$SYS/a"}')).toBe('no match')
  })

  cases([
    ['select 1 as r from t where a = 1', '{"a":"x"}', 'WHERE: "x" is compared with a number, but is not a number'],
    ['select 1 as r from t where a', '{"a":1}', 'WHERE: the condition must be true or false, not 1'],
    [
      'select 1 as r from t where payload.x = 1',
      '{"payload":"no"}',
      'WHERE: decode_json_failed: the payload is not JSON',
    ],
    ['select 1 as r from t where false and payload.x = 1', '{"payload":"no"}', 'no match'],
    ['select 1 as r from t where true or payload.x = 1', '{"payload":"no"}', '{"r":1}'],
    ['select a = 1 as x, a = 1 and b = 2 as y from t', '{"a":1,"b":1}', '{"x":true,"y":false}'],
    ['select payload.a from t where payload.b = 2', '{"payload":"{\\"a\\":1,\\"b\\":2}"}', '{"payload":{"a":1}}'],
    ["select 1 as r from t where 1 =~ 'a'", '{}', 'WHERE: =~ compares strings, not 1'],
  ])
})

describe('CASE', () => {
  const sql = 'select case when payload.x < 0 then 0 when payload.x > 7 then 7 else payload.x end as y from t'
  cases([
    [sql, '{"payload":"{\\"x\\":1}"}', '{"y":1}'],
    [sql, '{"payload":"{\\"x\\":-1}"}', '{"y":0}'],
    [sql, '{"payload":"{\\"x\\":8}"}', '{"y":7}'],
    ["select case payload.x when 1 then 2 when 'a' then 3 else 4 end as y from t", '{"payload":{"x":"a"}}', '{"y":3}'],
    ['select case payload.x when 1 then 2 end as y from t', '{"payload":{"x":1.0}}', '{"y":"undefined"}'],
    [
      "select case when a = 1 and not b = 2 then case b when 1 then 'in' end end as y from t",
      '{"a":1,"b":1}',
      '{"y":"in"}',
    ],
    ["select lower(case when a = 1 then 'A' else 'B' end) as y from t", '{"a":1}', '{"y":"a"}'],
  ])
})

describe('FOREACH', () => {
  const sensors =
    '{"clientid":"c","payload":"{\\"s\\":[{\\"n\\":\\"a\\",\\"i\\":0},{\\"n\\":\\"b\\",\\"i\\":1},{\\"n\\":\\"c\\",\\"i\\":2}]}"}'
  cases([
    [
      'FOREACH payload.s as e DO clientid, e.n as n, e.i + 1 as i INCASE e.i >= 1 FROM t',
      sensors,
      '{"clientid":"c","n":"b","i":2} {"clientid":"c","n":"c","i":3}',
    ],
    ["foreach payload.s do item.n as n from t where clientid = 'c'", sensors, '{"n":"a"} {"n":"b"} {"n":"c"}'],
    ["foreach payload.s do item.n as n from t where clientid = 'x'", sensors, 'no match'],
    ['foreach payload.s do item from t', '{"payload":{"s":[1,2]}}', '{"item":1} {"item":2}'],
    ['foreach payload.s from t', '{"c":"x","payload":{"s":[1]}}', '{"c":"x","payload":{"s":[1]},"item":1}'],
    ['foreach payload.s as x from t', '{"c":"y","payload":{"s":[1]}}', '{"c":"y","payload":{"s":[1]},"x":1}'],
    [
      'foreach payload.s do *, 1 as one from t',
      '{"c":"y","payload":{"s":[5]}}',
      '{"c":"y","payload":{"s":[5]},"item":5,"one":1}',
    ],
    ['foreach payload.s from t', '{"payload":{"s":1}}', ''],
    ['foreach payload.nothing as s from t', '{"payload":"{}"}', ''],
    ['foreach payload as p do p.ts as ts from t', '{"payload":"[{\\"ts\\":1451649600512}]"}', '{"ts":1451649600512}'],
    [
      'foreach json_decode(payload) do item.id as id, clientid as c from t',
      '{"clientid":"c","payload":"[{\\"id\\":5},{\\"id\\":15}]"}',
      '{"id":5,"c":"c"} {"id":15,"c":"c"}',
    ],
    [
      "foreach json_decode(payload) as p, p.sensors as s, s.l as c, sublist(2,1,c) as info do info.cmd as cmd, s.page as page from t where s.page = '2'",
      '{"payload":"{\\"sensors\\":{\\"page\\":2,\\"l\\":[\\"haha\\",{\\"cmd\\":\\"1\\"}]}}"}',
      '{"cmd":"1","page":2}',
    ],
    ['foreach [1..3] as n do n * n as sq incase n mod 2 = 1 from t', '{}', '{"sq":1} {"sq":9}'],
    ['foreach payload.s from t', '{"payload":"{"}', 'FOREACH: decode_json_failed: the payload is not JSON'],
    ["foreach [1] do item + 'x' from t", '{}', 'DO: + cannot take 1 and "x"'],
    ['foreach [1] incase item from t', '{}', 'INCASE: the condition must be true or false, not 1'],
    ['foreach [1] from t where item + 1 = 2', '{}', 'WHERE: + cannot take undefined and 1'],
  ])
})

describe('Texts', () => {
  cases([
    ["select 'it''s' as a, 'a\\nb' as b, 'ü' as c from t", '{}', '{"a":"it\'\'s","b":"a\\\\nb","c":"ü"}'],
    ["select unescape('a\\nb') as b from t", '{}', '{"b":"a\\nb"}'],
    ["select 'a\nb' as b from t", '{}', '{"b":"a\\nb"}'],
    ['select "a b" as x, "a b" as "c d" from t', '{"a b":1}', '{"x":1,"c d":1}'],
    ["select 1 as a -- ' a comment\n, /* 2 as b, */ 3 as c from t -- where false", '{}', '{"a":1,"c":3}'],
  ])

  test('are read from bytes as well', () => {
    const columns = { payload: new TextEncoder().encode('{"a":"ü"}'), name: new TextEncoder().encode('ü') }
    expect(outcome("select payload.a as a, name = payload.a as same, 'x' + name as joined from t", columns)).toBe(
      '{"a":"ü","same":true,"joined":"xü"}',
    )
  })
})

test('FOREACH over a list that would fill the memory is refused', () => {
  const columns = { list: Array.from({ length: 100_001 }, () => null) }
  expect(outcome('foreach list from t', columns)).toBe('FOREACH: the list has more than 100000 items')
})
