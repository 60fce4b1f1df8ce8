import { expect, test } from 'vitest'
import { parseRecent, type Recent, withRecent } from './recent.ts'

test('the latest entry comes first, without repeats, and eight are kept per user', () => {
  let all: Recent = {}
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'c']) all = withRecent(all, 'ann', id)
  all = withRecent(all, 'bob', 'x')
  expect(all).toEqual({ ann: ['c', 'i', 'h', 'g', 'f', 'e', 'd', 'b'], bob: ['x'] })
})

test('entries of the eight most recent users are kept', () => {
  let all: Recent = {}
  for (let user = 1; user <= 9; user += 1) all = withRecent(all, `user-${user}`, 'x')
  expect(Object.keys(all)).toHaveLength(8)
  expect(all).not.toHaveProperty('user-1')
})

test.each(['', 'x', 'null', '[1]', '{"ann":5}', '{"ann":[1,{}]}'])('invalid stored text is ignored: %j', (text) => {
  expect(Object.values(parseRecent(text)).flat()).toEqual([])
})
