import { expect, test } from 'vitest'
import { countChanges, type ListItem, moved } from './list-draft.ts'

const items = (...ids: string[]): ListItem<string>[] => ids.map((id) => ({ id, value: id }))

test('a row is moved to the position of another one', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
})

test.each([
  ['nothing', items('a', 'b'), 0],
  ['one added', items('a', 'b', 'c'), 1],
  ['one removed', items('b'), 1],
  ['another order', items('b', 'a'), 1],
  ['one edited', [{ id: 'a', value: 'x' }, ...items('b')], 1],
  ['one exchanged for another', items('b', 'c'), 2],
])('%s has the right number of changes', (_, after, count) => {
  expect(countChanges(items('a', 'b'), after)).toBe(count)
})
