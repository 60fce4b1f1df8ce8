import { expect, test } from 'vitest'
import { maxRate, meanRate } from './recent-rate.ts'

test('a rate is weighted by its duration', () => {
  const points = [
    { time: 0, value: 0 },
    { time: 10_000, value: 100 },
    { time: 15_000, value: 10 },
    { time: 20_000, value: 10 },
  ]
  expect(meanRate(points, 0, 20_000)).toBe(55)
})

test('points outside of the range do not count, and no points have no mean', () => {
  const points = [
    { time: 0, value: 999 },
    { time: 10_000, value: 4 },
  ]
  expect(meanRate(points, 5000, 10_000)).toBe(4)
  expect(maxRate(points, 5000, 10_000)).toBe(4)
  expect(meanRate(points, 20_000, 30_000)).toBeUndefined()
  expect(maxRate([], 0, 1)).toBeUndefined()
})

test('the mean of a single point is its value', () => {
  expect(meanRate([{ time: 5000, value: 7 }], 0, 10_000)).toBe(7)
})
