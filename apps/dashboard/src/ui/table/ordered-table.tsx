import { IconDots, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { CompactIconButton, IconButton } from '../buttons/button.tsx'
import { Menu, type MenuItem } from '../buttons/menu.tsx'
import { EmptyState } from '../feedback/state.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { VisuallyHidden } from '../text/text.tsx'
import tableStyles from './data-table.module.css'
import { ListPanel } from './list-panel.tsx'
import styles from './ordered-table.module.css'
import { orderedTableMessages } from './ordered-table-messages.ts'
import { defaultWidth, TableFrame } from './table-frame.tsx'
import { type Column, HeaderRow, SkeletonRows } from './table-rows.tsx'

/** Px: the handle and a number. */
const positionWidth = 84

export interface OrderedTableProps<Row extends object> {
  /** Accessible name: "Rules". */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** `undefined` until the first answer. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  /** Name of a row in announcements: "rule 2". */
  readonly rowName: (row: Row, index: number) => string
  /** Moves the row from index `from` to index `to`. Without it the order cannot be changed. */
  readonly onMove?: ((from: number, to: number) => void) | undefined
  readonly rowActions?: ((row: Row, index: number) => readonly MenuItem[]) | undefined
  /** Replaces the table. */
  readonly error?: ReactNode
  readonly empty?: ReactNode
  readonly summary?: ReactNode
  readonly actions?: ReactNode
  /** Id of the highlighted row. */
  readonly marked?: string | undefined
}

/**
 * A table with a user-defined order: rows are dragged by their handle or moved with the arrow keys. Not for long
 * lists.
 */
export function OrderedTable<Row extends object>(props: OrderedTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, onMove, rowActions, marked } = props
  const texts = useMessages(orderedTableMessages)
  const id = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  const [spoken, setSpoken] = useState('')
  const toFocus = useRef<string>(undefined)
  // A row that moves in the document loses the focus of its handle.
  useLayoutEffect(() => {
    if (toFocus.current === undefined) return
    document.getElementById(toFocus.current)?.focus()
    toFocus.current = undefined
  })

  const count = rows?.length ?? 0
  const move = (from: number, to: number) => {
    const row = rows?.[from]
    if (!row || !onMove || to < 0 || to >= count || to === from) return
    toFocus.current = `${id}-${rowId(row)}`
    setSpoken(texts.moved(rowName(row, from), to + 1, count))
    onMove(from, to)
  }
  const drag = useDrag(body, move)
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(index, to)
  }
  const moves = (index: number): readonly MenuItem[] =>
    onMove
      ? [
          { label: texts.moveUp, disabled: index === 0, onSelect: () => move(index, index - 1) },
          { label: texts.moveDown, disabled: index === count - 1, onSelect: () => move(index, index + 1) },
        ]
      : []
  return (
    <ListPanel>
      {/* A summary that follows the rows has its place before them. */}
      {(props.summary !== undefined || props.actions !== undefined || (rows === undefined && 'summary' in props)) && (
        <div className={tableStyles.toolbar}>
          <div className={tableStyles.summary}>{props.summary}</div>
          {props.actions}
        </div>
      )}
      <VisuallyHidden live>{spoken}</VisuallyHidden>
      {props.error ? (
        <div className={tableStyles.error}>{props.error}</div>
      ) : rows?.length === 0 ? (
        (props.empty ?? <EmptyState />)
      ) : (
        <TableFrame
          label={label}
          widths={columns.map(({ width = defaultWidth }) => width)}
          leading={positionWidth}
          isOrdered
          hasMenu={rowActions !== undefined}
          isBusy={rows === undefined}
          body={body}
          head={
            <HeaderRow
              columns={[{ id: `${id}-position`, header: texts.position }, ...columns]}
              hasMenu={rowActions !== undefined}
              selection={undefined}
            />
          }
        >
          {rows === undefined && <SkeletonRows count={3} span={columns.length + (rowActions ? 2 : 1)} />}
          {rows?.map((row, index) => {
            const own = rowId(row)
            return (
              <tr key={own} className={join(own === marked && styles.marked, drag.classOf(index))}>
                <td data-part="lead" className={styles.handleCell}>
                  <span className={styles.place}>
                    {onMove && (
                      <CompactIconButton
                        size={28}
                        icon={<IconGripVertical size={16} stroke={1.6} aria-hidden />}
                        id={`${id}-${own}`}
                        className={styles.handle}
                        label={texts.move(rowName(row, index))}
                        title={texts.move(rowName(row, index))}
                        onKeyDown={(event) => onKeyDown(event, index)}
                        {...drag.handle(index)}
                      />
                    )}
                    {index + 1}
                  </span>
                </td>
                {columns.map(({ id: column, header, cell, align }) => (
                  <td key={column} data-label={header} className={join(align === 'end' && tableStyles.end)}>
                    {cell(row)}
                  </td>
                ))}
                {rowActions && (
                  <RowMenu name={rowName(row, index)} items={[...moves(index), ...rowActions(row, index)]} />
                )}
              </tr>
            )
          })}
        </TableFrame>
      )}
    </ListPanel>
  )
}

function RowMenu({ name, items }: { readonly name: string; readonly items: readonly MenuItem[] }) {
  const texts = useMessages(kitMessages)
  return (
    <td data-part="menu" className={tableStyles.menu}>
      <Menu
        trigger={<IconButton size="small" label={texts.rowActionsOf(name)} icon={<IconDots size={18} aria-hidden />} />}
        items={items}
      />
    </td>
  )
}

interface Drag {
  readonly from: number
  readonly to: number
}

/** Dragging by the handle with mouse, pen or touch. Escape cancels. */
function useDrag(body: { readonly current: HTMLElement | null }, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined
  useLayoutEffect(() => {
    if (!isDragging) return
    const onKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setDrag(undefined)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isDragging])

  const rowAt = (y: number): number => {
    const rows = [...(body.current?.children ?? [])]
    const below = rows.findIndex((row) => row.getBoundingClientRect().bottom > y)
    return below < 0 ? rows.length - 1 : below
  }
  return {
    handle: (index: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, to: index })
      },
      onPointerMove(event: PointerEvent) {
        if (drag) setDrag({ ...drag, to: rowAt(event.clientY) })
      },
      onPointerUp(event: PointerEvent) {
        setDrag(undefined)
        if (drag) move(drag.from, rowAt(event.clientY))
      },
      onPointerCancel: () => setDrag(undefined),
    }),
    classOf(index: number) {
      if (!drag) return false
      if (index === drag.from) return styles.dragged
      if (index !== drag.to) return false
      return drag.to < drag.from ? styles.before : styles.after
    },
  }
}
