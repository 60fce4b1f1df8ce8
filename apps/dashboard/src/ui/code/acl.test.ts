import { expect, test } from 'vitest'
import { colorsOf } from '../theme/test-colors.ts'
import { aclLanguage } from './acl.ts'

test.each([
  ['%% who', '%% who:comment'],
  ['{allow, all}. % x', 'allow:keyword all:keyword % x:comment'],
  ['{deny, {user, "x%"}, publish, ["a"]}.', 'deny:keyword user:propertyName "x%":string publish:keyword "a":string'],
  ['{\'and\', [{re, "\\""}]}', `'and':propertyName re:propertyName "\\"":string`],
  ['{qos, 1}, {retain, true}', 'qos:propertyName 1:number retain:propertyName true:atom'],
  ['"a\n% b" % c', '"a:string % b":string % c:comment'],
  ['<<"a"/utf8>>', '"a":string'],
  ['{all_of, allowed}', 'all_of:propertyName allowed:propertyName'],
])('%s', (text, expected) => {
  expect(colorsOf(aclLanguage, text)).toBe(expected)
})
