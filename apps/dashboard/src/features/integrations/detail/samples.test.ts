import { describe, expect, test } from 'vitest'
import { metrics } from '../test-broker.ts'
import { ratesOf, type Sample, withHistory, withSample } from './samples.ts'

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

test('old samples are removed, and the same answer is not added twice', () => {
  const samples = [sample(0, {}), sample(5000, {})]
  expect(withSample(samples, sample(11_000, {}), counted, 10_000).map(({ at }) => at)).toEqual([5000, 11_000])
  expect(withSample(samples, sample(5000, {}), counted, 10_000)).toBe(samples)
})

test('a reset of the counters discards earlier samples, so that no rate is negative', () => {
  const samples = [sample(0, { matched: 50 })]
  expect(withSample(samples, sample(1000, { matched: 2 }), counted, 10_000).map(({ at }) => at)).toEqual([1000])
})

describe('the history of the broker', () => {
  const kept = [10_000, 20_000, 30_000].map((at) => ({ at, metrics: { matched: at / 1000 } }))

  test('comes before the samples of the page, in the time of the browser', () => {
    const joined = withHistory([sample(26_000, { matched: 40 })], kept, 1_000, counted)
    expect(joined.map(({ at }) => at)).toEqual([9000, 19_000, 26_000])
    expect(ratesOf(joined, 'matched')).toEqual([null, 1, 20 / 7])
    expect(withHistory([], kept, 0, counted)).toHaveLength(3)
  })

  test('is left out if the counters were reset after it', () => {
    expect(withHistory([sample(60_000, { matched: 2 })], kept, 0, counted).map(({ at }) => at)).toEqual([60_000])
  })
})
