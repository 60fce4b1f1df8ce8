import { expect, test } from 'vitest'
import { createTopList } from './top-list.ts'

test('the list keeps the best items in order, and the first of equal ones', () => {
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

test('all items are kept if there are fewer than the size', () => {
  const top = createTopList<string>(3)
  top.offer(1, 'low')
  top.offer(2, 'high')
  expect(top.sorted()).toEqual(['high', 'low'])
})
