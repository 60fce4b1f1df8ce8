import { describe, expect, test } from 'vitest'
import { readSearch } from '../../../ui/index.ts'
import { filtersIn, type Listed, listSearch, shownOf } from './list-state.ts'

const row = (name: string, more: Partial<Listed> = {}): Listed => ({
  type: 'http',
  name,
  status: 'connected',
  users: 0,
  ...more,
})
const rows = [
  row('b10', { status: 'disconnected', users: 3, tags: ['plant'] }),
  row('b9', { type: 'mqtt', description: 'Alerts of the plant' }),
  row('a1', { status: 'stopped', enable: false, last_modified_at: 5 }),
]
const names = (search: Record<string, string>) => shownOf(rows, readSearch(listSearch, search)).map(({ name }) => name)

describe('a list', () => {
  test('is in the order of names with their numbers, unless something else is asked for', () => {
    expect(names({})).toEqual(['a1', 'b9', 'b10'])
    expect(names({ order: 'desc' })).toEqual(['b10', 'b9', 'a1'])
    expect(names({ sort: 'users', order: 'desc' })).toEqual(['b10', 'a1', 'b9'])
  })

  test('shows rows with problems first if it is sorted by status', () => {
    expect(names({ sort: 'status' })).toEqual(['b10', 'b9', 'a1'])
  })

  test('finds every word in name, type or description', () => {
    expect(names({ q: 'PLANT alerts' })).toEqual(['b9'])
    expect(names({ q: 'mqtt' })).toEqual(['b9'])
    expect(names({ q: 'nothing' })).toEqual([])
  })

  test('does not show disabled rows under the status “stopped”', () => {
    expect(names({ status: 'disabled' })).toEqual(['a1'])
    expect(names({ status: 'stopped' })).toEqual([])
    expect(names({ enabled: 'false' })).toEqual(['a1'])
  })

  test('filters by type and tag, and ignores what an address says wrongly', () => {
    expect(names({ type: 'mqtt' })).toEqual(['b9'])
    expect(names({ tag: 'plant' })).toEqual(['b10'])
    expect(names({ status: 'happy', sort: 'mood' })).toEqual(['a1', 'b9', 'b10'])
    expect(filtersIn(readSearch(listSearch, { q: 'x', type: 'mqtt', status: 'happy' }))).toBe(2)
  })
})
