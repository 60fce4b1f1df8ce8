import { expect, test } from 'vitest'
import { colorsOf } from '../theme/test-colors.ts'
import { sqlLanguage } from './sql.ts'

test.each([
  ['SELECT * FROM "t/#"', 'SELECT:keyword FROM:keyword "t/#":string2'],
  ["WHERE a = 'it''s' -- x", "WHERE:keyword a:variableName 'it''s':string -- x:comment"],
  ['payload.from', 'payload:variableName from:propertyName'],
  ['nth(1, list)', 'nth:variableName 1:number list:variableName'],
  ['1.5e3 mod true', '1.5e3:number mod:keyword true:atom'],
  ['/* a\nb */ do', '/* a:comment b */:comment do:keyword'],
  ['selected', 'selected:variableName'],
  ['"a\nb" as c', '"a:string2 b":string2 as:keyword c:variableName'],
])('%s', (text, expected) => {
  expect(colorsOf(sqlLanguage, text)).toBe(expected)
})
