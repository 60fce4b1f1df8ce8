import { expect, test } from 'vitest'
import { failingRules } from './rule-health.ts'
import type { CountedRule } from './rule-queries.ts'

const rule = (matched: number, exceptions: number, more: Partial<CountedRule> = {}): CountedRule => ({
  isEnabled: true,
  counters: {
    matched,
    'failed.exception': exceptions,
    'actions.success': 0,
    'actions.failed': 0,
    'actions.discarded': 0,
  },
  ...more,
})

test('failing rules are listed by their share of failures, without disabled ones', () => {
  const rules = new Map([
    ['half', rule(10, 5)],
    ['all', rule(10, 10)],
    ['disabled', rule(10, 10, { isEnabled: false })],
  ])
  expect(failingRules(rules).map(({ id, share }) => [id, share])).toEqual([
    ['all', 1],
    ['half', 0.5],
  ])
})

test('without earlier counters a low share may be old and is not listed', () => {
  expect(failingRules(new Map([['once', rule(100, 10)]]))).toEqual([])
})

test('only failures since the earlier counters count', () => {
  const before = new Map([
    ['fixed', rule(100, 100)],
    ['broken', rule(100, 0)],
  ])
  const now = new Map([
    ['fixed', rule(200, 100)],
    ['broken', rule(200, 10)],
  ])
  expect(failingRules(now, before).map(({ id, share }) => [id, share])).toEqual([['broken', 0.1]])
})

test('earlier counters of the broker are preferred', () => {
  const rules = new Map([['r', rule(200, 100, { earlier: rule(100, 100).counters })]])
  expect(failingRules(rules)).toEqual([])
})
