import { expect, test } from 'vitest'
import { createTopList } from './top-list.ts'

test('of many it keeps the best, in their order, and of equals those that came first', () => {
  const scores = Array.from({ length: 5000 }, (_, index) => (index * 7919) % 4001)
  const top = createTopList<number>(50)
  scores.forEach((score, index) => {
    top.offer(score, index)
  })
  const best = scores
    .map((score, index) => ({ score, index }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 50)
    .map(({ index }) => index)
  expect(top.sorted()).toEqual(best)
})

test('fewer than it has room for are all there', () => {
  const top = createTopList<string>(3)
  top.offer(1, 'low')
  top.offer(2, 'high')
  expect(top.sorted()).toEqual(['high', 'low'])
})
