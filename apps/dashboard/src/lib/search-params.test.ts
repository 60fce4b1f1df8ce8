import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('a repeated parameter is a list, a single one a text', () => {
  expect(parseSearch('?clientid=a&clientid=b&page=2')).toEqual({ clientid: ['a', 'b'], page: '2' })
})

test('topics and ids with reserved characters survive the way into the URL and back', () => {
  const search = { topic: 'a/+/#?&=%', clientid: ['ü 1', '+x'] }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('what is empty leaves no trace in the URL', () => {
  expect(stringifySearch({ a: undefined, b: '', c: [] })).toBe('')
})
