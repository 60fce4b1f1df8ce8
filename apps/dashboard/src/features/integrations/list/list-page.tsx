import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Loaded, QueryTable, RefreshControl, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  EmptyState,
  PageHeader,
  type RowAction,
  useGo,
  useSearchState,
} from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { ListFilters } from './list-filters.tsx'
import { columnOf, filtersIn, type Listed, listSearch, shownOf } from './list-state.ts'

interface ListPageProps<Row extends Listed> {
  readonly texts: {
    readonly title: string
    readonly description: string
    readonly new: string
    readonly none: string
    readonly noneHint: string
    readonly count: (count: number) => string
    /** Label of the text filter. */
    readonly textFilter: string
  }
  readonly createPage: string
  readonly query: Loaded<unknown>
  /** Undefined while loading. Stable. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly columnsKey: string
  readonly rowId: (row: Row) => string
  readonly rowActions: (row: Row) => readonly RowAction[]
}

/** A list that is filtered and sorted in the page, because the API returns all rows. Also for webhooks. */
export function ListPage<Row extends Listed>({ texts: own, createPage, query, rows, ...table }: ListPageProps<Row>) {
  const texts = useMessages(messages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const go = useGo()
  const [search, setSearch] = useSearchState(listSearch)
  const shown = useMemo(() => rows && shownOf(rows, search), [rows, search])
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: createPage })}>
      {own.new}
    </Button>
  )
  const isEmpty = rows?.length === 0
  return (
    <>
      <PageHeader
        title={own.title}
        description={own.description}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />

      {(rows === undefined || rows.length > 3 || filtersIn(search) > 0) && (
        <ListFilters textLabel={own.textFilter} rows={rows ?? []} search={search} onChange={setSearch} />
      )}
      <QueryTable
        {...table}
        query={query}
        label={own.title}
        rows={shown}
        sort={{
          column: search.sort,
          order: search.order,
          onChange: (column, order) => setSearch({ sort: columnOf(column), order }, { replace: true }),
        }}
        empty={
          isEmpty ? (
            <EmptyState title={own.none} hint={own.noneHint} action={create} />
          ) : (
            <EmptyState title={texts.noResults} hint={texts.noResultsHint} />
          )
        }
        summary={
          rows && shown && rows.length > 0
            ? shown.length === rows.length
              ? own.count(rows.length)
              : texts.shownOf(format.number(shown.length), own.count(rows.length))
            : undefined
        }
        skeletonRows={4}
      />
    </>
  )
}
