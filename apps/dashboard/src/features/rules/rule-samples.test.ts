import type { RuleMetrics } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { ratesOf, type Sample, withSample } from './rule-samples.ts'

const metrics = (matched: number): RuleMetrics => ({
  matched,
  passed: 0,
  failed: 0,
  'failed.exception': 0,
  'failed.no_result': 0,
  'actions.total': 0,
  'actions.success': 0,
  'actions.failed': 0,
  'actions.failed.out_of_service': 0,
  'actions.failed.unknown': 0,
  'actions.discarded': 0,
  'matched.rate': 0,
  'matched.rate.last5m': 0,
  'matched.rate.max': 0,
})
const samples = (...all: readonly (readonly [at: number, matched: number])[]) =>
  all.reduce<readonly Sample[]>(
    (before, [at, matched]) => withSample(before, { at, metrics: metrics(matched) }, 60_000),
    [],
  )

test('rates are the growth between two samples, and begin anew after a reset', () => {
  expect(ratesOf(samples([0, 5], [5_000, 15], [10_000, 15]), 'matched')).toEqual([null, 2, 0])
  expect(ratesOf(samples([0, 5], [5_000, 15], [10_000, 1]), 'matched')).toEqual([null])
})

test('what is older than the chart goes, and no sample comes twice', () => {
  expect(samples([0, 1], [1, 2], [60_001, 3], [60_001, 3]).map(({ at }) => at)).toEqual([1, 60_001])
})
