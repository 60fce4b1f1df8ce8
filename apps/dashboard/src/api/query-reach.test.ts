import { expect, test } from 'vitest'
import { createReach } from './query-reach.ts'

test('two failures without an answer in between start an outage that ends with the next answer', () => {
  let now = 1000
  const reach = createReach(() => now)
  reach.onAnswer()
  now = 2000
  reach.onFailure(1500)
  expect(reach.outage.get()).toBeUndefined()
  reach.onFailure(1600)
  expect(reach.outage.get()).toEqual({ since: 1000 })
  reach.onAnswer()
  expect(reach.outage.get()).toBeUndefined()
})

test('one unanswered request among answered requests does not report an outage', () => {
  let now = 1000
  const reach = createReach(() => now)
  now = 30_000
  reach.onAnswer()
  reach.onFailure(9000)
  reach.onFailure(9000)
  expect(reach.outage.get()).toBeUndefined()
})
