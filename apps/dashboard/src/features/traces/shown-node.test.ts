import { expect, test } from 'vitest'
import { nodeWithLargestLog, selectableNodes } from './shown-node.ts'

test('the node with the largest log is shown by default, then the first by name', () => {
  expect(nodeWithLargestLog({})).toBeUndefined()
  expect(nodeWithLargestLog({ b: 0, a: 0 })).toBe('a')
  expect(nodeWithLargestLog({ a: 1, b: 3, c: 2 })).toBe('b')
})

test('an unreachable node of the URL is listed and marked', () => {
  expect(selectableNodes({ b: 1, a: 1 }, 'a')).toEqual([
    { node: 'a', isUnreachable: false },
    { node: 'b', isUnreachable: false },
  ])
  expect(selectableNodes({ a: 1 }, 'gone')).toEqual([
    { node: 'a', isUnreachable: false },
    { node: 'gone', isUnreachable: true },
  ])
})
