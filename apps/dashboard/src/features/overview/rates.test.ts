import { expect, test } from 'vitest'
import { sinceOf } from './rates.ts'

const points = (...values: readonly number[]) => values.map((value, time) => ({ time, value }))

test('losses start after the last point without losses', () => {
  expect(sinceOf(points(3, 0, 2, 5))).toBe(2)
  expect(sinceOf(points(3, 2))).toBe(0)
  expect(sinceOf(points(3, 0))).toBeUndefined()
  expect(sinceOf([])).toBeUndefined()
})
