import { expect, test } from 'vitest'
import { type AclRule, anyQos, everyone } from '../rules/rule.ts'
import { parseAcl } from './parse-acl.ts'
import { printRule } from './print-acl.ts'
import type { Span } from './terms.ts'

const rulesOf = (text: string) => {
  const { rules, problems } = parseAcl(text)
  expect(problems).toEqual([])
  return rules.map(({ rule }) => rule)
}
const problemOf = (text: string) => {
  const [problem] = parseAcl(text).problems
  return problem && `${problem.line}:${problem.column} ${problem.message}`
}

test('the grammar of the default file: client, action, topics', () => {
  const [first, second, third, last] = rulesOf(`
    %% who may see the broker's own topics
    {allow, {username, {re, "^dashboard$"}}, subscribe, ["$SYS/#"]}.
    {allow, {ipaddr, "127.0.0.1"}, all, ["$SYS/#", "#"]}. % both
    {deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.
    {allow, all}.`)
  const whole = { qos: anyQos, retain: 'all' } as const
  expect(first).toEqual({
    permission: 'allow',
    who: { kind: 'username', test: { matches: '^dashboard$' } },
    action: 'subscribe',
    ...whole,
    topics: [{ topic: '$SYS/#', exact: false }],
  })
  expect(second?.who).toEqual({ kind: 'ipaddr', networks: ['127.0.0.1'] })
  expect(third?.topics).toEqual([
    { topic: '$SYS/#', exact: false },
    { topic: '#', exact: true },
    { topic: '+/#', exact: true },
  ])
  expect(last).toEqual({ permission: 'allow', who: everyone, action: 'all', ...whole, topics: 'all' })
})

test('conditions nest, actions have options, texts are strings or binaries', () => {
  const [rule] = rulesOf(
    `{deny, {'and', [{user, <<"ü"/utf8>>}, {'or', [{client, "a" "b"}, {client_attr, "g", {re, "x"}}, {ipaddrs, ["::1", "10.0.0.0/8"]}]}]},
      {publish, [{qos, [1, 2]}, {retain, false}]}, ["a/\${clientid}"]}.`,
  )
  expect(rule).toEqual({
    permission: 'deny',
    who: {
      kind: 'and',
      of: [
        { kind: 'username', test: { is: 'ü' } },
        {
          kind: 'or',
          of: [
            { kind: 'clientid', test: { is: 'ab' } },
            { kind: 'client_attr', name: 'g', test: { matches: 'x' } },
            { kind: 'ipaddr', networks: ['::1', '10.0.0.0/8'] },
          ],
        },
      ],
    },
    action: 'publish',
    qos: [1, 2],
    retain: false,
    topics: [{ topic: 'a/${clientid}', exact: false }],
  })
})

test('a topic after "eq " is matched literally, as in EMQX', () => {
  expect(rulesOf('{allow, all, all, ["eq a/#"]}.')[0]?.topics).toEqual([{ topic: 'a/#', exact: true }])
})

test('every rule and every part of it has a position', () => {
  const text = '% one\n{allow, all}. {deny, {user, "x"},\n publish, ["a"]} % two\n .'
  const at = ({ from, to }: Span) => text.slice(from, to)
  const [first, second] = parseAcl(text).rules
  expect([first && at(first), first?.parts, second && at(second)]).toEqual([
    '{allow, all}',
    undefined,
    '{deny, {user, "x"},\n publish, ["a"]}',
  ])
  const { permission, who, action, topics } = second?.parts ?? {}
  expect([permission, who, action, topics].map((part) => part && at(part))).toEqual([
    'deny',
    '{user, "x"}',
    'publish',
    '["a"]',
  ])
  expect(text.slice(first?.to, first?.end)).toBe('.')
  expect(second?.end).toBe(text.length)
})

test('a syntax error has a line and column', () => {
  expect(problemOf('{allow, all}.\n{allow, all')).toBe('2:12 "," or "}" is expected here')
  expect(problemOf('{allow, all}')).toBe('1:13 the rule must end with a dot')
  expect(problemOf('{allow, {username, "x}, publish, []}.')).toBe('1:20 the string has no closing "')
  expect(problemOf('{allow, {or, []}, all, []}.')).toBe(`1:10 or is a reserved word. Write 'or'`)
  expect(problemOf('{allow, Who}.')).toBe('1:9 "W" is not allowed here')
  expect(problemOf(`${'['.repeat(1000)}`)).toMatch(/too many nested brackets/)
})

test('an error has texts in both languages and a position', () => {
  expect(parseAcl('{allow, {user, {re, "("}}, publish, ["a"]}.').problems).toEqual([
    {
      message: expect.stringMatching(/^"\(" is not a valid regular expression/),
      text: { en: expect.any(String), zh: '“(”不是有效的正则表达式（RE2）' },
      from: 20,
      to: 23,
      line: 1,
      column: 21,
    },
  ])
})

test('an invalid rule is rejected at the invalid part, and the others are parsed', () => {
  expect(problemOf('{permit, all}.')).toBe('1:2 a rule must start with allow or deny')
  expect(problemOf('{allow, ann, publish, ["a"]}.')).toMatch(/^1:9 the second part must be all/)
  expect(problemOf('{allow, {name, "ann"}, publish, ["a"]}.')).toMatch(/^1:10 a condition must start with/)
  expect(problemOf('{allow, all, read, ["a"]}.')).toBe('1:14 the action must be publish, subscribe or all')
  expect(problemOf('{allow, all, {publish, [{qos, 3}]}, ["a"]}.')).toBe('1:31 QoS must be 0, 1 or 2')
  expect(problemOf('{allow, all, publish, [a]}.')).toBe('1:24 a string in double quotes is expected here')
  expect(problemOf('{allow, all, publish, all}.')).toBe('1:23 a list in square brackets is expected here')
  expect(problemOf('{allow, {ipaddr, "1.2.3"}, publish, ["a"]}.')).toMatch(/^1:18 "1.2.3" is not an IP address/)
  expect(problemOf('{allow, {user, {re, "("}}, publish, ["a"]}.')).toMatch(
    /^1:21 "\(" is not a valid regular expression/,
  )
  const { rules, problems } = parseAcl('{allow, all}.\n{permit, all}.\n{deny, all}.')
  expect([rules.length, problems.length, problems[0]?.line]).toEqual([2, 1, 2])
})

test('a printed rule is read as the same rule', () => {
  const text = `{allow, {username, {re, "^d\\"$"}}, subscribe, ["$SYS/#"]}.
    {deny, {ipaddrs, ["10.0.0.0/8", "::1"]}, {all, [{qos, [0, 1]}, {retain, true}]}, ["+/#"]}.
    {deny, {'or', [{client_attr, "a", "b"}, {zone, "z"}]}, {publish, [{qos, 2}]}, [{eq, "#"}, "x\\ny"]}.
    {allow, all}.`
  const rules: readonly AclRule[] = rulesOf(text)
  const printed = rules.map((rule) => `${printRule(rule)}.`).join('\n')
  expect(rulesOf(printed)).toEqual(rules)
  expect(printed).toBe(printed.replace(/ {4}/g, ''))
})

test('every text is parsed or rejected in time', () => {
  const pieces = ['{', '}', '[', ']', '"', "'", '<<', '>>', ',', '.', '%', '\\', 'allow', 'all', '1', ' ', '\n', 'é']
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: random(30) }, () => pieces[random(pieces.length)]).join('')
    expect(() => parseAcl(text)).not.toThrow()
  }
})
