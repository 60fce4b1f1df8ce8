import { createFakeClock } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createSessionHistory } from './history.ts'

test('ended sessions are counted for the configured time unless they are created again', () => {
  const clock = createFakeClock(0)
  const history = createSessionHistory(clock)
  history.add('before')
  history.retain(60_000)
  history.add('first')
  clock.advance(30_000)
  history.add('second')
  history.add('back')
  history.remove('back')
  expect([history.count(0), history.count(1), history.count(30_000), history.count(30_001)]).toEqual([2, 1, 1, 0])
  clock.advance(30_000)
  expect(history.count(0)).toBe(1)
  history.retain(0)
  expect(history.count(0)).toBe(0)
})
