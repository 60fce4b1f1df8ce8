import { expect, test } from 'vitest'
import { byDay, countsOf, hostOf, rowsOf } from './timeline.ts'

const entries = [
  {
    position: 1,
    event: 'connected' as const,
    at: 1000,
    username: 'u',
    peername: '10.0.0.7:5000',
    listener: 'tcp:default',
  },
  { position: 2, event: 'subscribed' as const, at: 1500, topic: 't', qos: 1 },
  { position: 5, event: 'denied' as const, at: 2000, last_at: 9000, count: 3, topic: 'x', action: 'publish' as const },
  { position: 6, event: 'disconnected' as const, at: 11_000, reason: 'normal' },
  { position: 7, event: 'disconnected' as const, at: 12_000, reason: 'normal' },
]

test('rows are newest first, repeated events have their latest time, disconnects have the duration of the connection', () => {
  const rows = rowsOf(entries)
  expect(rows.map(({ at }) => at)).toEqual([12_000, 11_000, 9000, 1500, 1000])
  expect(rows.map(({ connectedFor }) => connectedFor)).toEqual([undefined, 10_000, undefined, undefined, undefined])
  expect(rows[2]?.lastAttempt?.username).toBe('u')
  expect(countsOf(rows)).toEqual({ connection: 3, session: 0, subscription: 1, denied: 1, dropped: 0 })
})

test('equal events that follow one another are one row with count, times and the top topics', () => {
  const drop = { event: 'dropped' as const, reason: 'queue_full', count: 10 }
  const rows = rowsOf([
    { position: 1, at: 1000, last_at: 2000, ...drop, topic: 'a', topics: [{ topic: 'b', count: 7 }] },
    { position: 2, at: 3000, last_at: 4000, ...drop, topic: 'a', topics: [{ topic: 'a', count: 9 }] },
    { position: 3, at: 5000, event: 'subscribed', topic: 'x', qos: 1 },
    { position: 4, at: 5001, event: 'subscribed', topic: 'y', qos: 1 },
    { position: 5, at: 6000, event: 'connected' },
    { position: 6, at: 6001, event: 'connected' },
  ])
  expect(rows.map(({ count, firstAt, at }) => [count, firstAt, at])).toEqual([
    [1, 6001, 6001],
    [1, 6000, 6000],
    [2, 5000, 5001],
    [20, 1000, 4000],
  ])
  expect(rows[3]?.details).toEqual([
    { label: 'a', count: 9 },
    { label: 'b', count: 7 },
  ])
  expect(rows[2]?.details).toEqual([
    { label: 'y', at: 5001 },
    { label: 'x', at: 5000 },
  ])
})

test('equal connections that follow one another are one row, and other events stay', () => {
  const connection = (at: number) => [
    { position: at, at, event: 'connected' as const, peername: `10.0.0.7:${at}` },
    { position: at + 1, at: at + 1, event: 'disconnected' as const, reason: 'tcp_closed' },
  ]
  const rows = rowsOf([
    { position: 1, at: 1, event: 'session_created' },
    ...connection(10),
    ...connection(20),
    ...connection(30),
    { position: 40, at: 40, event: 'connected', peername: '10.0.0.7:40' },
  ])
  expect(rows.map(({ entry, count, firstAt, at }) => [entry.event, count, firstAt, at])).toEqual([
    ['connected', 1, 40, 40],
    ['disconnected', 3, 10, 31],
    ['session_created', 1, 1, 1],
  ])
  expect(rows[1]?.details.map(({ label }) => label)).toEqual(['10.0.0.7:30', '10.0.0.7:20', '10.0.0.7:10'])
  expect(rowsOf([...connection(10), ...connection(20)])).toHaveLength(4)
})

test('rows are grouped by day', () => {
  const days = byDay(rowsOf(entries), (at) => (at > 10_000 ? 'today' : 'yesterday'))
  expect(days.map(({ day, rows }) => [day, rows.length])).toEqual([
    ['today', 2],
    ['yesterday', 3],
  ])
})

test.each([
  ['10.0.0.7:5000', '10.0.0.7'],
  ['[::1]:5000', '::1'],
  ['::1:5000', '::1'],
])('the host of %s is %s', (peername, host) => expect(hostOf(peername)).toBe(host))
