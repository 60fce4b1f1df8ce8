import * as engine from '@mqdeck/broker/rewrite'
import { expect, test } from 'vitest'
import { flagRules, includesFilter } from './rewrite-flags.ts'

test.each([
  ['#', 'a/b', true],
  ['a/#', 'a/+', true],
  ['a/#', 'a', true],
  ['a/#', 'a/#', true],
  ['+/#', 'a/#', true],
  ['a/+', 'a/b', true],
  ['a/+', 'a/#', false],
  ['a/b', 'a/+', false],
  ['a/+/#', 'a/#', false],
  ['a/#', '#', false],
  ['#', '$SYS/a', false],
] as const)('%s includes %s: %s', (outer, inner, is) => {
  expect(includesFilter(outer, inner)).toBe(is)
})

const rule = (source_topic: string, action: 'all' | 'publish' | 'subscribe' = 'all', re = '^(.+)$') => ({
  action,
  source_topic,
  re,
  dest_topic: 'z',
})

test('a rule never applies if a later rule matches all of its topics for the same action', () => {
  expect(flagRules([rule('a', 'publish'), rule('#', 'subscribe'), rule('a/#', 'publish')], engine)).toEqual([
    { kind: 'never', by: 3 },
    undefined,
    undefined,
  ])
})

test('an invalid rule does not affect the others', () => {
  const [first, second] = flagRules([rule('a'), rule('#', 'all', '(')], engine)
  expect(first).toBeUndefined()
  expect(second).toMatchObject({ kind: 'broken' })
})
