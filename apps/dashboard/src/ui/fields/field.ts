import type { ReactNode } from 'react'

/** Common props of all form fields. */
export interface FieldProps {
  readonly label?: ReactNode
  /** One sentence below the label, always visible. For short forms. */
  readonly description?: ReactNode
  /** Help that opens below the label on demand. For long forms. */
  readonly help?: ReactNode
  /** Error below the field; also marks the field as invalid. */
  readonly error?: ReactNode
  /** Marks the label as required; the form does the check. */
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** The dot next to the label: an unsaved value, or a saved value that is not the default. */
  readonly mark?: 'unsaved' | 'custom' | undefined
  /** Shows a button that resets the field to the default. */
  readonly onReset?: (() => void) | undefined
  /** The default value as text, for the tooltip of the button. */
  readonly resetTo?: string | undefined
  /** At the right end of the label: a button, or a switch to another input mode. */
  readonly action?: ReactNode
}

/** Props that connect the control to the label, help and error of its frame. */
export interface ControlProps {
  readonly id: string
  readonly disabled: boolean
  readonly 'aria-required': true | undefined
  readonly 'aria-label': string | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}
