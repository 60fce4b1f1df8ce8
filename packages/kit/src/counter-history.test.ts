import { expect, test } from 'vitest'
import { createCounterHistory } from './counter-history.ts'

const create = (length = 4, maxObjects = 2) =>
  createCounterHistory({ counters: ['matched', 'failed'], length, maxObjects })

test('the latest samples of each object are kept in order', () => {
  const history = create(40)
  for (let at = 1; at <= 100; at += 1) history.add('a', at, { matched: at, failed: 0 })
  history.add('b', 7, { matched: 0, failed: 3 })
  const { times, counters } = history.read('a')
  expect(times).toEqual(Array.from({ length: 40 }, (_, index) => 61 + index))
  expect(counters.matched).toEqual(times)
  expect(history.read('b')).toEqual({ times: [7], counters: { matched: [0], failed: [3] } })
  expect(history.read('none')).toEqual({ times: [], counters: { matched: [], failed: [] } })
})

test('the counters of a time are the oldest ones since then', () => {
  const history = create()
  for (const at of [10, 20, 30]) history.add('a', at, { matched: at, failed: 1 })
  expect(history.since('a', 11)).toEqual({ at: 20, matched: 20, failed: 1 })
  expect(history.since('a', 0)).toMatchObject({ at: 10 })
  expect(history.since('a', 31)).toBeUndefined()
})

test('a reset of the counters clears the history of the object', () => {
  const history = create()
  history.add('a', 1, { matched: 5, failed: 5 })
  history.add('a', 2, { matched: 1, failed: 0 })
  expect(history.read('a')).toEqual({ times: [2], counters: { matched: [1], failed: [0] } })
})

test('memory is limited to a number of objects, and deleted objects are forgotten', () => {
  const history = create()
  for (const id of ['a', 'b', 'c']) history.add(id, 1, { matched: 1, failed: 0 })
  expect(history.read('c').times).toEqual([])
  history.retain(new Set(['b', 'c']))
  history.add('c', 2, { matched: 1, failed: 0 })
  expect([history.read('a').times, history.read('b').times, history.read('c').times]).toEqual([[], [1], [2]])
})
