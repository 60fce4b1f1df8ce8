import { expect, test } from 'vitest'
import { parseInsert } from './parse-insert.ts'

test('an INSERT is split at its rows', () => {
  expect(parseInsert('insert into t(a, b) values (${a}, lower(${b}))', '?')).toEqual({
    head: 'insert into t(a, b) values ',
    rows: '(${a}, lower(${b}))',
    tail: '',
  })
  expect(parseInsert('REPLACE INTO `values` VALUE (${a}), (1) ;', '?')).toEqual({
    head: 'REPLACE INTO `values` VALUE ',
    rows: '(${a}), (1)',
    tail: '',
  })
})

test('the text after the rows stays after all rows of a batch', () => {
  const mysql = 'INSERT INTO t(a) VALUES (${a}) ON DUPLICATE KEY UPDATE a = VALUES(a), b = 1'
  expect(parseInsert(mysql, '?')?.tail).toBe(' ON DUPLICATE KEY UPDATE a = VALUES(a), b = 1')
  const pgsql = 'INSERT INTO t(a) VALUES (${a}) ON CONFLICT (a) DO NOTHING'
  expect(parseInsert(pgsql, '$n')?.tail).toBe(' ON CONFLICT (a) DO NOTHING')
})

test('comments and texts are not read as SQL', () => {
  const text = `-- values (1)\nINSERT /* values (2) */ INTO t(a) VALUES ('values (''3)', \${a}) # values (4)`
  expect(parseInsert(text, '?')?.rows).toBe(`('values (''3)', \${a})`)
  expect(parseInsert(String.raw`INSERT INTO t VALUES ('\', $$ ) $$, ${'${a}'})`, '$n')?.rows).toBe(
    String.raw`('\', $$ ) $$, ${'${a}'})`,
  )
  expect(parseInsert(String.raw`INSERT INTO t VALUES ('\') (', ${'${a}'})`, '?')?.rows).toBe(
    String.raw`('\') (', ${'${a}'})`,
  )
})

test('a statement that cannot have more rows is not split', () => {
  for (const sql of [
    'SELECT * FROM t WHERE a = ${a}',
    'INSERT INTO t SELECT ${a}',
    'INSERT INTO t(a) VALUES',
    'INSERT INTO t(a) VALUES (${a}',
    'INSERT INTO ${t}(a) VALUES (${a})',
    'INSERT INTO t(a) VALUES (${a}) ON DUPLICATE KEY UPDATE a = ${b}',
    'INSERT INTO t(a) VALUES (${a}); DELETE FROM t',
    '',
  ])
    expect(parseInsert(sql, '?'), sql).toBeUndefined()
})

test('a placeholder may be the whole string, but not a part of a longer string', () => {
  expect(parseInsert(`INSERT INTO t VALUES ('\${a}')`, '?')?.rows).toBe(`('\${a}')`)
  expect(() => parseInsert(`INSERT INTO t VALUES ('x\${a}')`, '?')).toThrow('must be the whole string')
  expect(() => parseInsert(`UPDATE t SET a = 'x \${a}'`, '$n')).toThrow('must be the whole string')
})

test('every text is parsed or rejected in time', () => {
  const pieces = [
    `'`,
    '"',
    '`',
    '$$',
    '$a$',
    '(',
    ')',
    ',',
    ';',
    '--',
    '/*',
    '*/',
    '#',
    '${a}',
    'values',
    'insert',
    ' ',
    '\\',
  ]
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 2_000; round += 1) {
    const text = `insert into t values ${Array.from({ length: next(30) }, () => pieces[next(pieces.length)]).join('')}`
    for (const parameters of ['?', '$n'] as const)
      try {
        parseInsert(text, parameters)
      } catch (error) {
        expect(String(error)).toContain('must be the whole string')
      }
  }
})
