import type { Turn } from '@mqdeck/broker'
import type { PageMeta } from '@mqdeck/contract'

export interface Paging {
  readonly page: number
  readonly limit: number
}

export interface PageOptions<T, R> {
  /**
   * Number of rows. `count`: the rows must be counted. `none`: EMQX does not count rows for substring filters
   * (`like_clientid`, `match_topic`). In both other cases, iteration stops after the page and `hasnext` are known.
   */
  readonly total: number | 'count' | 'none'
  readonly toRow: (item: T) => R
  /** For an unlimited number of rows, which are iterated in slices. */
  readonly turn?: Turn
}

/** One numbered page of `rows`. Undefined items are not rows but points where the iteration may pause. */
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
