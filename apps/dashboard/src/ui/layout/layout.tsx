import type { ReactNode } from 'react'
import styles from './layout.module.css'

/** Steps of 4 px: `2` is 8 px. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12

interface FlowProps {
  readonly children?: ReactNode
  /** In steps of 4 px. */
  readonly gap?: Space
  readonly align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline'
  readonly className?: string | undefined
}

/** Children stacked vertically. */
export function Stack({ children, gap = 4, align = 'stretch', className }: FlowProps) {
  return (
    <div className={join(styles.stack, className)} style={{ gap: gap * 4, alignItems: place(align) }}>
      {children}
    </div>
  )
}

export interface GroupProps extends FlowProps {
  readonly justify?: 'start' | 'end' | 'center' | 'between'
  readonly wrap?: boolean
}

/** Children in a row. */
export function Group({ children, gap = 2, align = 'center', justify = 'start', wrap = false, className }: GroupProps) {
  return (
    <div
      className={join(styles.group, className)}
      style={{
        gap: gap * 4,
        alignItems: place(align),
        justifyContent: justify === 'between' ? 'space-between' : justify,
        flexWrap: wrap ? 'wrap' : 'nowrap',
      }}
    >
      {children}
    </div>
  )
}

/** A list with lines between its items, each of which is a row. */
export function LinedList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.lined} aria-label={label}>
      {children}
    </ul>
  )
}

/** Joins class names; skips missing ones. */
export function join(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

function place(align: NonNullable<FlowProps['align']>): string {
  return align === 'start' || align === 'end' ? `flex-${align}` : align
}
