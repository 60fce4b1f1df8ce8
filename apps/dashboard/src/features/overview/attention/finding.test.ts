import { expect, test } from 'vitest'
import { type AlarmFinding, type Finding, mergeFindings } from './finding.ts'

const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  id,
  severity: 'critical',
  title: id,
  facts: [],
  target: { to: '/alarm/current' },
  ...more,
})
const alarm = (id: string, more: Partial<AlarmFinding> = {}): AlarmFinding => ({ ...finding(id), since: 5, ...more })

test('an alarm about a finding is not listed, and the finding has its time', () => {
  expect(mergeFindings([finding('connector:pgsql:a')], [alarm('connector:pgsql:a')])).toEqual([
    finding('connector:pgsql:a', { since: 5 }),
  ])
})

test('an alarm with a finding as its cause is not listed', () => {
  const action = alarm('action:pgsql:write', { cause: 'connector:pgsql:a' })
  expect(mergeFindings([finding('connector:pgsql:a')], [action]).map(({ id }) => id)).toEqual(['connector:pgsql:a'])
  expect(mergeFindings([], [action]).map(({ id }) => id)).toEqual(['action:pgsql:write'])
})

test('a muted alarm is not listed', () => {
  expect(mergeFindings([], [alarm('high_cpu_usage', { isMuted: true })])).toEqual([])
})

test('critical findings are first, and the oldest of them', () => {
  const found = [
    finding('warning', { severity: 'warning', since: 1 }),
    finding('unknown'),
    finding('new', { since: 9 }),
    finding('old', { since: 2 }),
  ]
  expect(mergeFindings(found, []).map(({ id }) => id)).toEqual(['old', 'new', 'unknown', 'warning'])
})
