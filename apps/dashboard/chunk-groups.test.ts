import { expect, test } from 'vitest'
import { type Entry, groupParts, type Part } from './chunk-groups.ts'

const part = (entries: readonly number[], options: Partial<Part> = {}): Part => ({
  scripts: 1_000,
  styles: 0,
  imports: [],
  entries,
  isFixed: false,
  ...options,
})
const page: Entry = { weight: 1, stage: 0, limit: Number.POSITIVE_INFINITY }

test('small parts that the same pages load become one file', () => {
  const [one, other] = groupParts([part([0, 1]), part([0, 1])], [page, page])
  expect(one).toBe(other)
})

test('a part that is larger than the cost of a request stays apart from what other pages load', () => {
  const parts = [part([0, 1], { scripts: 100_000 }), part([0], { scripts: 100_000 })]
  const [one, other] = groupParts(parts, [page, page])
  expect(one).not.toBe(other)
})

test('large parts are joined when a page would need more files than its limit', () => {
  const parts = [part([0, 1], { scripts: 20_000 }), part([0], { scripts: 20_000 })]
  const [one, other] = groupParts(parts, [{ ...page, limit: 1 }, page])
  expect(one).toBe(other)
})

test('a part with styles counts as two files', () => {
  const parts = [part([0, 1], { scripts: 20_000, styles: 1 }), part([0], { scripts: 20_000 })]
  expect(new Set(groupParts(parts, [{ ...page, limit: 3 }, page])).size).toBe(2)
  expect(new Set(groupParts(parts, [{ ...page, limit: 2 }, page])).size).toBe(1)
})

test('parts that would import each other by way of a third one are not joined', () => {
  const parts = [part([0], { imports: [1] }), part([0], { imports: [2], scripts: 500_000, isFixed: true }), part([0])]
  const [first, middle, last] = groupParts(parts, [page])
  expect(middle).toBeUndefined()
  expect(first).not.toBe(last)
})

test('a page that loads a file also loads what the file imports', () => {
  // Joining the first two would make the second page load the third.
  const parts = [part([0], { imports: [2] }), part([0, 1]), part([0], { scripts: 500_000 })]
  const [first, second] = groupParts(parts, [page, page])
  expect(first).not.toBe(second)
})

test('parts of the first load are not joined with others', () => {
  const parts = [part([0, 1]), part([1])]
  const [one, other] = groupParts(parts, [page, { ...page, stage: 1 }])
  expect(one).not.toBe(other)
})

test('the same parts are always grouped in the same way', () => {
  const parts = Array.from({ length: 40 }, (_, index) =>
    part(index % 3 === 0 ? [0, 1, 2] : [index % 3, (index + 1) % 4], { scripts: 500 + 700 * (index % 7) }),
  )
  const pages = Array.from({ length: 4 }, () => ({ ...page, limit: 3 }))
  expect(groupParts(parts, pages)).toEqual(groupParts(parts, pages))
})
