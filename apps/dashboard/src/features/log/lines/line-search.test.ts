import { describe, expect, test } from 'vitest'
import { measureProcessorTime } from '../../../lib/numbers/test-processor-time.ts'
import { type LineSearch, toLineSearch } from './line-search.ts'

const search = (query: string): LineSearch => {
  const found = toLineSearch(query)
  if (typeof found !== 'object') throw new Error(`${query}: ${found}`)
  return found
}

test('text is matched literally and case-insensitively', () => {
  const found = search('a.b(')
  expect(found.isIn('x A.B( y')).toBe(true)
  expect(found.isIn('xaxb( y')).toBe(false)
  expect(found.isIn('1 a.b( 2')).toBe(true)
  expect(found.split('1 a.b( 2 A.B(')).toEqual(['1 ', 'a.b(', ' 2 ', 'A.B(', ''])
  expect(search('/log/follow').isIn('GET /log/follow')).toBe(true)
})

test('a query between slashes is a regular expression', () => {
  expect(search('/client(id)?: \\w+/').split('a clientid: x1, b')).toEqual(['a ', 'clientid: x1', ', b'])
  expect(search('/ERROR/').isIn('error')).toBe(false)
  expect(search('/ERROR/i').isIn('error')).toBe(true)
  expect(search('/x*/').split('ab')).toEqual(['ab'])
})

test('an empty query does not search, and an invalid expression is reported', () => {
  expect(toLineSearch('')).toBeUndefined()
  expect(toLineSearch('/(/')).toBe('invalid')
  expect(toLineSearch('/a/ii')).toBe('invalid')
})

describe('an expression that could take too long', () => {
  test.each([
    '/(a+)+$/',
    '/(a|a)*$/',
    '/(a?){50}b/',
    '/(.)\\1+x/',
    '/a*a*a*a*b/',
    '/((ab)*c?)*/',
    '/.*.*.*=/',
    '/.{0,99}.{0,99}.{0,99}x/',
    '/.{0,9}.{0,9}.{0,9}.{0,9}x/',
  ])('is rejected: %s', (query) => {
    expect(toLineSearch(query)).toBe('slow')
  })
  test.each([
    '/\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}/',
    '/a+b+c/',
    '/(a|b)c/',
    '/[(*+]+x/',
    '/(?:ab)+/',
    '/\\(a+\\)*/',
  ])('does not include %s', (query) => {
    expect(typeof toLineSearch(query)).toBe('object')
  })
  test('accepted expressions finish quickly on long lines', () => {
    const found = search('/.*.*x/')
    const used = measureProcessorTime()
    found.isIn('a'.repeat(100_000))
    expect(used()).toBeLessThan(3000)
  })
})
