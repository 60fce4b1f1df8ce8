import type { ReactNode } from 'react'
import styles from './cell-button.module.css'

interface CellButtonProps {
  /** Read aloud; begins or ends with what is shown. */
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A cell that opens something on the page itself, as a link opens another one. Cuts a long value off. */
export function CellButton({ label, onClick, children }: CellButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
