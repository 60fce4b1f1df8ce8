import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('a full map evicts its oldest entry and reports the value', () => {
  const evicted: number[] = []
  const map = new BoundedMap<string, number>(2, (value) => evicted.push(value))
  map.set('a', 1).set('b', 2).set('c', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ])
  expect(evicted).toEqual([1])
})

test('an entry that is set again becomes the newest, and nothing is evicted', () => {
  const evicted: number[] = []
  const map = new BoundedMap<string, number>(2, (value) => evicted.push(value))
  map.set('a', 1).set('b', 2).set('a', 3)
  expect([...map.keys()]).toEqual(['b', 'a'])
  expect(evicted).toEqual([])
  map.set('c', 4)
  expect([...map.keys()]).toEqual(['a', 'c'])
})

test('an evicted entry is no longer in the map when it is reported', () => {
  const sizes: number[] = []
  const map = new BoundedMap<string, number>(1, () => sizes.push(map.size))
  map.set('a', 1).set('b', 2)
  expect(sizes).toEqual([1])
})
