import type { ComponentProps, ReactNode } from 'react'
import { join } from '../layout/layout.tsx'
import styles from './list-panel.module.css'

interface ListPanelProps {
  /** Accessible name, where it has no heading. */
  readonly label?: string
  readonly children: ReactNode
}

/** The frame of a list: ListTools above, ListFooter below. */
export function ListPanel({ label, children }: ListPanelProps) {
  if (label === undefined) return <div className={styles.panel}>{children}</div>
  return (
    <section className={styles.panel} aria-label={label}>
      {children}
    </section>
  )
}

interface PartProps {
  readonly children: ReactNode
}

/** Filters and actions for the list; controls that are not fields are in a ToolGroup. */
export const ListTools = ({ children }: PartProps) => <div className={styles.tools}>{children}</div>

interface ToolGroupProps extends PartProps {
  /** A field that fills the remaining width. */
  readonly grows?: boolean
}

/** Controls aligned with the fields next to them. */
export const ToolGroup = ({ grows = false, children }: ToolGroupProps) => (
  <div className={grows ? styles.growing : styles.group}>{children}</div>
)

interface ListFooterProps {
  /** Status of the list: live or with an error. */
  readonly state: ReactNode
  /** Counts. */
  readonly children: ReactNode
}

export const ListFooter = ({ state, children }: ListFooterProps) => (
  <footer className={styles.footer}>
    <span>{state}</span>
    <span className={styles.figures}>{children}</span>
  </footer>
)

/** The scrolling part of a list that renders only its visible rows. It has the focus, so that keys scroll it. */
export const ListScroller = ({ className, ...section }: ComponentProps<'section'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
  <section tabIndex={0} className={join(styles.scroller, className)} {...section} />
)
