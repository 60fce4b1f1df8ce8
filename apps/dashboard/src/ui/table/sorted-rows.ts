import { useMemo } from 'react'
import { z } from 'zod'
import { byName } from '../../lib/text/by-name.ts'
import { useSearchState } from '../navigation/search-state.ts'
import type { Column, SortKey, TableSort } from './table-rows.tsx'

const sortSearch = z.object({
  sort: z.string().optional(),
  order: z.enum(['asc', 'desc']).default('asc'),
})

interface SortedRows<Row> {
  readonly rows: readonly Row[] | undefined
  /** For the table; undefined while only some rows are loaded, because a partial sort would be misleading. */
  readonly sort?: TableSort
}

const unsorted: DefaultSort = { column: '', order: 'asc' }

interface DefaultSort {
  readonly column: string
  readonly order: 'asc' | 'desc'
}

/**
 * The rows sorted by the column in the URL, for columns with `sortBy`. Without such a column they have the order of
 * `initial`, or keep their order.
 */
export function useSortedRows<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  isComplete = true,
  initial?: DefaultSort,
): SortedRows<Row> {
  const [search, setSearch] = useSearchState(sortSearch)
  const { column: sort, order } =
    search.sort === undefined ? (initial ?? unsorted) : { column: search.sort, order: search.order }
  const sortBy = isComplete ? columns.find(({ id }) => id === sort)?.sortBy : undefined
  const sorted = useMemo(() => rows && sortBy && sortRows(rows, sortBy, order), [rows, sortBy, order])
  if (!isComplete) return { rows }
  return {
    rows: sorted ?? rows,
    sort: { column: sort, order, onChange: (column, next) => setSearch({ sort: column, order: next }) },
  }
}

/** Rows without a value are last in both orders; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortKey,
  order: 'asc' | 'desc',
): readonly Row[] {
  const sign = order === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ row, key: sortBy(row) }))
    .sort((a, b) => {
      if (a.key === b.key) return 0
      if (a.key === undefined || b.key === undefined) return a.key === undefined ? 1 : -1
      if (typeof a.key === 'string' && typeof b.key === 'string') return sign * byName(a.key, b.key)
      return a.key < b.key ? -sign : sign
    })
    .map(({ row }) => row)
}
