import { expect, test } from 'vitest'
import { back, type CursorTrail, firstPage, forward, longestTrail, mendTrail } from './cursor-trail.ts'

const walk = (steps: number) =>
  Array.from({ length: steps }, (_, step) => `c${step + 1}`).reduce<CursorTrail>(forward, firstPage)

test('back takes the same way as forward', () => {
  const second = forward(firstPage, 'a')
  const third = forward(second, 'b')
  expect(third).toEqual({ page: 3, cursor: ['a', 'b'] })
  expect(back(third)).toEqual(second)
  expect(back(second)).toEqual(firstPage)
  expect(back(firstPage)).toEqual(firstPage)
})

test('a long way keeps the URL short and its page number right, and leads back to the first page', () => {
  const far = walk(longestTrail + 10)
  expect(far.page).toBe(longestTrail + 11)
  expect(far.cursor).toHaveLength(longestTrail)
  expect(far.cursor.at(-1)).toBe(`c${longestTrail + 10}`)
  let trail = far
  for (let step = 1; step < longestTrail; step++) trail = back(trail)
  expect(trail.page).toBe(12)
  expect(back(trail)).toEqual(firstPage)
})

test('a page number without a cursor is the first page, and one too small for its cursors grows', () => {
  expect(mendTrail({ page: 7, cursor: [] })).toEqual(firstPage)
  expect(mendTrail({ page: 1, cursor: ['a', 'b'] })).toEqual({ page: 3, cursor: ['a', 'b'] })
  expect(mendTrail({ page: 30, cursor: ['a'] })).toEqual({ page: 30, cursor: ['a'] })
})
