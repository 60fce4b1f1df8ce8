import { useCallback } from 'react'
import { z } from 'zod'
import {
  DataTable,
  type DataTableProps,
  PagePager,
  type SetSearch,
  useRedirectFromEmptyPage,
  useSearchState,
  useSortedRows,
} from '../ui/index.ts'
import { type Loaded, type QueryDefinition, useData } from './query.ts'
import { QueryError, StaleNotice } from './query-view.tsx'

/** Search parameters of every list with pages; extend them with the filters of the page: `pageSearch.extend({ … })`. */
export const pageSearch = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
})

export type Paging = z.output<typeof pageSearch>

/** One page of a list, as a query returns it. */
export interface RowPage<Row> {
  readonly rows: readonly Row[]
  /** Number of rows in the answer of the API, if the page shows several of them as one. */
  readonly count?: number
  /** Number of rows on all pages; missing in some answers of the API. */
  readonly total?: number | undefined
  /** Whether there is a next page, without a total. */
  readonly hasNext?: boolean | undefined
}

export interface PagedList<List> extends Loaded<List>, Paging {
  readonly setPaging: (change: Partial<Paging>) => void
}

interface PagedListOptions {
  readonly enabled?: boolean
  /** For lists with another maximum page size. */
  readonly search?: z.ZodObject<{ page: z.ZodType<number>; limit: z.ZodType<number> }>
}

/**
 * A list with pages whose number and size are in the URL. The previous page stays until the next one arrives, and an
 * empty later page redirects to the first. Render it with `PagedTable`.
 */
export function usePagedList<Filters, List extends RowPage<unknown>>(
  query: QueryDefinition<Filters & Paging, List>,
  filters: Filters,
  { enabled = true, search = pageSearch }: PagedListOptions = {},
): PagedList<List> {
  const [{ page, limit }, setPaging] = useSearchState(search)
  const list = useData(query, { ...filters, page, limit }, { keepPrevious: true, enabled })
  useRedirectFromEmptyList(list, page, setPaging)
  return { ...list, page, limit, setPaging }
}

/** The pages of a list that the browser has read completely. `rows` are those that match the filters. */
export function usePagesOf<Row>(
  query: Loaded<unknown>,
  rows: readonly Row[] | undefined,
): PagedList<RowPage<Row> & { readonly total: number }> {
  const [{ page, limit }, setPaging] = useSearchState(pageSearch)
  const end = page * limit
  const data = rows && { rows: rows.slice(end - limit, end), total: rows.length, hasNext: rows.length > end }
  const list = { ...query, data }
  useRedirectFromEmptyList(list, page, setPaging)
  return { ...list, page, limit, setPaging }
}

function useRedirectFromEmptyList(list: Loaded<RowPage<unknown>>, page: number, setPaging: SetSearch<Paging>): void {
  const toFirstPage = useCallback(() => setPaging({ page: 1 }, { replace: true }), [setPaging])
  useRedirectFromEmptyPage(page > 1 && !list.isPrevious && list.data?.rows.length === 0, toFirstPage)
}

interface QueryTableProps<Row extends object> extends Omit<DataTableProps<Row>, 'busy' | 'rows'> {
  readonly query: Loaded<unknown>
  readonly rows: readonly Row[] | undefined
}

/** The rows of a query: a skeleton, an error with retry, or the table; outdated rows are dimmed, with their age above. */
export function QueryTable<Row extends object>({ query, ...table }: QueryTableProps<Row>) {
  return (
    <>
      <StaleNotice query={query} />
      <DataTable
        error={query.data === undefined && query.error && <QueryError query={query} />}
        {...table}
        busy={query.isPrevious || query.isStale}
      />
    </>
  )
}

interface PagedTableProps<Row extends object> extends Omit<QueryTableProps<Row>, 'query' | 'rows' | 'pager'> {
  readonly list: PagedList<RowPage<Row>>
  /** Shows the pager only when there are several pages. */
  readonly hidesSinglePage?: boolean
}

/**
 * The table of a `usePagedList`, with its pager. A list with only one page is sorted by its columns with `sortBy`,
 * unless the page sorts it and passes `sort`.
 */
export function PagedTable<Row extends object>({ list, hidesSinglePage = false, ...table }: PagedTableProps<Row>) {
  const { data, page, limit, setPaging } = list
  const isSinglePage = page === 1 && (data?.total === undefined || data.total <= limit)
  const sorted = useSortedRows(data?.rows, table.columns, page === 1 && data?.hasNext === false)
  return (
    <QueryTable
      {...table}
      {...(table.sort ? { rows: data?.rows } : sorted)}
      query={list}
      pager={
        hidesSinglePage && isSinglePage ? undefined : (
          <PagePager
            page={page}
            onPageChange={(next) => setPaging({ page: next })}
            limit={limit}
            onLimitChange={(size) => setPaging({ limit: size, page: 1 })}
            total={data?.total}
            count={data?.count ?? data?.rows.length ?? 0}
            hasNext={data?.hasNext ?? false}
          />
        )
      }
    />
  )
}
