import { expect, test } from 'vitest'
import { readSql } from './use-statement.ts'

const warnings = (sql: string) => readSql(sql, []).warnings.map(({ message }) => message.en)

test('a mistake of the language is one thing, what this engine does not know another', () => {
  expect(readSql('SELECT FROM', []).errors.length).toBeGreaterThan(0)
  expect(readSql('SELECT new_function(1) as a FROM "t"', []).errors).toEqual([])
  expect(warnings('SELECT new_function(1) as a FROM "t"')).toEqual(['Unknown function new_function'])
})

test('names are only doubted where the columns of all sources are known', () => {
  expect(warnings('SELECT offset FROM "t"')).toEqual(['No input has a column offset. Its value is undefined.'])
  expect(warnings('SELECT offset FROM "$bridges/kafka_consumer:k"')).toEqual([])
  expect(warnings('SELECT anything FROM "$bridges/brand_new:b", "t"')).toEqual([])
  expect(warnings('SELECT metadata.rule_id as r, payload FROM "t"')).toEqual([])
})
