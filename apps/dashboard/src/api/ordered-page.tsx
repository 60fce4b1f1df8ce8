import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  Button,
  type Column,
  EmptyState,
  OrderedTable,
  PageHeader,
  type RowAction,
  Stack,
  type Target,
  useGo,
} from '../ui/index.ts'
import { type ChangeDefinition, useChange } from './change.ts'
import { type Loaded, type QueryDefinition, useData } from './query.ts'
import { QueryError, StaleNotice } from './query-view.tsx'
import { RefreshControl } from './refresh-control.tsx'
import { useIsViewer } from './role.ts'
import { type Moved, useOrder } from './use-order.ts'

interface OrderedPageProps<Row extends object> {
  /** All rows, in their order. */
  readonly query: QueryDefinition<undefined, readonly Row[]>
  readonly move: ChangeDefinition<Moved, unknown>
  /** Identifies a row, and names it in announcements. */
  readonly nameOf: (row: Row) => string
  readonly texts: OrderedPageTexts
  readonly columns: readonly Column<Row>[]
  /** Besides moving. Viewers have no row menu. */
  readonly rowActions: (row: Row) => readonly RowAction[]
  readonly create: { readonly label: string; readonly target: Target }
  readonly filter?: OrderedFilter<Row>
}

interface OrderedPageTexts {
  readonly title: string
  readonly about: string
  readonly count: (count: number) => string
  readonly none: string
  readonly noneHint: string
}

/** Filters of the list. While one is set, the order cannot be changed by dragging. */
interface OrderedFilter<Row> {
  readonly isSet: boolean
  readonly matches: (row: Row) => boolean
  readonly fields: ReactNode
  readonly noneFound: ReactNode
}

/** The page of a list that the user orders: header, rows that can be moved, and an empty state. */
export function OrderedPage<Row extends object>(props: OrderedPageProps<Row>) {
  const { nameOf, texts, columns, rowActions, create, filter } = props
  const go = useGo()
  const isViewer = useIsViewer()
  const query: Loaded<readonly Row[]> = useData(props.query, undefined)
  const { run: save } = useChange(props.move)
  const order = useOrder({ rows: query.data, idOf: nameOf, save })
  const isFiltered = filter?.isSet === true
  const rows = isFiltered ? order.rows?.filter(filter.matches) : order.rows
  const isEmpty = order.rows?.length === 0
  const createButton = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go(create.target)}>
      {create.label}
    </Button>
  )
  return (
    <>
      <PageHeader
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && createButton}
          </>
        }
      />
      <StaleNotice query={query} />
      <Stack gap={4}>
        {!isEmpty && filter?.fields}
        <OrderedTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={nameOf}
          rowName={nameOf}
          onMove={isViewer || isFiltered ? undefined : order.move}
          rowActions={
            isViewer ? undefined : (row) => [...order.moveToEnds(order.rows?.indexOf(row) ?? 0), ...rowActions(row)]
          }
          error={rows === undefined && query.error && <QueryError query={query} />}
          summary={rows && !isEmpty && texts.count(rows.length)}
          empty={
            isEmpty ? <EmptyState title={texts.none} hint={texts.noneHint} action={createButton} /> : filter?.noneFound
          }
        />
      </Stack>
    </>
  )
}
