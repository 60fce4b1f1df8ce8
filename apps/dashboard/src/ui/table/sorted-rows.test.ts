import { expect, test } from 'vitest'
import { sortRows } from './sorted-rows.ts'

const rows = [{ name: 'b10' }, { name: undefined }, { name: 'a' }, { name: 'b9' }]
const names = (order: 'asc' | 'desc') => sortRows(rows, ({ name }) => name, order).map(({ name }) => name)

test('names are sorted with numeric collation, and rows without a value are last in both orders', () => {
  expect(names('asc')).toEqual(['a', 'b9', 'b10', undefined])
  expect(names('desc')).toEqual(['b10', 'b9', 'a', undefined])
})

test('equal rows keep their order', () => {
  const equal = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(sortRows(equal, () => 0, 'desc')).toEqual(equal)
})
