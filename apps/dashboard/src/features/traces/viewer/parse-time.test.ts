import { expect, test } from 'vitest'
import { parseTime } from './parse-time.ts'

const near = new Date(2026, 10, 21, 18, 30).getTime()

test.each([
  ['13:05', new Date(2026, 10, 21, 13, 5)],
  ['9:05:07', new Date(2026, 10, 21, 9, 5, 7)],
  ['13：05：09.25', new Date(2026, 10, 21, 13, 5, 9, 250)],
  [' 2026-11-20 13:05 ', new Date(2026, 10, 20, 13, 5)],
  ['2026-11-20T13:05:00Z', new Date(Date.UTC(2026, 10, 20, 13, 5))],
])('parses %s', (text, expected) => {
  expect(parseTime(text, near)).toBe(expected.getTime())
})

test.each(['', '25:00', '12:60', '13', 'tomorrow', '2026-13-40 10:00'])('rejects %s', (text) => {
  expect(parseTime(text, near)).toBeUndefined()
})
