import { matchesFilter } from '@mqdeck/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Source } from '../sql/ast.ts'
import { sourceKind } from '../sql/sources.ts'
import { createRuleIndex } from './rule-index.ts'

const source = (text: string): Source => ({ from: 0, to: 0, kind: sourceKind(text), text })
const indexOf = (...rules: readonly (readonly string[])[]) =>
  createRuleIndex(rules.map((from, order) => [{ order }, from.map(source)] as const))
const orders = (found: readonly { readonly order: number }[]) => found.map(({ order }) => order)

describe('the index of rules', () => {
  test('finds rules with matching topics, each once and in their order', () => {
    const level = fc.constantFrom('a', 'b', '+')
    const filter = fc
      .tuple(fc.array(level, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([levels, isOpen]) => [...levels, ...(isOpen ? ['#'] : [])].join('/'))
    const rules = fc.array(fc.array(filter, { minLength: 1, maxLength: 3 }), { maxLength: 8 })
    const topic = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((one) => one.join('/'))
    fc.assert(
      fc.property(rules, topic, (all, name) => {
        const expected = all.flatMap((filters, order) =>
          filters.some((one) => matchesFilter(one, name)) ? [order] : [],
        )
        expect(orders(indexOf(...all).forTopic(name))).toEqual(expected)
      }),
    )
  })

  test('finds events by name, and sources by both of their names', () => {
    const index = indexOf(
      ['$events/client_connected'],
      ['$bridges/mqtt:s', '$sources/mqtt:s'],
      ['$sources/mqtt:s', 'x'],
    )
    expect(orders(index.forEvent('client.connected'))).toEqual([0])
    expect(orders(index.forEvent('client.connack'))).toEqual([])
    expect(orders(index.forBridge('mqtt:s'))).toEqual([1, 2])
    expect(orders(index.forTopic('$sources/mqtt:s'))).toEqual([])
    expect(index.events).toEqual(['client.connected'])
  })

  test('finds the event of published messages for every topic', () => {
    expect(orders(indexOf(['$events/message_publish']).forTopic('a/b'))).toEqual([0])
  })

  test('returns the common first level of all topics', () => {
    expect(indexOf().topicPrefix).toBeUndefined()
    expect(indexOf(['$events/client_connected']).topicPrefix).toBeUndefined()
    expect(indexOf(['t/a', 't/b/#'], ['t/+']).topicPrefix).toBe('t')
    expect(indexOf(['t/#'], ['u']).topicPrefix).toBe('')
    expect(indexOf(['t/#']).topicPrefix).toBe('t')
  })
})
