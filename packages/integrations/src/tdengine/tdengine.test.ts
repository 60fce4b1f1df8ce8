import { expect, test } from 'vitest'
import { createInserts, statementOf } from './statement.ts'

const render = (sql: string, data: Record<string, unknown>, isMissingNull = false) =>
  statementOf([createInserts({ sql, isMissingNull })(data)])

test('values in quotes are texts, and values without quotes are literals of their type', () => {
  const data = { a: `x'), ('y\\' "z"`, i: 9_007_199_254_740_993n, f: 1.5, t: true, n: null, digits: '12', s: "it's" }
  const sql = "insert into t(a) values ('${a}', '${a}/${i}', ${i}, ${f}, ${t}, ${n}, ${digits}, ${s});"
  const evil = String.raw`x\'), (\'y\\\' \"z\"`
  expect(render(sql, data)).toBe(
    `INSERT INTO t(a) values ('${evil}', '${evil}/9007199254740993', 9007199254740993, 1.5, true, NULL, 12, 'it\\'s')`,
  )
})

test('a missing value is NULL or the text undefined', () => {
  const sql = "INSERT INTO t VALUES (${x}, '${x}', 'a${x}')"
  expect(render(sql, {})).toBe("INSERT INTO t VALUES ('undefined', 'undefined', 'aundefined')")
  expect(render(sql, {}, true)).toBe("INSERT INTO t VALUES (NULL, NULL, 'aundefined')")
})

test('the table and the tags can come from the data: tags are escaped, and invalid table names are rejected', () => {
  const sql = "INSERT INTO d_${id} USING meters TAGS ('${place}') VALUES (${ts}, 1)"
  expect(render(sql, { id: 'a1', place: "O'Hare", ts: 5n })).toBe(
    "INSERT INTO d_a1 USING meters TAGS ('O\\'Hare') VALUES (5, 1)",
  )
  for (const id of ['a b', 'a`', "a'", '', 'x values (1) y'])
    expect(() => render(sql, { id, place: 'p', ts: 1n })).toThrow('letters, digits and underscores')
  expect(() => render(sql, { place: 'p', ts: 1n })).toThrow('no value for ${id}')
  expect(render('INSERT INTO `d ${id}` VALUES (1)', { id: 'a b' })).toBe('INSERT INTO `d a b` VALUES (1)')
  expect(() => render('INSERT INTO `d ${id}` VALUES (1)', { id: 'a`b' })).toThrow('backquote')
})

test('rows of several messages are one statement, table by table', () => {
  const insert = createInserts({ sql: 'INSERT INTO t${n} VALUES (${ts}, ${n})', isMissingNull: false })
  const all = [insert({ n: 1n, ts: 1n }), insert({ n: 2n, ts: 2n }), insert({ n: 1n, ts: 3n })]
  expect(statementOf(all)).toBe('INSERT INTO t1 VALUES (1, 1) (3, 1) t2 VALUES (2, 2)')
})

test.each([
  'SELECT 1',
  'INSERT INTO t',
  'INSERT INTO t VALUES',
  "INSERT INTO t VALUES ('a)",
  'INSERT INTO t FORMAT CSV 1',
  '',
])('%j is refused', (sql) => {
  expect(() => createInserts({ sql, isMissingNull: false })).toThrow(/must be INSERT|no rows|not closed/)
})
