import { expect, test } from 'vitest'
import { ratesOf } from './rates.ts'

const samples = (...counts: readonly (readonly [seconds: number, sent: number])[]) =>
  counts.map(([seconds, sent]) => ({ at: seconds * 1000, data: { sent } }))

test('the rate is that of the last minute, since a broker may update its counters every 30 seconds', () => {
  expect(ratesOf(samples([0, 0], [30, 300], [60, 300], [75, 600], [90, 600]))).toEqual({ sent: 5 })
})

test('one sample has no rate', () => {
  expect(ratesOf(samples())).toBeUndefined()
  expect(ratesOf(samples([0, 5]))).toBeUndefined()
})

test('after a reconnect the counter starts at zero', () => {
  expect(ratesOf(samples([0, 1000], [10, 20]))).toEqual({ sent: 2 })
})
