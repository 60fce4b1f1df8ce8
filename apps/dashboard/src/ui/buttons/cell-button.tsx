import type { ReactNode } from 'react'
import styles from './cell-button.module.css'

interface CellButtonProps {
  /** Accessible name. It must start or end with the visible text. */
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A table cell that opens a drawer or dialog on the same page. Long values are cut off. */
export function CellButton({ label, onClick, children }: CellButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
