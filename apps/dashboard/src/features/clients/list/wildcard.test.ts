import { expect, test } from 'vitest'
import { parseWildcard } from './wildcard.ts'

test.each([
  ['dev-?1*', 'dev-a1', true],
  ['dev-?1*', 'dev-a1-x', true],
  ['dev-?1*', 'dev-1', false],
  ['dev-?1*', 'my-dev-a1', false],
  ['*', '', true],
  ['?', '', false],
  ['*a*b', 'xaybzb', true],
  ['*a*b', 'xayb-', false],
  ['a.c*', 'abc', false],
  ['**', 'any', true],
])('%s matches %s: %s', (pattern, text, isMatch) => {
  expect(parseWildcard(pattern)?.matches(text)).toBe(isMatch)
})

test('a text without wildcards is not a pattern', () => {
  expect(parseWildcard('dev-1')).toBeUndefined()
  expect(parseWildcard(undefined)).toBeUndefined()
})

test('the longest literal part is used for the search', () => {
  expect(parseWildcard('dev-?1*sensor*')?.literal).toBe('sensor')
  expect(parseWildcard('*?')?.literal).toBe('')
})

test('a pattern with many wildcards is matched quickly', () => {
  expect(parseWildcard(`${'*a'.repeat(200)}*b`)?.matches('a'.repeat(5000))).toBe(false)
})
