import { expect, test } from 'vitest'
import { back, type CursorTrail, firstPage, forward, maxTrail, validTrail } from './cursor-trail.ts'

const walk = (steps: number) =>
  Array.from({ length: steps }, (_, step) => `c${step + 1}`).reduce<CursorTrail>(forward, firstPage)

test('back visits the same pages as forward', () => {
  const second = forward(firstPage, 'a')
  const third = forward(second, 'b')
  expect(third).toEqual({ page: 3, cursor: ['a', 'b'] })
  expect(back(third)).toEqual(second)
  expect(back(second)).toEqual(firstPage)
  expect(back(firstPage)).toEqual(firstPage)
})

test('many pages keep the URL short, the page number correct, and lead back to the first page', () => {
  const far = walk(maxTrail + 10)
  expect(far.page).toBe(maxTrail + 11)
  expect(far.cursor).toHaveLength(maxTrail)
  expect(far.cursor.at(-1)).toBe(`c${maxTrail + 10}`)
  let trail = far
  for (let step = 1; step < maxTrail; step++) trail = back(trail)
  expect(trail.page).toBe(12)
  expect(back(trail)).toEqual(firstPage)
})

test('a page number without a cursor becomes the first page, and one too small for its cursors is raised', () => {
  expect(validTrail({ page: 7, cursor: [] })).toEqual(firstPage)
  expect(validTrail({ page: 1, cursor: ['a', 'b'] })).toEqual({ page: 3, cursor: ['a', 'b'] })
  expect(validTrail({ page: 30, cursor: ['a'] })).toEqual({ page: 30, cursor: ['a'] })
})
