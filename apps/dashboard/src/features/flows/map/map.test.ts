import type { Connector, IntegrationSummary, Rule } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { impactsOf, mapOf, rulesMatching } from './map.ts'
import { ratesBetween } from './rates.ts'

const rule = (id: string, from: readonly string[], actions: Rule['actions']): Rule => ({
  id,
  name: '',
  sql: '',
  from: [...from],
  actions: [...actions],
  enable: true,
  description: '',
  created_at: '',
  last_modified_at: '',
})
const channel = (type: string, name: string): IntegrationSummary => ({
  type,
  name,
  enable: true,
  status: 'connected',
  node_status: [],
  description: '',
  created_at: 0,
  last_modified_at: 0,
  rules: [],
})
const connector = (
  name: string,
  status: Connector['status'],
  actions: string[],
  sources: string[] = [],
): Connector => ({
  type: 'http',
  name,
  status,
  node_status: [],
  actions,
  sources,
})

const rules = [
  rule('r1', ['t/#'], ['http:a', { function: 'republish', args: { topic: 'out' } }]),
  rule('r2', ['t/#', '$bridges/http:s'], ['http:a', 'http:gone']),
]
const connectors = [connector('c1', 'disconnected', ['a'], ['s']), connector('c2', 'connected', ['b'])]
const map = mapOf({ rules, actions: [channel('http', 'a')], sources: [channel('http', 's')], connectors })

describe('the map of all rules', () => {
  test('has shared inputs and outputs once', () => {
    expect(map.nodes.map(({ id }) => id).sort()).toEqual(
      ['action:http:a', 'action:http:gone', 'republish:out', 'rule:r1', 'rule:r2', 'source:http:s', 'topic:t/#'].sort(),
    )
    expect(map.edges).toHaveLength(7)
    expect(map.nodes.find(({ id }) => id === 'action:http:gone')).toMatchObject({ channel: undefined })
  })

  test('shows the nodes that a broken connector affects', () => {
    const [impact, ...others] = impactsOf(map, connectors)
    expect(others).toEqual([])
    expect(impact).toMatchObject({ rules: 2, channels: 2 })
    expect([...(impact?.nodes ?? [])].sort()).toEqual(['action:http:a', 'rule:r1', 'rule:r2', 'source:http:s'])
  })

  test('finds rules by ID, input and output', () => {
    const found = (text: string) => rulesMatching(rules, text).map(({ id }) => id)
    expect(found('R2')).toEqual(['r2'])
    expect(found('http:s')).toEqual(['r2'])
    expect(found('t/ out')).toEqual(['r1'])
    expect(found('')).toEqual(['r1', 'r2'])
  })
})

test('rates are those between two readings; counters that were reset give none', () => {
  const reading = (at: number, matched: number, failed: number) => ({
    at,
    data: {
      rules: new Map([['r1', { matched, passed: matched, failed_exception: 0 }]]),
      actions: new Map([['http:a', { success: 10, failed, dropped: 0 }]]),
    },
  })
  const rates = ratesBetween(reading(0, 100, 0), reading(10_000, 150, 20))
  expect(rates.rule('r1')).toEqual({ matched: 5, passed: 5, errors: 0 })
  expect(rates.action('http:a')).toEqual({ success: 0, failed: 2 })
  expect(rates.rule('r2')).toBeUndefined()
  expect(ratesBetween(reading(0, 100, 0), reading(10_000, 50, 0)).rule('r1')).toBeUndefined()
  expect(ratesBetween({ at: 0, data: 'forbidden' }, reading(1, 1, 1)).rule('r1')).toBeUndefined()
})
