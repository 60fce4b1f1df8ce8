import { expect, test } from 'vitest'
import { parseSql } from './parse.ts'
import { findWarnings } from './warnings.ts'

test.each([
  ['select payload.x as x, x.y, topic from t where x = 1 and metadata.rule_id = undefined', []],
  ['select topic from t where topic = "a"', [`No input has a column "a". Use single quotes for a string: 'a'`]],
  [
    'select topik, nope.x[1..2] from t',
    ['No input has a column topik. Its value is undefined.', 'No input has a column nope. Its value is undefined.'],
  ],
  ['foreach payload.s as s do s.x, item.y as z from t', ['No input has a column item. Its value is undefined.']],
  ['foreach payload.s do item.y as z incase lower(item.z) = 1 from t', []],
])('%j is advised %j', (sql, advice) => {
  const { statement } = parseSql(sql)
  if (statement === undefined) throw new Error('no statement')
  expect(findWarnings(statement, () => ['topic', 'payload']).map(({ message }) => message.en)).toEqual(advice)
})
