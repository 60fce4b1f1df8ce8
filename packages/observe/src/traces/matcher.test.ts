import { expect, test } from 'vitest'
import { createMatcher } from './matcher.ts'

const traces = [
  { type: 'clientid', filter: 'c1' },
  { type: 'topic', filter: 't/+' },
  { type: 'ip_address', filter: '127.0.0.1' },
  { type: 'ruleid', filter: 'r1' },
] as const
const matcher = createMatcher(traces)
const typesOf = (meta: Readonly<Record<string, unknown>>, topic?: string) =>
  matcher.tracesFor({ tag: 'T', msg: 'm', meta, topic }).map(({ type }) => type)

test('an entry matches traces of its client, address, topic and rule', () => {
  expect(typesOf({ clientid: 'c1', peername: '127.0.0.1:1', topic: 't/a', rule_id: 'r1' })).toEqual([
    'clientid',
    'topic',
    'ip_address',
    'ruleid',
  ])
  expect(typesOf({ clientid: 'c2', peername: '127.0.0.11:1', topic: 't/a/b', rule_id: 'r2' })).toEqual([])
  expect(typesOf({ client_ids: ['c1', 'c2'], rule_ids: ['r1'] })).toEqual(['clientid', 'ruleid'])
})

test('a hidden topic and an equal topic filter match', () => {
  expect(typesOf({}, 't/a')).toEqual(['topic'])
  expect(typesOf({ topic: 't/+' })).toEqual(['topic'])
})

test('an IPv4-mapped IPv6 address matches the IPv4 address', () => {
  expect(typesOf({ peername: '::ffff:127.0.0.1:4711' })).toEqual(['ip_address'])
  expect(matcher.wants({ peerhost: '::ffff:127.0.0.1' })).toBe(true)
  expect(createMatcher([{ type: 'ip_address', filter: '::1' }]).wants({ peername: '[::1]:80' })).toBe(true)
})

test('wants() returns whether an entry would match', () => {
  expect(matcher.wants({ clientId: 'c1' })).toBe(true)
  expect(matcher.wants({ topic: 't/x' })).toBe(true)
  expect(matcher.wants({ peername: '127.0.0.1:9' })).toBe(true)
  expect(matcher.wants({ clientId: 'other', peerhost: '10.0.0.1', topic: 'x' })).toBe(false)
})
