import { matchesFilter } from '@mqdeck/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createExclusiveTopics } from './exclusive.ts'
import { createRouter, type Router } from './router.ts'
import { parseFilter } from './topic.ts'

type TestRouter = Router<string, number>
const subscribe = (router: TestRouter, filter: string, who: string, options = 0) =>
  router.subscribe(parseFilter(filter), who, options)
const unsubscribe = (router: TestRouter, filter: string, who: string) => router.unsubscribe(parseFilter(filter), who)
const receivers = (router: TestRouter, topic: string) =>
  router
    .match(topic)
    .normal.flatMap((route) => route.members().map((member) => `${route.filter}:${member.subscriber}`))
    .sort()

describe('createRouter', () => {
  test('delivers once for each overlapping subscription of a client (3.3.4)', () => {
    const router: TestRouter = createRouter()
    for (const filter of ['a/b', 'a/+', 'a/#', '#']) subscribe(router, filter, 'c')
    expect(receivers(router, 'a/b')).toEqual(['#:c', 'a/#:c', 'a/+:c', 'a/b:c'])
  })

  test('a second SUBSCRIBE replaces the options of the first [MQTT-3.8.4-3]', () => {
    const router: TestRouter = createRouter()
    expect(subscribe(router, 'a', 'c', 1)).toBe(true)
    expect(subscribe(router, 'a', 'c', 2)).toBe(false)
    expect(router.options(parseFilter('a'), 'c')).toBe(2)
    expect(router.members('a')).toEqual([{ subscriber: 'c', options: 2 }])
    expect(router.counts).toEqual({ topics: 1, subscriptions: 1, shared: 0 })
  })

  test('UNSUBSCRIBE removes exactly the given filter [MQTT-3.10.4-1]', () => {
    const router: TestRouter = createRouter()
    subscribe(router, 'a/+', 'c')
    expect(unsubscribe(router, 'a/b', 'c')).toBe(false)
    expect(unsubscribe(router, 'a/+', 'd')).toBe(false)
    expect(unsubscribe(router, 'a/+', 'c')).toBe(true)
    expect(receivers(router, 'a/b')).toEqual([])
    expect(router.counts).toEqual({ topics: 0, subscriptions: 0, shared: 0 })
  })

  test('shared subscriptions of one filter have one route per name [MQTT-4.8.2-3]', () => {
    const router: TestRouter = createRouter()
    for (const filter of ['a', '$share/g/a', '$share/h/a', '$queue/a']) subscribe(router, filter, 'c')
    subscribe(router, '$share/g/a', 'd')
    const { normal, shared } = router.match('a')
    expect(normal.map((route) => route.name)).toEqual(['a'])
    expect(shared.map((route) => [route.name, route.group, route.members().length])).toEqual([
      ['$share/g/a', 'g', 2],
      ['$share/h/a', 'h', 1],
      ['$queue/a', '$queue', 1],
    ])
    expect(router.counts).toEqual({ topics: 4, subscriptions: 5, shared: 4 })
    expect([...router.topics()]).toEqual(['a', '$share/g/a', '$share/h/a', '$queue/a'])
    expect(router.matchingTopics('a')).toEqual(['a', '$share/g/a', '$share/h/a', '$queue/a'])
    expect(router.has('$share/g/a')).toBe(true)
    unsubscribe(router, '$share/h/a', 'c')
    expect(router.has('$share/h/a')).toBe(false)
  })

  test('subscriptions and unsubscriptions during a delivery do not change it', () => {
    const router: TestRouter = createRouter()
    for (const who of ['c', 'd', 'e']) subscribe(router, 'a', who)
    const seen: string[] = []
    for (const { subscriber } of router.match('a').normal[0]?.members() ?? []) {
      seen.push(subscriber)
      unsubscribe(router, 'a', 'd')
      subscribe(router, 'a', 'f')
    }
    expect(seen).toEqual(['c', 'd', 'e'])
    expect(router.members('a').map((member) => member.subscriber)).toEqual(['c', 'e', 'f'])
  })

  test('the match cache is limited and reflects every change', () => {
    const router: TestRouter = createRouter({ cachedTopics: 2 })
    for (const topic of ['a/1', 'a/2', 'a/3', 'a/1']) expect(receivers(router, topic)).toEqual([])
    subscribe(router, 'a/1', 'c')
    expect(receivers(router, 'a/1')).toEqual(['a/1:c'])
    subscribe(router, 'a/+', 'd')
    expect(receivers(router, 'a/1')).toEqual(['a/+:d', 'a/1:c'])
    unsubscribe(router, 'a/1', 'c')
    expect(receivers(router, 'a/1')).toEqual(['a/+:d'])
  })

  test('a filter of thirty thousand levels does not exhaust the stack', () => {
    const router: TestRouter = createRouter()
    const deep = 'a/'.repeat(30_000)
    subscribe(router, `${deep}+`, 'c')
    expect(receivers(router, `${deep}x`)).toHaveLength(1)
    unsubscribe(router, `${deep}+`, 'c')
    expect(receivers(router, `${deep}x`)).toEqual([])
  })

  test('matches as defined in 4.7 after any sequence of subscriptions and unsubscriptions', () => {
    const level = fc.constantFrom('a', 'b', '', '$s', '+')
    const filter = fc
      .tuple(fc.array(level, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([levels, open]) => (open ? [...levels, '#'] : levels).join('/'))
      .filter((text) => text !== '')
    const topic = fc
      .array(fc.constantFrom('a', 'b', '', '$s'), { minLength: 1, maxLength: 4 })
      .map((levels) => levels.join('/'))
      .filter((text) => text !== '')
    const step = fc.record({ add: fc.boolean(), filter, who: fc.constantFrom('c', 'd'), published: topic })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const router: TestRouter = createRouter({ cachedTopics: 4 })
        const expected = new Set<string>()
        for (const { add, filter: text, who, published } of steps) {
          const key = `${text}:${who}`
          if (add) expect(subscribe(router, text, who)).toBe(!expected.has(key))
          else expect(unsubscribe(router, text, who)).toBe(expected.has(key))
          if (add) expected.add(key)
          else expected.delete(key)
          const matching = [...expected].filter((entry) => matchesFilter(entry.slice(0, -2), published)).sort()
          expect(receivers(router, published)).toEqual(matching)
          expect(router.counts.subscriptions).toBe(expected.size)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('createExclusiveTopics', () => {
  test('a topic has one holder until it is released', () => {
    const exclusive = createExclusiveTopics<string>()
    expect(exclusive.claim('t', 'c')).toBe(true)
    expect(exclusive.claim('t', 'c')).toBe(true)
    expect(exclusive.claim('t', 'd')).toBe(false)
    exclusive.release('t', 'd')
    expect(exclusive.holder('t')).toBe('c')
    exclusive.release('t', 'c')
    expect(exclusive.claim('t', 'd')).toBe(true)
  })
})
