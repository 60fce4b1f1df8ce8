import type { Turn } from '@mqdeck/broker'
import type { PageMeta } from '@mqdeck/contract'

export interface Paging {
  readonly page: number
  readonly limit: number
}

export interface PageOptions<T, R> {
  /**
   * How many rows there are. `count`: that must be counted. `none`: EMQX leaves the count out where a filter looks into texts
   * (`like_clientid`, `match_topic`). Otherwise rows are walked no further than the page and its `hasnext` need.
   */
  readonly total: number | 'count' | 'none'
  readonly toRow: (item: T) => R
  /** For rows of unbounded number, which are walked in slices. */
  readonly turn?: Turn
}

/** One numbered page of `rows`. Undefined among them is no row, but a place where the walk may pause. */
export async function toPage<T extends object | string | number, R>(
  rows: Iterable<T | undefined>,
  { page, limit }: Paging,
  { total, toRow, turn }: PageOptions<T, R>,
): Promise<{ data: R[]; meta: PageMeta }> {
  const start = (page - 1) * limit
  const data: R[] = []
  let seen = 0
  for (const item of rows) {
    if (turn?.spend()) await turn.next()
    if (item === undefined) continue
    if (seen >= start && data.length < limit) data.push(toRow(item))
    seen += 1
    if (total !== 'count' && seen > start + limit) break
  }
  const hasnext = seen > start + limit
  const count = total === 'count' ? seen : total
  return { data, meta: { ...(count !== 'none' && { count }), hasnext, limit, page } }
}
