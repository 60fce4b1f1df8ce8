import type { Loaded } from '../../../api/index.ts'
import { CursorPager, PagePager, type SetSearch } from '../../../ui/index.ts'
import { type ClientList, hasNumberedPages } from '../queries.ts'
import { type ClientSearch, filtersOf } from './client-search.ts'
import { back, firstPage, forward, validTrail } from './cursor-trail.ts'

/** Numbered pages need no cursors, see clientsQuery. */
export function trailOf(search: ClientSearch) {
  return hasNumberedPages(filtersOf(search)) ? { page: search.page, cursor: [] } : validTrail(search)
}

export const toFirstPage = () => ({ page: firstPage.page, cursor: [...firstPage.cursor] })

interface ClientsPagerProps {
  readonly query: Loaded<ClientList>
  readonly search: ClientSearch
  readonly setSearch: SetSearch<ClientSearch>
  /** Number of clients on all pages; undefined when it is unknown. */
  readonly total: number | undefined
}

/** Page numbers where the API has them; otherwise the next and the previous page. */
export function ClientsPager({ query, search, setSearch, total }: ClientsPagerProps) {
  const trail = trailOf(search)
  const size = { limit: search.limit, onLimitChange: (limit: number) => setSearch({ limit, ...toFirstPage() }) }
  const goTo = ({ page, cursor }: typeof trail) => setSearch({ page, cursor: [...cursor] })
  if (hasNumberedPages(filtersOf(search))) {
    return (
      <PagePager
        page={search.page}
        onPageChange={(page) => setSearch({ page })}
        total={query.data?.total}
        count={query.data?.rows.length ?? 0}
        hasNext={query.data?.hasNext ?? false}
        {...size}
      />
    )
  }
  // While the previous page is still shown, its cursor points to this page, not to the next one.
  const next = query.isPrevious ? undefined : query.data?.cursor
  return (
    <CursorPager
      page={trail.page}
      count={query.data?.rows.length}
      total={total}
      onPrevious={trail.page > 1 ? () => goTo(back(trail)) : undefined}
      onNext={next === undefined ? undefined : () => goTo(forward(trail, next))}
      {...size}
    />
  )
}
