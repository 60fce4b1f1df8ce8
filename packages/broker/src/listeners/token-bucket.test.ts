import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

test('take returns the stored tokens, then refilled ones', () => {
  const bucket = createTokenBucket({ amount: 3, per: 1000 }, 0)
  expect([1, 2, 3, 4].map(() => bucket.take(0))).toEqual([true, true, true, false])
  expect(bucket.take(333)).toBe(false)
  expect(bucket.take(334)).toBe(true)
  expect(bucket.take(400)).toBe(false)
  expect([1, 2, 3, 4].map(() => bucket.take(10_000))).toEqual([true, true, true, false])
})

test('spending more than the stored tokens causes a wait', () => {
  const bucket = createTokenBucket({ amount: 1000, per: 1000 }, 0)
  bucket.spend(5000, 0)
  expect(bucket.wait(0, 0)).toBe(4000)
  expect(bucket.wait(0, 3000)).toBe(1000)
  expect(bucket.wait(0, 4000)).toBe(0)
})

test('setting the clock back does not change the tokens', () => {
  const bucket = createTokenBucket({ amount: 1, per: 1000 }, 10_000)
  expect(bucket.take(10_000)).toBe(true)
  expect(bucket.take(5_000)).toBe(false)
  expect(bucket.take(6_000)).toBe(true)
})

test('a rate of 0 allows no tokens', () => {
  const bucket = createTokenBucket({ amount: 0, per: 1000 }, 0)
  expect(bucket.take(1_000_000)).toBe(false)
  expect(bucket.wait(1, 1_000_000)).toBe(Number.POSITIVE_INFINITY)
})
