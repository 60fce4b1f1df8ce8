import type { ReactNode } from 'react'

/** Common props of all form fields. */
export interface FieldProps {
  readonly label?: ReactNode
  /** A note below the control, always visible: a hint of the page, a consequence of the value. */
  readonly description?: ReactNode
  /** Help below the control. Of a text only the first sentence, with a button that shows the rest. */
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
  /** Next to the control, or above a control of full width: a button, or a switch to another input mode. */
  readonly action?: ReactNode
  /** Width of the control in a form of one column, by the type of its value. */
  readonly width?: FieldWidth | undefined
}

/** `full` is for editors, text areas and tables: their label is always above them. */
type FieldWidth = 'number' | 'amount' | 'address' | 'text' | 'full'

/** Props that connect the control to the label, help and error of its frame. */
export interface ControlProps {
  readonly id: string
  readonly disabled: boolean
  readonly 'aria-required': true | undefined
  readonly 'aria-label': string | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}
