import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** What every field of a form takes. */
export interface FieldProps {
  readonly label?: ReactNode
  /** One sentence below the label. */
  readonly description?: ReactNode
  /** Below the field, in red; also marks the field as invalid. */
  readonly error?: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly 'aria-label'?: string
}

/** Of the frame around a field. */
export const frameClassNames = {
  root: styles.root ?? '',
  label: styles.label ?? '',
  description: styles.description ?? '',
  error: styles.error ?? '',
}

export const fieldClassNames = { ...frameClassNames, input: styles.input ?? '', section: styles.section ?? '' }
