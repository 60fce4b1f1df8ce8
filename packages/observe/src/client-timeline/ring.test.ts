import { expect, test } from 'vitest'
import { createRings } from './ring.ts'

test('only the newest entries per key are kept, and the dropped ones are counted', () => {
  const rings = createRings<number>({ maxPerKey: 3, maxTotal: 100 })
  for (const number of [1, 2, 3, 4, 5]) rings.add('a', number)
  rings.add('b', 6)
  expect(rings.read('a')).toEqual({ entries: [3, 4, 5], forgotten: 2 })
  expect(rings.read('b')).toEqual({ entries: [6], forgotten: 0 })
  expect(rings.read('c')).toEqual({ entries: [], forgotten: 0 })
  expect(rings.size).toBe(4)
})

test('at the total limit, the least recently updated keys are dropped', () => {
  const rings = createRings<number>({ maxPerKey: 10, maxTotal: 4 })
  for (const key of ['a', 'b', 'a', 'c', 'a']) rings.add(key, 1)
  expect(rings.read('b').entries).toEqual([])
  expect(rings.read('a').entries).toHaveLength(3)
  expect(rings.size).toBe(4)
  for (let index = 0; index < 10_000; index += 1) rings.add(`random-${index}`, 1)
  expect(rings.size).toBe(4)
})

test('an entry can be merged with the newest one', () => {
  const rings = createRings<number>({ maxPerKey: 3, maxTotal: 100 })
  const sum = (added: number) => (newest: number) => (newest < 10 ? newest + added : undefined)
  for (const number of [4, 5, 6, 7]) rings.add('a', number, sum(number))
  expect(rings.read('a').entries).toEqual([15, 7])
  expect(rings.size).toBe(2)
})
