import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('a repeated parameter is a list, a single one a text', () => {
  expect(parseSearch('?clientid=a&clientid=b&page=2')).toEqual({ clientid: ['a', 'b'], page: '2' })
})

test('topics and ids with reserved characters are the same after encoding and decoding', () => {
  const search = { topic: 'a/+/#?&=%', clientid: ['ü 1', '+x'] }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('empty values are not in the URL', () => {
  expect(stringifySearch({ a: undefined, b: '', c: [] })).toBe('')
})
