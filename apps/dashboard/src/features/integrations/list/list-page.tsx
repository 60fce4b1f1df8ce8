import { IconPlus } from '@tabler/icons-react'
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import { type Loaded, QueryTable, RefreshControl, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  EmptyState,
  PageHeader,
  type RowAction,
  type SetSearch,
  useGo,
  useSearchState,
} from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { ListFilters } from './list-filters.tsx'
import { columnOf, filtersIn, type Listed, type ListSearch, listSearch, shownOf } from './list-state.ts'

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
export function ListPage<Row extends Listed>(props: ListPageProps<Row>) {
  const { texts, query, rows } = props
  const [search, setSearch] = useSearchState(listSearch)
  const create = useCreateButton(props)
  const isEmpty = rows?.length === 0
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />

      {(rows === undefined || rows.length > 3 || filtersIn(search) > 0) && (
        <ListFilters textLabel={texts.textFilter} rows={rows ?? []} search={search} onChange={setSearch} />
      )}
      {/* Typing and sorting do not wait for the rows. */}
      <ListTable page={props} search={useDeferredValue(search)} setSearch={setSearch} />
    </>
  )
}

interface ListTableProps<Row extends Listed> {
  readonly page: ListPageProps<Row>
  readonly search: ListSearch
  readonly setSearch: SetSearch<ListSearch>
}

/** Not rendered again while its properties stay the same. */
const ListTable = memo(function ListTable<Row extends Listed>({ page, search, setSearch }: ListTableProps<Row>) {
  const { texts: own, createPage: _, rows, ...table } = page
  const create = useCreateButton(page)
  const texts = useMessages(messages)
  const format = useFormat()
  const shown = useMemo(() => rows && shownOf(rows, search), [rows, search])
  return (
    <QueryTable
      {...table}
      label={own.title}
      rows={shown}
      sort={{
        column: search.sort,
        order: search.order,
        onChange: (column, order) => setSearch({ sort: columnOf(column), order }, { replace: true }),
      }}
      empty={
        rows?.length === 0 ? (
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
  )
}) as <Row extends Listed>(props: ListTableProps<Row>) => ReactNode // `memo` loses the type parameter

/** False for viewers. */
function useCreateButton({ createPage, texts }: Pick<ListPageProps<never>, 'createPage' | 'texts'>): ReactNode {
  const go = useGo()
  const isViewer = useIsViewer()
  return (
    !isViewer && (
      <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: createPage })}>
        {texts.new}
      </Button>
    )
  )
}
