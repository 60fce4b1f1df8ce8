import type { ReactNode } from 'react'
import styles from './list-panel.module.css'

interface ListPanelProps {
  /** What it is, where it has a name of its own. */
  readonly label?: string
  readonly children: ReactNode
}

/** The frame of a long list that scrolls within it: ListTools above, ListFooter below. */
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

/** What narrows the list, or does something with all of it; what is no field stands in a ToolGroup. */
export const ListTools = ({ children }: PartProps) => <div className={styles.tools}>{children}</div>

interface ToolGroupProps extends PartProps {
  /** A field that takes the room that is left. */
  readonly grows?: boolean
}

/** Controls of any height, in line with the fields beside them. */
export const ToolGroup = ({ grows = false, children }: ToolGroupProps) => (
  <div className={grows ? styles.growing : styles.group}>{children}</div>
)

interface ListFooterProps {
  /** Whether the list follows what comes, or what is wrong. */
  readonly state: ReactNode
  /** Figures. */
  readonly children: ReactNode
}

export const ListFooter = ({ state, children }: ListFooterProps) => (
  <footer className={styles.footer}>
    <span>{state}</span>
    <span className={styles.figures}>{children}</span>
  </footer>
)
