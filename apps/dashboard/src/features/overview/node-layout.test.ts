import { expect, test } from 'vitest'
import { layOutNodes } from './node-layout.ts'

test('a single node is in the center without lines', () => {
  const { cores, lines } = layOutNodes(1, 0)
  expect(cores).toEqual([{ x: 50, y: 34 }])
  expect(lines).toEqual([])
})

test('cores are on one line, replicants on another, and the lines are connected', () => {
  expect(layOutNodes(3, 0).lines).toHaveLength(1)
  expect(layOutNodes(1, 1).lines).toHaveLength(1)
  expect(layOutNodes(3, 5).lines).toHaveLength(3)
})

test('up to twenty nodes do not overlap and stay inside the frame', () => {
  const { replicants } = layOutNodes(5, 20)
  const distances = replicants.slice(1).map(({ x }, index) => x - (replicants[index]?.x ?? 0))
  expect(Math.min(...distances)).toBeGreaterThan(4)
  expect(Math.min(...replicants.map(({ x }) => x))).toBeGreaterThan(0)
  expect(Math.max(...replicants.map(({ x }) => x))).toBeLessThan(100)
})
