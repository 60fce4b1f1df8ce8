import { expect, test } from 'vitest'
import { mergeChanges } from './form-store.ts'

const base = { a: 1, b: { c: 1, d: 1 }, list: [1] }

test('values without local changes follow the broker', () => {
  expect(mergeChanges(base, base, { a: 2, b: { c: 1 } })).toEqual({ a: 2, b: { c: 1 } })
})

test('local changes are kept, even if the broker changed the same value', () => {
  const mine = { ...base, b: { c: 5, d: 1 }, list: [1, 2] }
  expect(mergeChanges(base, mine, { a: 2, b: { c: 9, d: 7 }, list: [3] })).toEqual({
    a: 2,
    b: { c: 5, d: 7 },
    list: [1, 2],
  })
})

test('local removals are kept', () => {
  expect(mergeChanges(base, { a: 1, list: [1] }, { ...base, a: 3 })).toEqual({ a: 3, list: [1] })
})
