import { expect, test } from 'vitest'
import { layOutNodes } from './node-layout.ts'

test('a single node stands in the middle without any line', () => {
  const { cores, lines } = layOutNodes(1, 0)
  expect(cores).toEqual([{ x: 50, y: 34 }])
  expect(lines).toEqual([])
})

test('cores share one line, replicants another, and the two are joined', () => {
  expect(layOutNodes(3, 0).lines).toHaveLength(1)
  expect(layOutNodes(1, 1).lines).toHaveLength(1)
  expect(layOutNodes(3, 5).lines).toHaveLength(3)
})

test('nodes stand apart and inside the frame, also when there are twenty', () => {
  const { replicants } = layOutNodes(5, 20)
  const distances = replicants.slice(1).map(({ x }, index) => x - (replicants[index]?.x ?? 0))
  expect(Math.min(...distances)).toBeGreaterThan(4)
  expect(Math.min(...replicants.map(({ x }) => x))).toBeGreaterThan(0)
  expect(Math.max(...replicants.map(({ x }) => x))).toBeLessThan(100)
})
