import { describe, expect, test } from 'vitest'
import type { SharedStrategy, StickyPick } from '../settings.ts'
import { createRouter } from './router.ts'
import { createSharedPicker, type SharedPickerOptions } from './shared.ts'
import { parseFilter } from './topic.ts'

const messageOf = (clientId: string, topic = 't') => ({ topic, from: { clientId } })

function groupOf(members: readonly string[], options: SharedPickerOptions<string> = {}) {
  const router = createRouter<string, number>()
  const filter = parseFilter('$share/g/#')
  for (const member of members) router.subscribe(filter, member, 0)
  const picker = createSharedPicker<string, number>(options)
  const pick = (strategy: SharedStrategy, from = 'p', topic = 't', tried?: ReadonlySet<string>, first?: StickyPick) => {
    const route = router.match(topic).shared[0]
    return route && picker.pick(route, messageOf(from, topic), strategy, tried, first)?.subscriber
  }
  return { pick, leave: (member: string) => router.unsubscribe(filter, member) }
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

describe('createSharedPicker', () => {
  test('random eventually picks every member', () => {
    let next = 0
    const { pick } = groupOf(['a', 'b', 'c'], { random: () => (next++ % 3) / 3 })
    expect(times(4, () => pick('random'))).toEqual(['a', 'b', 'c', 'a'])
  })

  test('round_robin rotates for each publisher, from a random start', () => {
    const { pick } = groupOf(['a', 'b', 'c'], { random: () => 0.5 })
    expect(times(4, () => pick('round_robin', 'p'))).toEqual(['b', 'c', 'a', 'b'])
    expect(times(2, () => pick('round_robin', 'q'))).toEqual(['b', 'c'])
  })

  test('round_robin_per_group rotates for all publishers together', () => {
    const { pick } = groupOf(['a', 'b', 'c'])
    expect(['p', 'q', 'p', 'r'].map((from) => pick('round_robin_per_group', from))).toEqual(['a', 'b', 'c', 'a'])
  })

  test('sticky keeps a member until it leaves', () => {
    const values = [0.9, 0.5, 0]
    const { pick, leave } = groupOf(['a', 'b', 'c'], { random: () => values.shift() ?? 0 })
    expect(times(3, () => pick('sticky'))).toEqual(['c', 'c', 'c'])
    leave('c')
    expect(times(3, () => pick('sticky'))).toEqual(['b', 'b', 'b'])
  })

  test('sticky picks its first member by shared_subscription_initial_sticky_pick', () => {
    const { pick } = groupOf(['far', 'near'], { isLocal: (member) => member === 'near', random: () => 0 })
    expect(pick('sticky', 'p', 't', undefined, 'random')).toBe('far')
    expect(pick('sticky', 'q', 't', undefined, 'local')).toBe('near')
    expect(pick('sticky', 'r', 't', undefined, 'hash_clientid')).toBe(pick('hash_clientid', 'r'))
    expect(pick('sticky', 's', 'other', undefined, 'hash_topic')).toBe(pick('hash_topic', 's', 'other'))
  })

  test('sticky changes to another member if its own is excluded, and keeps that one', () => {
    const { pick } = groupOf(['a', 'b'], { random: () => 0 })
    expect(pick('sticky')).toBe('a')
    expect(pick('sticky', 'p', 't', new Set(['a']))).toBe('b')
    expect(pick('sticky')).toBe('b')
  })

  test('local prefers members of this node and otherwise picks others', () => {
    const { pick, leave } = groupOf(['far', 'near'], { isLocal: (member) => member === 'near' })
    expect(times(5, () => pick('local'))).toEqual(times(5, () => 'near'))
    leave('near')
    expect(pick('local')).toBe('far')
  })

  test('hash_topic and hash_clientid always give the same member, and use all of them', () => {
    const { pick } = groupOf(['a', 'b', 'c'])
    const names = times(200, () => '').map((_, i) => `name-${i}`)
    const byTopic = names.map((topic) => pick('hash_topic', 'p', topic))
    const byClient = names.map((from) => pick('hash_clientid', from))
    expect(names.map((topic) => pick('hash_topic', 'other', topic))).toEqual(byTopic)
    expect(names.map((from) => pick('hash_clientid', from, 'other'))).toEqual(byClient)
    for (const member of ['a', 'b', 'c']) {
      expect(byTopic.filter((one) => one === member).length).toBeGreaterThan(40)
      expect(byClient.filter((one) => one === member).length).toBeGreaterThan(40)
    }
  })

  const strategies = [
    'random',
    'round_robin',
    'round_robin_per_group',
    'sticky',
    'local',
    'hash_topic',
    'hash_clientid',
  ] as const
  for (const strategy of strategies)
    test(`${strategy}: each excluded member leads to another one until all are excluded`, () => {
      const { pick } = groupOf(['a', 'b', 'c'])
      const tried = new Set<string>()
      for (let i = 0; i < 3; i++) {
        const member = pick(strategy, 'p', 't', tried)
        expect(member).toBeDefined()
        expect(tried.has(member ?? '')).toBe(false)
        tried.add(member ?? '')
      }
      expect(pick(strategy, 'p', 't', tried)).toBeUndefined()
      expect(pick(strategy)).toBeDefined()
    })
})
