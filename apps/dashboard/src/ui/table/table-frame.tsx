import {
  type CSSProperties,
  type PointerEventHandler,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useRef,
} from 'react'
import { join } from '../layout/layout.tsx'
import styles from './data-table.module.css'
import stacked from './stacked-rows.module.css'

/** Width of a column in px, unless it has its own. */
export const defaultWidth = 140
const selectionWidth = 44
const menuWidth = 48

interface TableFrameProps {
  /** Accessible name. */
  readonly label: string
  /** Minimum widths of the columns in px; the remaining width is distributed in proportion. */
  readonly widths: readonly number[]
  /** In px, for a column before the others: selection or position. */
  readonly leading?: number | undefined
  readonly hasMenu: boolean
  /** The leading column has a handle and a number. */
  readonly isOrdered?: boolean
  readonly isBusy: boolean
  readonly rowCount?: number
  readonly head: ReactNode
  /** The rows. */
  readonly children: ReactNode
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly bodyClass?: string
  /** Heights of rows that are not rendered, in px. */
  readonly before?: number
  readonly after?: number
  readonly onPointerOver?: PointerEventHandler
}

/**
 * Head and rows of a table in the page, which scrolls vertically: the head and the scrollbar stay visible. Only the
 * rows can scroll sideways, and the head follows. Each row is a grid with the same columns. On a phone, rows are blocks.
 */
export function TableFrame({ label, widths, leading, hasMenu, body, ...props }: TableFrameProps) {
  const head = useRef<HTMLTableSectionElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const scrollTogether = ({ currentTarget }: UIEvent) => {
    for (const { current } of [head, body, bar])
      if (current && current.scrollLeft !== currentTarget.scrollLeft) current.scrollLeft = currentTarget.scrollLeft
  }
  const fixed = [...(leading === undefined ? [] : [leading]), ...(hasMenu ? [menuWidth] : [])]
  const least = [...widths, ...fixed].reduce((sum, width) => sum + width, 0)
  const columns = [
    ...(leading === undefined ? [] : [`${leading}px`]),
    ...widths.map((width) => `minmax(${width}px, ${width}fr)`),
    ...(hasMenu ? [`${menuWidth}px`] : []),
  ]
  // The types of React have no custom properties.
  const shape = { '--columns': columns.join(' '), '--least-width': `${least}px` } as CSSProperties
  return (
    <>
      <table
        className={join(styles.table, stacked.stacked, props.isOrdered && stacked.ordered)}
        style={shape}
        aria-label={label}
        aria-busy={props.isBusy}
        aria-rowcount={props.rowCount}
      >
        <thead ref={head} className={styles.head} onScroll={scrollTogether}>
          {props.head}
        </thead>
        <tbody
          ref={body}
          className={join(styles.body, props.bodyClass)}
          style={{ paddingTop: props.before ?? 0, paddingBottom: props.after ?? 0 }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
          tabIndex={0}
          onScroll={scrollTogether}
          onPointerOver={props.onPointerOver}
        >
          {props.children}
        </tbody>
      </table>
      <div ref={bar} className={styles.bar} onScroll={scrollTogether} tabIndex={-1} aria-hidden>
        <div style={{ width: least }} />
      </div>
    </>
  )
}

export const leadingOf = (hasSelection: boolean): number | undefined => (hasSelection ? selectionWidth : undefined)
