import { expect, test } from 'vitest'
import { createReach } from './query-reach.ts'

test('two failures without an answer between are an outage since the last answer, until one comes', () => {
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

test('a question that is not answered among others that are is no outage', () => {
  let now = 1000
  const reach = createReach(() => now)
  now = 30_000
  reach.answered()
  reach.failed(9000)
  reach.failed(9000)
  expect(reach.outage.get()).toBeUndefined()
})
