import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createGuessLimit } from './guess-limit.ts'

test('after many wrong passwords, a caller must wait for the next minute, and others need not', () => {
  const clock = createFakeClock()
  const limit = createGuessLimit(clock)
  const tries = Array.from({ length: 31 }, () => limit.begin('ann') !== undefined)
  expect(tries.lastIndexOf(true)).toBe(29)
  expect(limit.begin('bob')).toBeDefined()
  clock.advance(60_000)
  expect(limit.begin('ann')).toBeDefined()
})

test('right passwords do not count, and parallel attempts count as wrong until they are taken back', () => {
  const limit = createGuessLimit(createFakeClock())
  for (let times = 0; times < 100; times++) limit.begin('ann')?.takeBack()
  const begun = Array.from({ length: 30 }, () => limit.begin('ann'))
  expect(limit.begin('ann')).toBeUndefined()
  begun[0]?.takeBack()
  expect(limit.begin('ann')).toBeDefined()
})
