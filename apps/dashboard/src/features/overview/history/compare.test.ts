import { expect, test } from 'vitest'
import { colorsOf, compareNodes, type NodeHistory, skewOf } from './compare.ts'

const start = 1_795_247_400_000
const bucket = (index: number, more: Record<string, number>, late = 0) => ({
  time_stamp: start + index * 10_000 + late,
  ...more,
})
const now = start + 60_000

const busy: NodeHistory = {
  node: 'emqx2@host',
  buckets: [bucket(0, { received: 50, connections: 4 }), bucket(1, { received: 70, connections: 6 })],
}
const idle: NodeHistory = { node: 'emqx@host', buckets: [bucket(1, { received: 20, connections: 4 }, 3)] }

test('nodes share one time axis; missing values are gaps', () => {
  const { times, values, rates } = compareNodes([busy, idle], 3600, now)
  expect(times).toEqual([start, start + 10_000])
  expect(values('connections')).toEqual([
    { node: 'emqx2@host', values: [4, 6] },
    { node: 'emqx@host', values: [null, 4] },
  ])
  expect(rates('received')).toEqual([
    { node: 'emqx2@host', values: [5, 7] },
    { node: 'emqx@host', values: [null, 2] },
  ])
})

test('a node that did not answer has an empty line, and takes no part in the comparison', () => {
  const { rates } = compareNodes([busy, idle, { node: 'gone@host', buckets: [] }], 3600, now)
  expect(rates('received')[2]).toEqual({ node: 'gone@host', values: [null, null] })
  expect(skewOf(rates('received'))).toEqual({
    highest: { node: 'emqx2@host', mean: 6 },
    lowest: { node: 'emqx@host', mean: 2 },
    factor: 3,
  })
})

test('there is no factor for a node with zero, and no comparison for a single node or without data', () => {
  const zero = { node: 'zero@host', values: [0, 0] }
  const some = { node: 'some@host', values: [1, 3] }
  expect(skewOf([some, zero])).toMatchObject({ lowest: { node: 'zero@host', mean: 0 }, factor: undefined })
  expect(skewOf([some])).toBeUndefined()
  expect(skewOf([zero, zero])).toBeUndefined()
})

test('a node keeps its colour while others are added and removed, and no two share one', () => {
  const all = ['a', 'b', 'c', 'd']
  expect(colorsOf(all, ['a', 'b', 'd'], 8).get('d')).toBe(3)
  expect(colorsOf(all, ['d'], 8).get('d')).toBe(3)
  expect(new Set(colorsOf(all, ['a', 'c'], 2).values()).size).toBe(2)
})
