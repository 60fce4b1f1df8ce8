import { expect, test } from 'vitest'
import { checksOf, passes, sqlOfCheck } from './checks.ts'

test('a check by schema becomes SQL that fails with the reason if the payload is not valid', () => {
  expect(sqlOfCheck({ type: 'json', schema: 'js' })).toEqual({
    name: 'json js',
    sql: `SELECT schema_decode('js', payload) AS valid FROM "#"`,
  })
  expect(sqlOfCheck({ type: 'protobuf', schema: 'p', message_type: 'a.B' })).toEqual({
    name: 'protobuf p a.B',
    sql: `SELECT schema_decode('p', payload, 'a.B') AS valid FROM "#"`,
  })
})

test('a check by SQL gets FROM before its WHERE, and not inside of quoted text', () => {
  expect(sqlOfCheck({ type: 'sql', sql: `SELECT payload.a AS "where" WHERE payload.b = 'where'` }).sql).toBe(
    `SELECT payload.a AS "where" FROM "#" WHERE payload.b = 'where'`,
  )
  expect(sqlOfCheck({ type: 'sql', sql: 'SELECT *' }).sql).toBe('SELECT * FROM "#"')
})

test('any_pass needs one check that passes, all_pass needs all of them', () => {
  expect(passes({ strategy: 'any_pass' }, [false, true])).toBe(true)
  expect(passes({ strategy: 'any_pass' }, [false])).toBe(false)
  expect(passes({ strategy: 'all_pass' }, [false, true])).toBe(false)
  expect(passes({ strategy: 'all_pass' }, [true, true])).toBe(true)
})

test('unfinished checks of a form are read without an error', () => {
  expect(checksOf({ checks: [null, { type: 'sql' }] })).toEqual([
    { type: 'sql', sql: undefined, schema: undefined, message_type: undefined },
  ])
  expect(checksOf({})).toEqual([])
})

test('a payload in base64 is decoded wherever a check reads it', () => {
  const schema = { type: 'protobuf', schema: 's', message_type: 'M' }
  expect(sqlOfCheck(schema, true).sql).toBe(`SELECT schema_decode('s', base64_decode(payload), 'M') AS valid FROM "#"`)
  const sql = `SELECT schema_decode('payload', payload, 'M') AS p WHERE p.payload > 1 AND size(payload) > 2`
  expect(sqlOfCheck({ type: 'sql', sql }, true).sql).toBe(
    `SELECT schema_decode('payload', base64_decode(payload), 'M') AS p FROM "#" WHERE p.payload > 1 AND size(base64_decode(payload)) > 2`,
  )
  expect(sqlOfCheck({ type: 'sql', sql: 'SELECT json_decode(payload) AS payload WHERE payload.x' }, true).sql).toBe(
    undefined,
  )
})
