import { expect, test } from 'vitest'
import { parseJsonText } from './json-text.ts'

test('JSON is parsed, and empty text results in undefined', () => {
  expect(parseJsonText('{"a": [1, null]}')).toEqual({ isValid: true, value: { a: [1, null] } })
  expect(parseJsonText('  \n')).toEqual({ isValid: true, value: undefined })
})

test.each([
  ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
  ['{"a": 1', 1, 8],
  ['[1, 2,]', 1, 7],
  ['{"a": 1}\n x', 2, 2],
  ['{"a" 1}', 1, 6],
  ['{"a": tru}', 1, 7],
  ['["a\nb"]', 1, 2],
])('the place where %j stops being JSON is line %d, column %d', (text, line, column) => {
  expect(parseJsonText(text)).toEqual({ isValid: false, line, column })
})
