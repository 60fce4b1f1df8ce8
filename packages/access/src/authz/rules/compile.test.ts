import { expect, test } from 'vitest'
import { compileRule } from './compile.ts'
import { covers } from './covers.ts'
import { type AclAction, type AclRule, anyQos, everyone, type Subject, type Who } from './rule.ts'

const subject: Subject = {
  clientId: 'c1',
  username: 'ann',
  peerhost: '10.1.2.3',
  attributes: { group: 'blue' },
  certCommonName: 'device-1',
  certSubject: undefined,
  zone: 'default',
  listener: 'tcp:default',
}
const rule = (part: Partial<AclRule>): AclRule => ({
  permission: 'allow',
  who: everyone,
  action: 'all',
  qos: anyQos,
  retain: 'all',
  topics: 'all',
  ...part,
})
const publish = (topic: string, part: Partial<AclAction> = {}): AclAction => ({
  type: 'publish',
  topic,
  qos: 0,
  retain: false,
  ...part,
})
const matches = (part: Partial<AclRule>, action: AclAction = publish('t'), who: Partial<Subject> = {}) =>
  compileRule(rule(part)).matches({ ...subject, ...who }, action)
const isMeant = (who: Who, client: Partial<Subject> = {}) => matches({ who }, undefined, client)
const topic = (text: string) => ({ topics: [{ topic: text, exact: false }] })

test('a pattern matches topics as a subscription would', () => {
  for (const [pattern, name, expected] of [
    ['a/#', 'a/b/c', true],
    ['a/#', 'a', true],
    ['a/+', 'a/b', true],
    ['a/+', 'a/b/c', false],
    ['#', '$SYS/x', false],
    ['+/x', '$SYS/x', false],
    ['$SYS/#', '$SYS/x', true],
  ] as const)
    expect([pattern, name, covers(pattern, name, 'allow')]).toEqual([pattern, name, expected])
})

test('to allow a subscription the pattern must match everything that the subscription would bring', () => {
  expect(covers('a/+', 'a/#', 'allow')).toBe(false)
  expect(covers('a/b', 'a/+', 'allow')).toBe(false)
  expect(covers('a/+', 'a/+', 'allow')).toBe(true)
  expect(covers('a/+/#', 'a/#', 'allow')).toBe(true)
  expect(covers('#', 'a/#', 'allow')).toBe(true)
})

test('to deny a subscription it is enough that one of its levels matches a plus of the pattern', () => {
  expect(covers('a/+', 'a/#', 'deny')).toBe(true)
  expect(covers('a/b', 'a/#', 'deny')).toBe(false)
})

test('usernames, client IDs and attributes are compared or matched with RE2', () => {
  expect(isMeant({ kind: 'username', test: { is: 'ann' } })).toBe(true)
  expect(isMeant({ kind: 'username', test: { matches: '^a' } })).toBe(true)
  expect(isMeant({ kind: 'username', test: { matches: '.*' } }, { username: undefined })).toBe(false)
  expect(isMeant({ kind: 'clientid', test: { is: 'c2' } })).toBe(false)
  expect(isMeant({ kind: 'client_attr', name: 'group', test: { is: 'blue' } })).toBe(true)
  expect(isMeant({ kind: 'client_attr', name: 'missing', test: { matches: '' } })).toBe(false)
})

test('addresses only match networks of their IP version, and IPv4 in IPv6 is IPv4', () => {
  const who: Who = { kind: 'ipaddr', networks: ['10.0.0.0/8', '::1'] }
  expect(isMeant(who)).toBe(true)
  expect(isMeant(who, { peerhost: '11.1.1.1' })).toBe(false)
  expect(isMeant(who, { peerhost: '::1' })).toBe(true)
  expect(isMeant(who, { peerhost: '::ffff:10.9.9.9' })).toBe(true)
})

test.each(['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:127.0.0.0/104'])('%s matches its IPv4 addresses', (network) => {
  const who: Who = { kind: 'ipaddr', networks: [network] }
  expect(isMeant(who, { peerhost: '127.0.0.1' })).toBe(true)
  expect(isMeant(who, { peerhost: '::ffff:127.0.0.1' })).toBe(true)
  expect(isMeant(who, { peerhost: '128.0.0.1' })).toBe(false)
})

test('conditions are joined by and, and by or', () => {
  const ann: Who = { kind: 'username', test: { is: 'ann' } }
  const bob: Who = { kind: 'username', test: { is: 'bob' } }
  expect(isMeant({ kind: 'and', of: [ann, everyone] })).toBe(true)
  expect(isMeant({ kind: 'and', of: [ann, bob] })).toBe(false)
  expect(isMeant({ kind: 'or', of: [bob, ann] })).toBe(true)
})

test('placeholders in topics are replaced, and a rule without a value for them does not match', () => {
  expect(matches(topic('d/${clientid}/${client_attrs.group}'), publish('d/c1/blue'))).toBe(true)
  expect(matches(topic('d/${username}/#'), publish('d//x'), { username: undefined })).toBe(false)
  expect(matches(topic('d/${unknown}'), publish('d/undefined'))).toBe(false)
})

test('a wildcard in a client ID or username does not widen a rule', () => {
  expect(matches(topic('d/${clientid}'), publish('d/other'), { clientId: '+' })).toBe(false)
  expect(matches(topic('d/${clientid}'), publish('d/+'), { clientId: '+' })).toBe(false)
})

test('wildcards of an exact topic are literal', () => {
  const exact = { topics: [{ topic: '#', exact: true }] }
  expect(matches(exact, { ...publish('#'), type: 'subscribe' })).toBe(true)
  expect(matches(exact, publish('a'))).toBe(false)
})

test('QoS and the retain flag restrict a rule; subscriptions have no retain flag', () => {
  expect(matches({ qos: [1] }, publish('t'))).toBe(false)
  expect(matches({ qos: [1] }, publish('t', { qos: 1 }))).toBe(true)
  expect(matches({ retain: true }, publish('t'))).toBe(false)
  expect(matches({ retain: true }, publish('t', { type: 'subscribe' }))).toBe(true)
})

test('an invalid regular expression or network is named in the error', () => {
  const broken = (who: Who) => () => compileRule(rule({ who }))
  expect(broken({ kind: 'username', test: { matches: '(' } })).toThrow('"(" is not a valid regular expression (RE2)')
  expect(broken({ kind: 'ipaddr', networks: ['10.0.0.0/99'] })).toThrow('"10.0.0.0/99" is not an IP address')
})
