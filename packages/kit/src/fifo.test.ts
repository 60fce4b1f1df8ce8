import { expect, test } from 'vitest'
import { Fifo } from './fifo.ts'

test('items leave in order over thousands of items and refills', () => {
  const list = new Fifo<number>()
  let next = 0
  let expected = 0
  for (let round = 0; round < 50; round += 1) {
    for (let n = 0; n < 100; n += 1) list.push(next++)
    for (let n = 0; n < 60; n += 1) expect(list.shift()).toBe(expected++)
  }
  expect(list.length).toBe(next - expected)
  expect([...list]).toEqual(Array.from({ length: next - expected }, (_, n) => expected + n))
  while (list.length > 0) expect(list.shift()).toBe(expected++)
  expect(list.shift()).toBeUndefined()
})

test('an item can be removed from the middle', () => {
  const list = new Fifo<string>()
  for (const item of ['a', 'b', 'c']) list.push(item)
  list.shift()
  expect([list.remove('a'), list.remove('c'), list.remove('c')]).toEqual([false, true, false])
  expect([list.length, list.peek()]).toEqual([1, 'b'])
})
