import { expect, test } from 'vitest'
import { readMoment } from './moment.ts'

const near = new Date(2026, 10, 21, 18, 30).getTime()

test.each([
  ['13:05', new Date(2026, 10, 21, 13, 5)],
  ['9:05:07', new Date(2026, 10, 21, 9, 5, 7)],
  ['13：05：09.25', new Date(2026, 10, 21, 13, 5, 9, 250)],
  [' 2026-11-20 13:05 ', new Date(2026, 10, 20, 13, 5)],
  ['2026-11-20T13:05:00Z', new Date(Date.UTC(2026, 10, 20, 13, 5))],
])('reads %s', (text, moment) => {
  expect(readMoment(text, near)).toBe(moment.getTime())
})

test.each(['', '25:00', '12:60', '13', 'tomorrow', '2026-13-40 10:00'])('takes no other: %s', (text) => {
  expect(readMoment(text, near)).toBeUndefined()
})
