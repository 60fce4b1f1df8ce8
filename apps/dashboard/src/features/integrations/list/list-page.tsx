import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Loaded, QueryError, RefreshControl, StaleNotice, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  PageHeader,
  type RowAction,
  Stack,
  useGo,
  useSearchState,
} from '../../../ui/index.ts'
import { idOf, type Kind, pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { ListFilters } from './list-filters.tsx'
import { columnOf, filtersIn, type Listed, listSearch, shownOf } from './list-state.ts'

interface ListPageProps<Row extends Listed> {
  readonly kind: Kind
  readonly query: Loaded<unknown>
  /** Undefined while loading. Stable. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly rowActions: (row: Row) => readonly RowAction[]
}

/** A list of all connectors, actions or sources. The page filters and sorts, because the API returns all of them. */
export function ListPage<Row extends Listed>({ kind, query, rows, columns, rowActions }: ListPageProps<Row>) {
  const texts = useMessages(messages)
  const own = texts.kinds[kind]
  const format = useFormat()
  const isViewer = useIsViewer()
  const go = useGo()
  const [search, setSearch] = useSearchState(listSearch)
  const shown = useMemo(() => rows && shownOf(rows, search), [rows, search])
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: pages[kind].create })}>
      {own.create}
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
      <StaleNotice query={query} />
      <Stack gap={4}>
        {rows && (rows.length > 3 || filtersIn(search) > 0) && (
          <ListFilters rows={rows} search={search} onChange={setSearch} />
        )}
        <DataTable
          label={own.title}
          columns={columns}
          columnsKey={`${kind}s`}
          rows={shown}
          rowId={idOf}
          sort={{
            column: search.sort,
            order: search.order,
            onChange: (column, order) => setSearch({ sort: columnOf(column), order }, { replace: true }),
          }}
          busy={query.isStale}
          error={rows === undefined && query.error && <QueryError query={query} />}
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
          rowActions={rowActions}
        />
      </Stack>
    </>
  )
}
