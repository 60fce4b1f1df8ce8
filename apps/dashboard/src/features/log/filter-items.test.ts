import { expect, test } from 'vitest'
import { filterItems } from './filter-items.ts'
import { toLineSearch } from './index.ts'
import type { LogItem } from './log-tail.ts'

const items: readonly LogItem[] = [
  { kind: 'line', id: 0, text: 'half a line', level: undefined },
  { kind: 'line', id: 1, text: 'one', level: 'debug' },
  { kind: 'rotated', id: 2, bytes: 10 },
  { kind: 'line', id: 3, text: 'two', level: 'warning' },
  { kind: 'line', id: 4, text: 'one and two', level: 'error' },
]
const idsOf = ({ items: shown }: { readonly items: readonly LogItem[] }) => shown.map(({ id }) => id)

test('the level filter keeps gaps and lines of at least that level', () => {
  expect(idsOf(filterItems(items, 'warning', undefined))).toEqual([0, 2, 3, 4])
})

test('level and search are combined, and gaps are not counted as lines', () => {
  const search = toLineSearch('ONE')
  const shown = filterItems(items, 'info', typeof search === 'object' ? search : undefined)
  expect(idsOf(shown)).toEqual([2, 4])
  expect(shown.lines).toBe(1)
  expect(shown.isStopped).toBe(false)
})
