import { type AclRule, anyQos, parseAcl, printRule } from '@mqdeck/access/acl'
import { expect, test } from 'vitest'
import { conditionFault, faultsOf, newRule, toEditedRule, toRule, withNewCondition } from './edited-acl-rule.ts'

const read = (text: string): AclRule => {
  const [placed] = parseAcl(text).rules
  if (!placed) throw new Error('no rule')
  return placed.rule
}

test.each([
  '{allow, all}',
  '{deny, {username, "ann"}, publish, ["a/#", {eq, "b"}]}',
  '{allow, {clientid, {re, "^c"}}, {subscribe, [{qos, [1, 2]}]}, ["a"]}',
  `{allow, {'and', [{ipaddr, "::1"}, {ipaddrs, ["10.0.0.0/8", "::2"]}, {client_attr, "g", {re, "x"}}]}, {all, [{retain, false}]}, ["#"]}`,
  `{deny, {'or', [{zone, "z"}, {listener, "tcp:default"}]}, all, ["a"]}`,
  `{deny, {'or', [{'and', [{username, "a"}, {clientid, "b"}]}, {zone, "z"}]}, all, ["a"]}`,
])('a rule is unchanged after editing in the form: %s', (text) => {
  const rule = read(`${text}.`)
  expect(toRule(toEditedRule(rule))).toEqual(rule)
  expect(printRule(rule)).toBe(text)
  expect(faultsOf(toEditedRule(rule))).toBeUndefined()
})

test('nested conditions are not edited, and neither is `all` within conditions', () => {
  for (const who of [`{'and', [{'or', [{zone, "z"}]}]}`, `{'or', [all, {zone, "z"}]}`, `{'and', []}`])
    expect(toEditedRule(read(`{allow, ${who}, all, ["a"]}.`)).who).toBe('nested')
})

test('several conditions are combined, a single one is not', () => {
  const edited = toEditedRule(read('{allow, {username, "ann"}, all, ["a"]}.'))
  const two = { ...edited, who: 'or' as const, conditions: withNewCondition(edited.conditions) }
  expect(two.conditions.map(({ key, kind }) => [key, kind])).toEqual([
    [0, 'username'],
    [1, 'clientid'],
  ])
  expect(printRule(toRule(two))).toBe(`{allow, {'or', [{username, "ann"}, {clientid, ""}]}, all, ["a"]}`)
})

test('a new rule is invalid until a condition and a topic are filled in', () => {
  expect(faultsOf(newRule)).toMatchObject({ conditions: new Map([[0, 'required']]), noTopic: true })
  expect(faultsOf({ ...newRule, who: 'and', conditions: [] })?.noCondition).toBe(true)
})

test('a rule without topics is valid only if it matches everything', () => {
  const whole = { ...newRule, who: 'all' as const }
  expect(faultsOf(whole)).toBeUndefined()
  expect(printRule(toRule(whole))).toBe('{allow, all}')
  expect(faultsOf({ ...whole, action: 'publish' })?.noTopic).toBe(true)
})

test('patterns and addresses are validated by the parser of the broker', () => {
  const condition = { key: 0, kind: 'username', name: '', isPattern: true, text: '(', networks: [] } as const
  expect(conditionFault(condition)).toMatchObject({ zh: '“(”不是有效的正则表达式（RE2）' })
  expect(conditionFault({ ...condition, isPattern: false })).toBeUndefined()
  expect(conditionFault({ ...condition, kind: 'ipaddr', networks: ['10.0.0.0/8', 'x'] })).toMatchObject({
    en: '"x" is not an IP address or a network such as 10.0.0.0/8',
  })
})

test('the retain flag is ignored for subscriptions', () => {
  expect(toRule({ ...newRule, action: 'subscribe', retain: true, qos: anyQos }).retain).toBe('all')
})
