import type { AuthorizationRule } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { countFaults, ruleFault, toEdited, toRules, withChange, withMove, withNew } from './edited-rules.ts'

const rule = (topic: string): AuthorizationRule => ({
  topic,
  permission: 'allow',
  action: 'publish',
  qos: [0, 1, 2],
  retain: 'all',
})

test('a topic of a rule is a filter that may name the client, or a topic itself after eq', () => {
  for (const topic of ['a/#', '+/b', 'eq a/#', 'u/${username}/#', '$share/g/a'])
    expect(ruleFault({ topic })).toBeUndefined()
  expect(ruleFault({ topic: '' })).toBe('empty')
  expect(ruleFault({ topic: 'eq ' })).toBe('empty')
  expect(ruleFault({ topic: 'a#' })).toBe('hash')
  expect(ruleFault({ topic: 'a+/b' })).toBe('plus')
})

test('rules keep their keys when they are moved, and a new one has a key of its own', () => {
  const edited = withNew(withMove(toEdited([rule('a'), rule('b')]), 0, 1))
  expect(edited.map(({ key, topic }) => [key, topic])).toEqual([
    [1, 'b'],
    [0, 'a'],
    [2, ''],
  ])
  expect(countFaults(edited)).toBe(1)
  expect(toRules(withChange(edited, 2, { topic: 'c' })).map(({ topic }) => topic)).toEqual(['b', 'a', 'c'])
  expect(toRules(edited)[0]).not.toHaveProperty('key')
})
