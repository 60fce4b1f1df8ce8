import { expect, test } from 'vitest'
import { type AclRule, anyQos, everyone } from '../rules/rule.ts'
import { commentsOfRules, withMovedRule, withNewRule, withoutRule, withRule } from './edit-acl.ts'
import { parseAcl } from './parse-acl.ts'
import { printRule } from './print-acl.ts'

const read = (text: string) => {
  const { rules, problems } = parseAcl(text)
  expect(problems, text).toEqual([])
  return { text, rules }
}
const printed = (text: string) => read(text).rules.map(({ rule }) => printRule(rule))
const ruleOf = (text: string, index = 0): AclRule => {
  const placed = read(text).rules[index]
  if (!placed) throw new Error('no such rule')
  return placed.rule
}
const more: AclRule = {
  permission: 'deny',
  who: { kind: 'username', test: { is: 'eve' } },
  action: 'publish',
  qos: anyQos,
  retain: 'all',
  topics: [{ topic: 'a/#', exact: false }],
}

const text = `%% Of the whole file.

%% Of ann.
{allow, {user, "ann"},  publish, ["a", % the first
  "b"]}. % behind
%% Of all.
{deny, all, subscribe, [{eq, "#"}]}.

{allow, all}.
`

test('only the changed part of a rule is rewritten', () => {
  expect(withRule(read(text), 0, { ...ruleOf(text), permission: 'deny' })).toBe(text.replace('{allow, {u', '{deny, {u'))
  expect(withRule(read(text), 0, { ...ruleOf(text), who: everyone, qos: [1] })).toBe(
    text.replace('{user, "ann"},  publish', 'all,  {publish, [{qos, 1}]}'),
  )
  expect(withRule(read(text), 2, more)).toBe(
    text.replace('{allow, all}', '{deny, {username, "eve"}, publish, ["a/#"]}'),
  )
  expect(withRule(read(text), 1, ruleOf('{allow, all}.'))).toBe(
    text.replace('{deny, all, subscribe, [{eq, "#"}]}', '{allow, all}'),
  )
  expect(withRule(read(text), 1, ruleOf(text, 1))).toBe(text)
})

test('a comment inside of a rewritten part moves above the rule', () => {
  expect(withRule(read(text), 0, { ...ruleOf(text), topics: more.topics })).toBe(
    text.replace('["a", % the first\n  "b"]', '["a/#"]').replace('{allow, {user', '% the first\n{allow, {user'),
  )
  const beside = '{allow, all}. {deny, all, publish, [ % "x\n ]}.'
  expect(withRule(read(beside), 1, { ...ruleOf(beside, 1), topics: more.topics })).toBe(
    '{allow, all}. \n% "x\n{deny, all, publish, ["a/#"]}.',
  )
})

test('a new rule is added at the end, but before a rule that matches everything', () => {
  const rule = `${printRule(more)}.`
  expect(withNewRule(read(text), more)).toBe(text.replace('{allow, all}', `${rule}\n\n{allow, all}`))
  expect(withNewRule(read(''), more)).toBe(`${rule}\n`)
  expect(withNewRule(read('% none yet'), more)).toBe(`% none yet\n${rule}\n`)
  expect(withNewRule(read('{deny, all, publish, ["x"]}.'), more)).toBe(`{deny, all, publish, ["x"]}.\n${rule}\n`)
  expect(withNewRule(read('{deny, all}.\r\n'), more)).toBe(`${rule}\r\n{deny, all}.\r\n`)
})

test('a rule is deleted with its comment above and after it', () => {
  expect(commentsOfRules(read(text))[0]).toEqual(['Of ann.', 'the first', 'behind'])
  expect(commentsOfRules(read(text))[2]).toEqual([])
  expect(withoutRule(read(text), 0)).toBe(
    '%% Of the whole file.\n\n%% Of all.\n{deny, all, subscribe, [{eq, "#"}]}.\n\n{allow, all}.\n',
  )
  expect(withoutRule(read(text), 1)).toBe(text.replace('%% Of all.\n{deny, all, subscribe, [{eq, "#"}]}.\n', ''))
  expect(withoutRule(read('{allow, all}. {deny, all}. % x'), 0)).toBe('{deny, all}. % x')
  expect(withoutRule(read('{allow, all}. {deny, all}. % x'), 1)).toBe('{allow, all}. ')
})

test('a rule is moved with its comment, and text between rules stays in place', () => {
  expect(withMovedRule(read(text), 1, 0)).toBe(`%% Of the whole file.

%% Of all.
{deny, all, subscribe, [{eq, "#"}]}.
%% Of ann.
{allow, {user, "ann"},  publish, ["a", % the first
  "b"]}. % behind

{allow, all}.
`)
  expect(withMovedRule(read('{allow, all}. {deny, all}. % x'), 1, 0)).toBe('{deny, all}. % x\n {allow, all}.')
  expect(withMovedRule(read('{deny, all}.\n% x\n{allow, all}.'), 1, 0)).toBe('% x\n{allow, all}.\n{deny, all}.')
})

test('in any text, a change keeps all other rules, comments and their order', () => {
  const random = seeded(11)
  for (let round = 0; round < 300; round++) {
    const acl = read(randomText(random))
    const rules = acl.rules.map(({ rule }) => printRule(rule))
    const slices = acl.rules.map(({ from, to }) => acl.text.slice(from, to))
    const comments = commentsOf(acl.text)
    const [one, other] = [random(rules.length), random(rules.length)]

    const changed = withRule(acl, one, more)
    expect(printed(changed)).toEqual(rules.with(one, printRule(more)))
    expect(changed.slice(0, acl.rules[one]?.from)).toBe(acl.text.slice(0, acl.rules[one]?.from))
    expect(changed.endsWith(acl.text.slice(acl.rules[one]?.to))).toBe(true)
    expect(commentsOf(changed).toSorted()).toEqual(comments.toSorted())

    const moved = read(withMovedRule(acl, one, other))
    const order = slices.toSpliced(one, 1).toSpliced(other, 0, ...slices.slice(one, one + 1))
    expect(moved.rules.map(({ from, to }) => moved.text.slice(from, to))).toEqual(order)
    expect(commentsOf(moved.text).toSorted()).toEqual(comments.toSorted())
    expect(moved.text.replace(/\s/g, '').length).toBe(acl.text.replace(/\s/g, '').length)

    const gone = read(withoutRule(acl, one))
    expect(gone.rules.map(({ from, to }) => gone.text.slice(from, to))).toEqual(slices.toSpliced(one, 1))
    const own = new Set(commentsOfRules(acl)[one])
    expect(commentsOf(gone.text)).toEqual(comments.filter((comment) => !own.has(comment.replace(/^%+ */, ''))))

    const longer = read(withNewRule(acl, more))
    expect(longer.rules).toHaveLength(rules.length + 1)
    expect(commentsOf(longer.text)).toEqual(comments)
  }
})

/** Each comment of the random texts has a number of its own, and no text holds a percent sign. */
const commentsOf = (source: string): string[] => (source.match(/%[^\r\n]*/g) ?? []).map((found) => found.trimEnd())

function randomText(random: (below: number) => number): string {
  let comment = 0
  const oneOf = (choices: readonly string[]) => choices[random(choices.length)] ?? ''
  const rule = () =>
    oneOf([
      '{allow, all}',
      '{deny, {user, "x"}, publish, ["a/#"]}',
      '{allow,%\n all, % \n subscribe, [%\n"b",\n {eq, "#"}]}',
      `{deny, {'or', [{ipaddr, "::1"}, %\n{client, {re, "^a"}}]}, {all, [{qos, 1}]}, []}`,
    ])
  const gap = () =>
    oneOf([' ', '\n', '\n\n', ' %\n', '\n%\n', '\n%\n%\n', '\n\n%\n\n', '  %\n%\n\n%\n', '\r\n', '\n \n\t'])
  const rules = Array.from(
    { length: 1 + random(5) },
    () => rule() + oneOf(['', '', ' %\n ']) + oneOf(['.', `.${gap()}`]),
  )
  const whole = oneOf(['', '%\n', '%\n\n', '\n']) + rules.join('') + oneOf(['', '\n', ' %', '\n%\n'])
  return whole.replaceAll('%', () => `%% c${comment++}`)
}

function seeded(start: number): (below: number) => number {
  let seed = start
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
}
