import { expect, test } from 'vitest'
import { metrics } from '../test-broker.ts'
import { ratesOf, type Sample, withSample } from './samples.ts'

const counted = ({ matched }: { readonly matched: number }) => matched
const sample = (at: number, more: Parameters<typeof metrics>[0]): Sample<ReturnType<typeof metrics>> => ({
  at,
  metrics: metrics(more),
})

test('rates are the growth per second, and the first sample has none', () => {
  const samples = [sample(1000, { matched: 10 }), sample(3000, { matched: 30 }), sample(3500, { matched: 30 })]
  expect(ratesOf(samples, 'matched')).toEqual([null, 10, 0])
})

test('the first sample has the rate that the broker reports', () => {
  expect(ratesOf([sample(1000, { matched: 10, rate: 4 })], 'matched', 'rate')).toEqual([4])
})

test('what is too old goes, and an answer that was seen already is not counted twice', () => {
  const samples = [sample(0, {}), sample(5000, {})]
  expect(withSample(samples, sample(11_000, {}), counted, 10_000).map(({ at }) => at)).toEqual([5000, 11_000])
  expect(withSample(samples, sample(5000, {}), counted, 10_000)).toBe(samples)
})

test('after a reset the course begins anew instead of falling below zero', () => {
  const samples = [sample(0, { matched: 50 })]
  expect(withSample(samples, sample(1000, { matched: 2 }), counted, 10_000).map(({ at }) => at)).toEqual([1000])
})
