import { expect, test } from 'vitest'
import { remaining } from './remaining.ts'

test.each([
  [1_000_000, 60_000],
  [1_010_500, 49_500],
  [1_060_000, 0],
  [1_100_000, 0],
])('of 60 s remaining at 1,000,000, at %i there are %i ms left', (now, left) => {
  expect(remaining({ delayed_remaining: 60 }, 1_000_000, now)).toBe(left)
})
