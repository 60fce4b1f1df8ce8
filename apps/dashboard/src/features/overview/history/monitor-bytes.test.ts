import { expect, test } from 'vitest'
import { type ByteSample, byteRates } from './monitor-bytes.ts'

const sample = (at: number, nodes: Record<string, readonly [number, number]>): ByteSample => ({
  at,
  nodes: Object.fromEntries(Object.entries(nodes).map(([name, [received, sent]]) => [name, { received, sent }])),
})

test('the rate is the increase of the counters of all nodes per second', () => {
  const samples = [sample(0, { a: [100, 0], b: [0, 50] }), sample(10_000, { a: [200, 0], b: [300, 150] })]
  expect(byteRates(samples)).toEqual({ times: [10_000], received: [40], sent: [10] })
  expect(byteRates(samples, 'a')).toEqual({ times: [10_000], received: [10], sent: [0] })
})

test('a single sample has no rate', () => {
  expect(byteRates([sample(0, { a: [100, 100] })]).times).toEqual([])
})

test('restarted and new nodes are skipped until the next sample', () => {
  const samples = [
    sample(0, { a: [1000, 1000] }),
    sample(10_000, { a: [10, 10], b: [500, 500] }),
    sample(20_000, { a: [110, 10], b: [600, 500] }),
  ]
  expect(byteRates(samples)).toEqual({ times: [10_000, 20_000], received: [null, 20], sent: [null, 0] })
})
