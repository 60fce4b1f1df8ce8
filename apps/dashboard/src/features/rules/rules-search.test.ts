import { expect, test } from 'vitest'
import { filtersIn, queryOf, rulesSearch } from './rules-search.ts'

const query = (search: object) => queryOf(rulesSearch.parse(search))

test('each way to compare the FROM clause has its own parameter', () => {
  expect(query({ from: ' t/1 ' })).toEqual({ page: 1, limit: 20, like_from: 't/1' })
  expect(query({ from: 't/#', matching: 'matches' })).toEqual({ page: 1, limit: 20, match_from: 't/#' })
  expect(query({ from: 't/1', matching: 'is' })).toEqual({ page: 1, limit: 20, from: 't/1' })
})

test('a single action of the URL is sent as a list, and an empty field is not sent', () => {
  expect(query({ action: 'http:a', enabled: 'false', id: '', page: '2' })).toEqual({
    page: 2,
    limit: 20,
    enable: false,
    action: ['http:a'],
  })
})

test('an address that makes no sense shows the first page of all', () => {
  expect(query({ page: 'x', limit: '-1', matching: 'y' })).toEqual({ page: 1, limit: 20 })
  expect(filtersIn(rulesSearch.parse({ page: '3', matching: 'is' }))).toBe(0)
})
