import { expect, test } from 'vitest'
import { parseSqlTemplate } from './sql.ts'

const lookup = (_: readonly string[], name: string) => ({ username: `x' OR 1=1 -- `, clientid: 'c1' })[name]

test('placeholders become parameters, so that client values never become SQL', () => {
  const text = 'SELECT * FROM u WHERE name = ${username} AND id = ${clientid} OR owner = ${username}'
  const mysql = parseSqlTemplate(text, '?')
  expect(mysql.statement).toBe('SELECT * FROM u WHERE name = ? AND id = ? OR owner = ?')
  expect(mysql.values(lookup)).toEqual([`x' OR 1=1 -- `, 'c1', `x' OR 1=1 -- `])
  expect(mysql.names).toEqual(['username', 'clientid'])
  expect(parseSqlTemplate(text, '$n').statement).toBe('SELECT * FROM u WHERE name = $1 AND id = $2 OR owner = $3')
})

test('quotes directly around a placeholder are removed', () => {
  for (const quoted of [`'\${username}'`, `"\${username}"`])
    expect(parseSqlTemplate(`SELECT 1 WHERE a = ${quoted} AND b = 'c'`, '?').statement).toBe(
      `SELECT 1 WHERE a = ? AND b = 'c'`,
    )
})

test('a missing value becomes the value of the caller, or null', () => {
  const { values } = parseSqlTemplate('SELECT ${nothing}, ${clientid}', '?')
  expect(values(lookup)).toEqual([null, 'c1'])
  expect(values(lookup, '')).toEqual(['', 'c1'])
})

test('a literal dollar can be written', () => {
  expect(parseSqlTemplate(`SELECT '\${$}{username}', \${clientid}`, '$n').statement).toBe(`SELECT '\${username}', $1`)
})
