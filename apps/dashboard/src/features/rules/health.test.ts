import { describe, expect, test } from 'vitest'
import { errorsPerMinute, type HealthCounters, ruleHealth } from './health.ts'

const counters = (some: Partial<HealthCounters>): HealthCounters => ({
  matched: 0,
  'failed.exception': 0,
  'actions.success': 0,
  'actions.failed': 0,
  'actions.discarded': 0,
  ...some,
})

describe('the health of a rule', () => {
  test.each<[string, Partial<HealthCounters>, ReturnType<typeof ruleHealth>]>([
    ['is idle without events', {}, { state: 'idle' }],
    ['is ok if the rule filters out every message', { matched: 100 }, { state: 'ok' }],
    ['is ok if fewer than 1 % of the runs fail', { matched: 1000, 'failed.exception': 9 }, { state: 'ok' }],
    [
      'is failing with the share of SQL errors',
      { matched: 100, 'failed.exception': 40 },
      { state: 'failing', what: 'sql', share: 0.4 },
    ],
    [
      'is failing with the share of failed and discarded actions',
      { matched: 4, 'actions.success': 2, 'actions.failed': 1, 'actions.discarded': 1 },
      { state: 'failing', what: 'actions', share: 0.5 },
    ],
    [
      'names what fails more often',
      { matched: 10, 'failed.exception': 1, 'actions.failed': 9 },
      { state: 'failing', what: 'actions', share: 1 },
    ],
  ])('%s', (_, metrics, health) => {
    expect(ruleHealth(counters(metrics))).toEqual(health)
  })

  test('is that of the time since earlier counters', () => {
    const before = counters({ matched: 50, 'failed.exception': 50 })
    expect(ruleHealth(counters({ matched: 60, 'failed.exception': 50 }), before)).toEqual({ state: 'ok' })
    expect(ruleHealth(before, before)).toEqual({ state: 'idle' })
  })

  test('ignores earlier counters after a reset', () => {
    const before = counters({ matched: 50, 'failed.exception': 50 })
    expect(ruleHealth(counters({ matched: 2, 'failed.exception': 1 }), before)).toEqual({
      state: 'failing',
      what: 'sql',
      share: 0.5,
    })
  })

  test('is disabled for a disabled rule that failed before', () => {
    expect(ruleHealth(counters({ matched: 1, 'failed.exception': 1 }), undefined, false)).toEqual({ state: 'disabled' })
  })
})

describe('errors per minute', () => {
  const at = (time: number, some: Partial<HealthCounters>) => ({ ...counters(some), at: time })

  test('are those of the SQL and the actions since earlier counters', () => {
    const before = at(0, { matched: 10, 'failed.exception': 5 })
    const now = at(120_000, { matched: 40, 'failed.exception': 9, 'actions.failed': 1, 'actions.discarded': 1 })
    expect(errorsPerMinute(now, before)).toBe(3)
  })

  test('are unknown without earlier counters and after a reset', () => {
    expect(errorsPerMinute(at(1, {}), undefined)).toBeUndefined()
    expect(errorsPerMinute(at(60_000, {}), at(0, { matched: 10 }))).toBeUndefined()
  })
})
