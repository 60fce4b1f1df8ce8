import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { IconButton } from '../buttons/button.tsx'
import { Menu, type MenuItem } from '../buttons/menu.tsx'
import { Skeleton } from '../feedback/state.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import styles from './data-table.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /**
   * Minimum width in px; remaining space is distributed in proportion. 140 unless given. At 1280 px a page has 1000 px
   * for the default columns, minus 44 for selection and 48 for the row menu. Wider tables scroll sideways.
   */
  readonly width?: number
  /** `end` aligns the digits of numbers. */
  readonly align?: 'end'
  /** On a phone, its value has a line of its own. */
  readonly isWide?: boolean
  /** Explanation of the header. */
  readonly hint?: string
  /** Hidden by default; offered by the column chooser. */
  readonly optional?: boolean
  /** The header sorts if the table has a `sort`: numbers in descending order first, others in ascending order. */
  readonly sortable?: boolean
  /** Sort value of a row, for `useSortedRows`. */
  readonly sortBy?: (row: Row) => SortKey
}

export type SortKey = string | number | undefined

/** The current sort column and direction. */
export interface TableSort {
  readonly column: string
  readonly order: SortOrder
  readonly onChange: (column: string, order: SortOrder) => void
}

export type SortOrder = 'asc' | 'desc'

interface Selection {
  readonly isSelected: boolean
  /** Some of the rows are selected, not all. */
  readonly isPartial?: boolean
  readonly onToggle: (event: MouseEvent) => void
}

type HeaderColumn = Pick<Column<never>, 'id' | 'header' | 'align' | 'hint' | 'sortable' | 'sortBy'>

interface HeaderRowProps {
  readonly columns: readonly HeaderColumn[]
  readonly sort?: TableSort | undefined
  readonly selection: Selection | undefined
  readonly hasMenu: boolean
}

export function HeaderRow({ columns, sort, selection, hasMenu }: HeaderRowProps) {
  const texts = useMessages(kitMessages)
  return (
    <tr>
      {selection && (
        <th data-part="lead" data-label={texts.selectAll} className={styles.check}>
          <SelectionBox label={texts.selectAll} {...selection} />
        </th>
      )}
      {columns.map((column) =>
        sort && (column.sortable || column.sortBy) ? (
          <SortableHeader key={column.id} column={column} sort={sort} />
        ) : (
          <th key={column.id} scope="col" className={join(column.align === 'end' && styles.end)}>
            {column.hint === undefined ? column.header : <Hinted hint={column.hint}>{column.header}</Hinted>}
          </th>
        ),
      )}
      {hasMenu && (
        <th className={styles.menu} scope="col">
          <VisuallyHidden>{texts.rowActions}</VisuallyHidden>
        </th>
      )}
    </tr>
  )
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

function SortableHeader({
  column: { id, header, align, hint },
  sort,
}: {
  readonly column: HeaderColumn
  readonly sort: TableSort
}) {
  const order = sort.column === id ? sort.order : undefined
  const first: SortOrder = align === 'end' ? 'desc' : 'asc'
  const next = order === undefined ? first : order === 'asc' ? 'desc' : 'asc'
  const Arrow = (order ?? first) === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={join(align === 'end' && styles.end)}
      {...(order !== undefined && { 'aria-sort': sortWords[order] })}
    >
      <Tooltip label={hint} disabled={hint === undefined}>
        <button
          type="button"
          className={join(styles.sort, order !== undefined && styles.sorted)}
          onClick={() => sort.onChange(id, next)}
        >
          <span className={join(hint !== undefined && styles.hint)}>{header}</span>
          <Arrow size={13} aria-hidden />
        </button>
      </Tooltip>
    </th>
  )
}

interface BodyRowProps<Row> {
  readonly id: string
  /** For the names of its controls. */
  readonly name: string
  readonly index: number
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  /** Undefined for tables without selection. */
  readonly isSelected: boolean | undefined
  readonly onToggle: (id: string, isRange: boolean) => void
  readonly rowActions: ((row: Row) => readonly MenuItem[]) | undefined
}

function PlainBodyRow<Row>({ id, name, index, row, columns, isSelected, onToggle, rowActions }: BodyRowProps<Row>) {
  const texts = useMessages(kitMessages)
  const actions = rowActions?.(row)
  return (
    <tr aria-rowindex={index + 2} data-selected={isSelected || undefined}>
      {isSelected !== undefined && (
        <td data-part="lead" className={styles.check}>
          <SelectionBox
            label={texts.selectRow(name)}
            isSelected={isSelected}
            onToggle={({ shiftKey }) => onToggle(id, shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-label={column.header}
          data-wide={column.isWide}
          className={join(column.align === 'end' && styles.end)}
        >
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td data-part="menu" className={styles.menu}>
          <Menu
            trigger={
              <IconButton size="small" label={texts.rowActionsOf(name)} icon={<IconDots size={18} aria-hidden />} />
            }
            items={actions}
          />
        </td>
      )}
    </tr>
  )
}

/** Scrolling adds new rows without rendering the visible ones again. `memo` loses the type parameter. */
export const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow

export function SkeletonRows({ count, span }: { readonly count: number; readonly span: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
    <tr key={row} aria-hidden>
      {Array.from({ length: span }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor have the cells
        <td key={column}>
          <Skeleton height={12} />
        </td>
      ))}
    </tr>
  ))
}

function SelectionBox({ label, isSelected, isPartial = false, onToggle }: Selection & { readonly label: string }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      ref={(box) => {
        if (box) box.indeterminate = isPartial
      }}
      // The click event has the Shift key, which selects a range; a change event does not.
      onClick={onToggle}
      onChange={() => {}}
    />
  )
}

function Hinted({ hint, children }: { readonly hint: string; readonly children: ReactNode }) {
  return (
    <Tooltip label={hint}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the hint opens on focus too */}
      <span className={styles.hint} tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  )
}
