import { expect, test } from 'vitest'
import { type RewriteAction, rewriteTopic, rulesFor } from './rewrite.ts'
import { compileRule, type RewriteRule } from './rules.ts'

const client = { clientId: 'c1', username: undefined }
const rule = (source_topic: string, re: string, dest_topic: string, action: RewriteRule['action'] = 'all') => ({
  action,
  source_topic,
  re,
  dest_topic,
})
const rules = [
  rule('x/#', '^x/(.+)$', 'first/$1'),
  rule('x/y/#', '^x/y/(\\d+)$', 'second/$1'),
  rule('u/+', '^u/(.+)$', 'of/${username}', 'publish'),
  rule('w/+', '^w/(.+)$', '$1/#', 'subscribe'),
]
const compiled = rules.map(compileRule)
const tell = (action: RewriteAction, topic: string) => {
  const { rule: decided, ...rest } = rewriteTopic(rulesFor(compiled, action), action, topic, client)
  return { ...rest, decided: decided && rules.indexOf(decided.rule) }
}

test.each([
  ['publish', 'a', { topic: 'a', decided: undefined }],
  ['publish', 'x/z', { topic: 'first/z', decided: 0 }],
  ['publish', 'x/y/1', { topic: 'second/1', decided: 1 }],
  // Only the last matching rule is applied, even if its expression does not match.
  ['publish', 'x/y/z', { topic: 'x/y/z', decided: 1, kept: 'expression' }],
  ['publish', 'u/1', { topic: 'of/${username}', decided: 2 }],
  ['subscribe', 'u/1', { topic: 'u/1', decided: undefined }],
  ['subscribe', '$share/g/x/+', { topic: '$share/g/first/+', decided: 0 }],
  ['subscribe', 'w/a+', { topic: 'w/a+', decided: 3, kept: 'unusable', refused: 'a+/#' }],
] as const)('%s %s returns the new topic and the rule that was applied', (action, topic, expected) => {
  expect(tell(action, topic)).toEqual(expected)
})
