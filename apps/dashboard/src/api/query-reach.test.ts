import { expect, test } from 'vitest'
import { createReach } from './query-reach.ts'

test('two failures without an answer in between start an outage that ends with the next answer', () => {
  let now = 1000
  const reach = createReach(() => now)
  reach.answered()
  now = 2000
  reach.failed(1500)
  expect(reach.outage.get()).toBeUndefined()
  reach.failed(1600)
  expect(reach.outage.get()).toEqual({ since: 1000 })
  reach.answered()
  expect(reach.outage.get()).toBeUndefined()
})

test('one unanswered request among answered ones is no outage', () => {
  let now = 1000
  const reach = createReach(() => now)
  now = 30_000
  reach.answered()
  reach.failed(9000)
  reach.failed(9000)
  expect(reach.outage.get()).toBeUndefined()
})
