import { statNames } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { toStatRows } from './stat-rows.ts'

// All statistics of the contract, with one value each.
const stats = Object.fromEntries(statNames.map((name, index) => [name, index])) as Parameters<typeof toStatRows>[0]

test('each statistic is one row with its current and highest value', () => {
  const rows = toStatRows(stats)
  expect(rows).toHaveLength(statNames.length / 2)
  expect(rows[0]).toEqual({
    name: 'live_connections',
    current: stats['live_connections.count'],
    highest: stats['live_connections.max'],
    isOfCluster: false,
  })
})

test('a statistic of a newer broker is shown too, also without a highest value', () => {
  const newer = { ...stats, 'durable_subscriptions.count': 3, 'queues.count': 1, 'queues.max': 2 }
  expect(toStatRows(newer).slice(-2)).not.toEqual([])
  expect(toStatRows(newer)).toContainEqual({
    name: 'durable_subscriptions',
    current: 3,
    highest: undefined,
    isOfCluster: true,
  })
  expect(toStatRows(newer)).toContainEqual({ name: 'queues', current: 1, highest: 2, isOfCluster: false })
})

test('every statistic of the contract has a name in both languages', () => {
  for (const { name } of toStatRows(stats)) {
    expect(messages.en.stats).toHaveProperty([name])
    expect(messages.zh.stats).toHaveProperty([name])
  }
})
