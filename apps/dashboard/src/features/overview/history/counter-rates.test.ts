import { expect, test } from 'vitest'
import { type CounterSample, counterRates } from './counter-rates.ts'
import { counterNames } from './queries.ts'

const zeros = Object.fromEntries(counterNames.map((name) => [name, 0])) as CounterSample['nodes'][string] // all names

const sample = (at: number, nodes: Record<string, readonly [received: number, lost: number]>): CounterSample => ({
  at,
  nodes: Object.fromEntries(
    Object.entries(nodes).map(([name, [received, lost]]) => [
      name,
      { ...zeros, received_bytes: received, delivery_dropped: lost },
    ]),
  ),
})

const ratesOf = (samples: readonly CounterSample[], node?: string) => {
  const { times, rates } = counterRates(samples, node)
  return { times, received: rates('received_bytes'), lost: rates('delivery_dropped') }
}

test('the rate is the increase of the counters of all nodes per second', () => {
  const samples = [sample(0, { a: [100, 0], b: [0, 50] }), sample(10_000, { a: [200, 0], b: [300, 150] })]
  expect(ratesOf(samples)).toEqual({ times: [10_000], received: [40], lost: [10] })
  expect(ratesOf(samples, 'a')).toEqual({ times: [10_000], received: [10], lost: [0] })
})

test('a single sample has no rate', () => {
  expect(ratesOf([sample(0, { a: [100, 100] })]).times).toEqual([])
})

test('restarted and new nodes are skipped until the next sample', () => {
  const samples = [
    sample(0, { a: [1000, 1000] }),
    sample(10_000, { a: [10, 10], b: [500, 500] }),
    sample(20_000, { a: [110, 10], b: [600, 500] }),
  ]
  expect(ratesOf(samples)).toEqual({ times: [10_000, 20_000], received: [null, 20], lost: [null, 0] })
})
