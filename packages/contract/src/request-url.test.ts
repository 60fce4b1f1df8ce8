import { expect, test } from 'vitest'
import { requestUrl } from './request-url.ts'

test('parameters are encoded into the path', () => {
  expect(requestUrl('/api/v5', '/topics/{topic}', { topic: 't/#' })).toBe('/api/v5/topics/t%2F%23')
  expect(requestUrl('', '/banned/{as}/{who}', { as: 'clientid', who: 'a?b&c/../ü' })).toBe(
    '/banned/clientid/a%3Fb%26c%2F..%2F%C3%BC',
  )
})

test.each(['', '.', '..', undefined])('%j is rejected as a path parameter', (who) => {
  expect(() => requestUrl('', '/banned/{as}/{who}', { as: 'clientid', who })).toThrow(RangeError)
})

test('lists are repeated in the query, undefined is left out', () => {
  const query = { clientid: ['a b', 'c+d'], page: 1, clean_start: false, node: undefined, like_clientid: '' }
  expect(requestUrl('/api/v5', '/clients', undefined, query)).toBe(
    '/api/v5/clients?clientid=a+b&clientid=c%2Bd&page=1&clean_start=false&like_clientid=',
  )
})
