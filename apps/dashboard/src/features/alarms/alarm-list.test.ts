import type { Alarm } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { filterAndSortAlarms } from './alarm-list.ts'

const alarm = (name: string, second: number, changes: Partial<Alarm> = {}): Alarm => ({
  node: 'n1@h',
  name,
  message: '',
  details: {},
  duration: 1000,
  activate_at: `2026-01-01T00:00:0${second}.000+00:00`,
  ...changes,
})

const alarms = [
  alarm('b', 1, { duration: 5, details: { resource_id: 'http:h1' } }),
  alarm('a', 3, { duration: 9, message: 'Full up' }),
  alarm('c', 2, { duration: 5, node: 'n2@h' }),
]
const titleOf = ({ name }: Alarm) => `title of ${name}`
const choose = (text: string, column: 'name' | 'node' | 'activate_at' | 'duration', order: 'asc' | 'desc') =>
  filterAndSortAlarms(alarms, { text, sort: { column, order }, titleOf })
    .map(({ name }) => name)
    .join('')

test('alarms with the same severity are next to those with the same cause', () => {
  const list = [
    alarm('action:pgsql:write:connector:pgsql:db', 5),
    alarm('high_cpu_usage', 9),
    alarm('connector:mysql:m', 4),
    alarm('connector:pgsql:db', 3),
  ]
  const sorted = filterAndSortAlarms(list, { text: '', sort: { column: 'severity', order: 'desc' }, titleOf })
  expect(sorted.map(({ name }) => name)).toEqual([
    'connector:pgsql:db',
    'action:pgsql:write:connector:pgsql:db',
    'connector:mysql:m',
    'high_cpu_usage',
  ])
})

test('alarms are sorted by a column, then newest first', () => {
  expect(choose('', 'activate_at', 'desc')).toBe('acb')
  expect(choose('', 'name', 'asc')).toBe('abc')
  expect(choose('', 'node', 'desc')).toBe('cab')
  expect(choose('', 'duration', 'desc')).toBe('acb')
})

test.each([
  ['full', 'a'],
  ['TITLE OF B', 'b'],
  ['n2@', 'c'],
  ['http:h1', 'b'],
  ['nothing', ''],
])('an alarm is found by its title, message, node and details: %s', (text, found) => {
  expect(choose(text, 'name', 'asc')).toBe(found)
})
