import { expect, test } from 'vitest'
import { fullestNode, nodesToChoose } from './shown-node.ts'

test('the node with most of the log is shown first, of equals the first by name', () => {
  expect(fullestNode({})).toBeUndefined()
  expect(fullestNode({ b: 0, a: 0 })).toBe('a')
  expect(fullestNode({ a: 1, b: 3, c: 2 })).toBe('b')
})

test('a node that an old address names stays among them, marked as away', () => {
  expect(nodesToChoose({ b: 1, a: 1 }, 'a')).toEqual([
    { node: 'a', isAway: false },
    { node: 'b', isAway: false },
  ])
  expect(nodesToChoose({ a: 1 }, 'gone')).toEqual([
    { node: 'a', isAway: false },
    { node: 'gone', isAway: true },
  ])
})
