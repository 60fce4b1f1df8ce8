import { expect, test } from 'vitest'
import { createInserts } from './sql-template.ts'

const render = (sql: string, data: Record<string, unknown> = {}, isMissingNull = false) => {
  const { head, rows } = createInserts({ sql, isMissingNull })(data)
  return `${head} ${rows}`
}

const evil = `x'), ('y\\' "z" \`\n`

test('all values in quotes are texts', () => {
  const sql = `INSERT INTO t VALUES ('\${a}', 'a \${a}/\${b}', '\${c}')`
  expect(render(sql, { a: evil, b: 1n, c: { k: "it's" } })).toBe(
    `INSERT INTO t VALUES ('x\\'), (\\'y\\\\\\' \\"z\\" \\\`\n', 'a x\\'), (\\'y\\\\\\' \\"z\\" \\\`\n/1', '{\\"k\\":\\"it\\'s\\"}')`,
  )
})

test('values without quotes are literals of their type', () => {
  const data = {
    i: 18_446_744_073_709_551_615n,
    f: 1.5,
    w: 2,
    t: true,
    n: null,
    s: "it's",
    l: [1n, 'b', [2.5]],
    b: Buffer.from([0xff]),
  }
  expect(render('insert into t values (${i}, ${f}, ${w}, ${t}, ${n}, ${s}, ${l}, ${b})', data)).toBe(
    `insert into t values (18446744073709551615, 1.5, 2.0, 1, NULL, 'it\\'s', [1, 'b', [2.5]], '\\xff')`,
  )
  expect(render('INSERT INTO t VALUES (lower(${s}))', { s: '),(1' })).toBe(`INSERT INTO t VALUES (lower('),(1'))`)
})

test('a missing value is NULL or the text undefined', () => {
  const sql = `INSERT INTO t VALUES (\${x}, '\${x}', 'a\${x}')`
  expect(render(sql)).toBe(`INSERT INTO t VALUES ('undefined', 'undefined', 'aundefined')`)
  expect(render(sql, {}, true)).toBe(`INSERT INTO t VALUES (NULL, NULL, 'aundefined')`)
})

test('placeholders before the rows are names and must have a value', () => {
  const sql = `INSERT INTO \${db}."x\${table}" (\`values\`) -- values (9)\n VALUES (1);`
  expect(render(sql, { db: 'a`b', table: 'c"d' })).toBe(
    `INSERT INTO \`a\\\`b\`."xc\\"d" (\`values\`) -- values (9)\n VALUES (1)`,
  )
  expect(() => render(sql, { db: 'a' })).toThrow('no value for ${table}')
})

test('other formats use their own escape sequences', () => {
  const data = { s: 'a"b\tc\n\\', n: 7n, o: { k: [1n] } }
  expect(render('INSERT INTO t FORMAT JSONEachRow {"a":"<${s}>","b":${n},"c":${o},"d":${s}}', data)).toBe(
    String.raw`INSERT INTO t FORMAT JSONEachRow {"a":"<a\"b\tc\n\\>","b":7,"c":{"k":[1]},"d":"a\"b\tc\n\\"}`,
  )
  expect(render('INSERT INTO t FORMAT CSV "${s}",${n},${s},${x}', data, true)).toBe(
    'INSERT INTO t FORMAT CSV "a""b\tc\n\\",7,"a""b\tc\n\\",\\N',
  )
  expect(render('INSERT INTO t FORMAT TabSeparated ${s}\t${n}\t${x}', data, true)).toBe(
    'INSERT INTO t FORMAT TabSeparated a"b\\tc\\n\\\\\t7\t\\N',
  )
  expect(render('INSERT INTO t FORMAT Values (${n})', data)).toBe('INSERT INTO t FORMAT Values (7)')
})

test.each([
  ['something else', 'SELECT 1'],
  ['something else', 'INSERT INTO t SELECT ${a}'],
  ['something else', ''],
  ['something else', 'ALTER TABLE t VALUES (1)'],
  ['the statement has no rows', 'INSERT INTO t VALUES'],
  ['a quotation mark is not closed', "INSERT INTO t VALUES ('${a})"],
  ['is not supported', 'INSERT INTO t FORMAT Native x'],
])('%s: %s', (reason, sql) => {
  expect(() => createInserts({ sql, isMissingNull: false })).toThrow(reason)
})
