import { type ReactNode, useMemo, useRef } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import type { MenuItem } from '../buttons/menu.tsx'
import { EmptyState } from '../feedback/state.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { type ChosenColumns, ColumnChooser, useChosenColumns } from './column-chooser.tsx'
import styles from './data-table.module.css'
import { ListPanel } from './list-panel.tsx'
import { useRowSelection } from './row-selection.ts'
import { defaultWidth, leadingOf, TableFrame } from './table-frame.tsx'
import { BodyRow, type Column, HeaderRow, SkeletonRows, type TableSort } from './table-rows.tsx'
import { usePageRows } from './use-page-rows.ts'

export type RowAction = MenuItem

export interface DataTableProps<Row extends object> {
  /** Accessible name: "Clients". */
  readonly label: string
  /** Keep the array stable (useMemo or module scope). */
  readonly columns: readonly Column<Row>[]
  /** `undefined` until the first answer. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  /** Name of a row for its checkbox and its menu; the ID unless given. */
  readonly rowName?: (row: Row) => string
  /** The rows are outdated while new ones are loaded; they are dimmed. */
  readonly busy?: boolean
  /** Replaces the table: an ErrorState with a retry button. */
  readonly error?: ReactNode
  /** An EmptyState for a table without rows. */
  readonly empty?: ReactNode
  /** Sort order of the page, where all rows are loaded. Headers of `sortable` columns change it. Keep it in the URL. */
  readonly sort?: TableSort
  /** Above the table, left: a count, a note. */
  readonly summary?: ReactNode
  /** Above the table, right: refresh, create. */
  readonly actions?: ReactNode
  /** Makes rows selectable and renders the buttons of the bulk bar. Call `clear` after the action. */
  readonly bulkActions?: ((selected: readonly Row[], clear: () => void) => ReactNode) | undefined
  /**
   * Rows of other pages stay selected while this text is unchanged: the active filters. Without it only rows of this
   * page are selected.
   */
  readonly selectionScope?: string | undefined
  /** The menu at the end of a row. */
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** localStorage name of the chosen columns; without it there is no column chooser. */
  readonly columnsKey?: string
  /** The chosen columns, where the page loads data depending on them: `useChosenColumns(columns, key)`. */
  readonly chosenColumns?: ChosenColumns
  /** Below the table, visible while the page scrolls: a CursorPager or PagePager. */
  readonly pager?: ReactNode
  /** Number of rows of the skeleton: the expected number of rows. */
  readonly skeletonRows?: number
}

const noRows: readonly never[] = []

/** The table of the dashboard: see DataTableProps. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, busy = false, error, empty, bulkActions, rowActions, columnsKey } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const own = useChosenColumns(columns, columnsKey)
  const chosen = props.chosenColumns ?? own
  const hasChooser = columnsKey !== undefined || props.chosenColumns !== undefined

  const data: readonly Row[] = rows ?? noRows
  const selection = useRowSelection({ rows: data, rowId, scope: props.selectionScope })
  const visible = useMemo(() => columns.filter(({ id }) => chosen.ids.includes(id)), [columns, chosen.ids])
  const clear = () => {
    selection.clear()
    // The bar disappears and must not take the focus with it.
    body.current?.focus({ preventScroll: true })
  }
  const { selected, elsewhere } = selection
  const span = visible.length + (bulkActions ? 1 : 0) + (rowActions ? 1 : 0)
  const shown = usePageRows(body, data.length)
  // A summary that follows the rows has its place before them.
  const hasToolbar =
    (rows === undefined && 'summary' in props) ||
    props.summary !== undefined ||
    props.actions !== undefined ||
    hasChooser ||
    bulkActions !== undefined

  return (
    <ListPanel>
      {hasToolbar && (
        <div className={join(styles.toolbar, selected.length > 0 && styles.bulk)}>
          {selected.length > 0 && bulkActions ? (
            <BulkBar count={selected.length} elsewhere={elsewhere} clear={clear}>
              {bulkActions(selected, clear)}
            </BulkBar>
          ) : (
            <>
              <div className={styles.summary}>{props.summary}</div>
              {props.actions}
              {hasChooser && <ColumnChooser columns={columns} chosen={chosen} />}
            </>
          )}
        </div>
      )}
      {error ? (
        <div className={styles.error}>{error}</div>
      ) : rows?.length === 0 ? (
        (empty ?? <EmptyState />)
      ) : (
        <TableFrame
          label={label}
          widths={visible.map(({ width = defaultWidth }) => width)}
          leading={leadingOf(bulkActions !== undefined)}
          hasMenu={rowActions !== undefined}
          isBusy={busy || rows === undefined}
          rowCount={rows === undefined ? -1 : rows.length + 1}
          body={body}
          bodyClass={join(busy && styles.busy)}
          before={shown.before}
          after={shown.after}
          onPointerOver={({ target }) => tellWhole(target)}
          head={
            <HeaderRow
              columns={visible}
              sort={props.sort}
              hasMenu={rowActions !== undefined}
              selection={
                bulkActions && {
                  isSelected: selection.areAllSelected,
                  isPartial: selection.areSomeSelected,
                  onToggle: selection.toggleAll,
                }
              }
            />
          }
        >
          {rows === undefined && <SkeletonRows count={props.skeletonRows ?? 10} span={span} />}
          {data.slice(shown.from, shown.to).map((row, index) => {
            const id = rowId(row)
            return (
              <BodyRow
                key={id}
                id={id}
                name={props.rowName?.(row) ?? id}
                index={shown.from + index}
                row={row}
                columns={visible}
                isSelected={bulkActions && selection.isSelected(id)}
                onToggle={selection.toggle}
                rowActions={rowActions}
              />
            )
          })}
        </TableFrame>
      )}
      {props.pager && !error && <div className={styles.footer}>{props.pager}</div>}
    </ListPanel>
  )
}

/** Shows the full text of a cut-off cell as a tooltip. */
function tellWhole(target: EventTarget): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell || cell.querySelector('[title]')) return
  const isCut = cell.scrollWidth > cell.clientWidth
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

interface BulkBarProps {
  readonly count: number
  readonly elsewhere: number
  readonly clear: () => void
  readonly children: ReactNode
}

function BulkBar({ count, elsewhere, clear, children }: BulkBarProps) {
  const texts = useMessages(kitMessages)
  return (
    <>
      <span aria-live="polite">
        {elsewhere > 0 ? texts.selectedElsewhere(count, elsewhere) : texts.selected(count)}
      </span>
      {children}
      <Button variant="subtle" size="small" onClick={clear}>
        {texts.clearSelection}
      </Button>
    </>
  )
}
