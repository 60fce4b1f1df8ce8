import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { afterLong } from './long-timer.ts'

const day = 24 * 3600 * 1000

test('a timer of months, longer than one of Node can be, ends on time', () => {
  const clock = createFakeClock()
  let calls = 0
  afterLong(clock, 100 * day, () => {
    calls += 1
  })
  clock.advance(100 * day - 1)
  expect(calls).toBe(0)
  clock.advance(1)
  expect(calls).toBe(1)
  expect(clock.pending()).toBe(0)
})

test('it can be cancelled, also after its first part, and Infinity never comes', () => {
  const clock = createFakeClock()
  const cancel = afterLong(clock, 100 * day, () => expect.unreachable())
  afterLong(clock, Number.POSITIVE_INFINITY, () => expect.unreachable())
  clock.advance(50 * day)
  cancel()
  clock.advance(100 * day)
  expect(clock.pending()).toBe(0)
})
