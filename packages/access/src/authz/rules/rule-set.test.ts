import { measureProcessorTime } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { compileRule, matchRules } from './compile.ts'
import { type AclRule, anyQos, everyone, type Subject, type Who } from './rule.ts'
import { createRuleSet } from './rule-set.ts'

const subject = (changes: Partial<Subject> = {}): Subject => ({
  clientId: 'c1',
  username: 'ann',
  peerhost: '10.1.2.3',
  attributes: { group: 'blue' },
  certCommonName: undefined,
  certSubject: undefined,
  zone: 'default',
  listener: 'tcp:default',
  ...changes,
})
const rule = (permission: AclRule['permission'], who: Who, topic = '#') =>
  compileRule({ permission, who, action: 'all', qos: anyQos, retain: 'all', topics: [{ topic, exact: false }] })
const publish = (topic: string) => ({ type: 'publish', topic, qos: 0, retain: false }) as const
const user = (name: string): Who => ({ kind: 'username', test: { is: name } })
const client = (name: string): Who => ({ kind: 'clientid', test: { is: name } })

test('rules keep their order', () => {
  const rules = createRuleSet([
    rule('deny', client('c1'), 'x'),
    rule('allow', user('ann'), 'x'),
    rule('deny', everyone, 'y'),
    rule('allow', client('c1'), 'y'),
    rule('allow', user('ann'), 'z'),
    rule('deny', everyone, 'z'),
  ])
  const answer = (topic: string, who = subject()) => rules.find(who, publish(topic))?.rule.permission
  expect([answer('x'), answer('y'), answer('z')]).toEqual(['deny', 'deny', 'allow'])
  expect(answer('z', subject({ username: 'bob' }))).toBe('deny')
  expect(answer('x', subject({ username: 'bob', clientId: 'c2' }))).toBeUndefined()
})

test('a condition that combines names is evaluated completely', () => {
  const both = createRuleSet([rule('allow', { kind: 'and', of: [user('ann'), client('c2')] })])
  expect(both.find(subject(), publish('a'))).toBeUndefined()
  expect(both.find(subject({ clientId: 'c2' }), publish('a'))).toBeDefined()
  const either = createRuleSet([rule('allow', { kind: 'or', of: [user('bob'), client('c1')] })])
  expect(either.find(subject(), publish('a'))).toBeDefined()
  const contradiction = createRuleSet([rule('allow', { kind: 'and', of: [user('ann'), user('bob')] })])
  expect(contradiction.find(subject(), publish('a'))).toBeUndefined()
})

test('a client that gets other attributes matches other rules', () => {
  const rules = createRuleSet([rule('allow', { kind: 'client_attr', name: 'group', test: { is: 'red' } })])
  const changing = { ...subject() }
  expect(rules.find(changing, publish('a'))).toBeUndefined()
  changing.attributes = { group: 'red' }
  expect(rules.find(changing, publish('a'))).toBeDefined()
})

test('among many rules for all clients, the first match is the same as in a linear search', () => {
  const patterns = ['a', 'a/b', 'a/+', '+', '+/b', 'a/#', '#', '$SYS/#', 'a/+/c', '+/+', 'd/${clientid}/#']
  const topics = ['a', 'a/b', 'a/b/c', 'b', '$SYS/x', '+', 'a/+', 'a/#', '#', '+/b', 'd/c1/x', 'd/c2']
  // Every second one is denied, every third exact; four hundred in an order of their own.
  const all = Array.from({ length: 400 }, (_, index) => {
    const topic = patterns[(index * 7 + (index >> 3)) % patterns.length] ?? ''
    return compileRule({
      permission: index % 2 === 0 ? 'allow' : 'deny',
      who: everyone,
      action: index % 5 === 0 ? 'subscribe' : 'all',
      qos: [index % 3 === 0 ? 0 : 1],
      retain: 'all',
      topics: [{ topic, exact: index % 3 === 0 }],
    })
  })
  for (let start = 0; start < 300; start += 7) {
    const some = all.slice(start)
    const set = createRuleSet(some)
    for (const topic of topics)
      for (const qos of [0, 1] as const) {
        const action = { type: 'publish', topic, qos, retain: false } as const
        expect(set.find(subject(), action)).toBe(matchRules(some, subject(), action))
      }
  }
})

test('a rule among ten thousand is found quickly', () => {
  const rules = createRuleSet(Array.from({ length: 10_000 }, (_, index) => rule('allow', everyone, `t/${index}/#`)))
  const who = subject()
  const used = measureProcessorTime()
  for (let index = 0; index < 10_000; index += 1) rules.find(who, publish(`t/${index}/x`))
  // One by one it would take half a minute.
  expect(used()).toBeLessThan(3000)
})
