import { createFakeClock } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createDecisionCache } from './decision-cache.ts'

const publish = (topic: string) => ({ type: 'publish', topic, qos: 0, retain: false }) as const
const settings = { enable: true, max_size: 2, ttl: 1000, excludes: ['x/#'] }

test('the least recently used decision of a client is evicted above the limit', () => {
  const cache = createDecisionCache(createFakeClock(), settings)
  const client = clientInfoWith()
  cache.put(client, publish('a'), 'allow', 0)
  cache.put(client, publish('b'), 'deny', 0)
  expect(cache.get(client, publish('a'))).toBe('allow')
  cache.put(client, publish('c'), 'allow', 0)
  expect(cache.get(client, publish('b'))).toBeUndefined()
  expect(cache.list(client).map(({ action }) => action.topic)).toEqual(['a', 'c'])
})

test('a decision from before the cache was cleared is not stored', () => {
  const cache = createDecisionCache(createFakeClock(), settings)
  const client = clientInfoWith()
  const { generation } = cache
  cache.forgetAll()
  cache.put(client, publish('a'), 'allow', generation)
  expect(cache.get(client, publish('a'))).toBeUndefined()
})

test('an expired decision is neither used nor shown', () => {
  const clock = createFakeClock()
  const cache = createDecisionCache(clock, settings)
  const client = clientInfoWith()
  cache.put(client, publish('a'), 'allow', 0)
  clock.advance(1000)
  expect(cache.list(client)).toEqual([])
  expect(cache.get(client, publish('a'))).toBeUndefined()
})

test('a frequently used decision also expires, and can be replaced', () => {
  const clock = createFakeClock()
  const cache = createDecisionCache(clock, settings)
  const client = clientInfoWith()
  cache.put(client, publish('a'), 'allow', 0)
  expect([cache.get(client, publish('a')), cache.get(client, publish('a'))]).toEqual(['allow', 'allow'])
  cache.put(client, publish('a'), 'deny', 0)
  expect([cache.get(client, publish('a')), cache.get(client, publish('a'))]).toEqual(['deny', 'deny'])
  expect(cache.get(client, { ...publish('a'), retain: true })).toBeUndefined()
  clock.advance(1000)
  expect(cache.get(client, publish('a'))).toBeUndefined()
})

test('decisions about excluded topics are not cached, and no decisions while the cache is disabled', () => {
  const cache = createDecisionCache(createFakeClock(), settings)
  expect([cache.keeps('x/y'), cache.keeps('y')]).toEqual([false, true])
  cache.update({ ...settings, enable: false })
  expect(cache.keeps('y')).toBe(false)
})
