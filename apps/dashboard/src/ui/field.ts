import type { ReactNode } from 'react'

/** What every field of a form takes. */
export interface FieldProps {
  readonly label?: ReactNode
  /** One sentence below the label, always in sight. For short forms. */
  readonly description?: ReactNode
  /** Opens below the label on demand. For long forms, in which sentences beside every field would drown the fields. */
  readonly help?: ReactNode
  /** Below the field, in red; also marks the field as invalid. */
  readonly error?: ReactNode
  /** Marks the label; whoever owns the form checks it. */
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** The dot beside the label: a value that is not saved yet, or one that is saved and not the default. */
  readonly mark?: 'unsaved' | 'custom' | undefined
  /** Offers to go back to the default. */
  readonly onReset?: (() => void) | undefined
  /** What that default is, in words; shown in the button's tooltip. */
  readonly resetTo?: string | undefined
  /** At the right end of the label's row: a switch to another way of typing it, a button. */
  readonly action?: ReactNode
}

/** What the control inside of a frame must be given, so that label, help and error belong to it. */
export interface ControlProps {
  readonly id: string
  readonly disabled: boolean
  readonly 'aria-required': true | undefined
  readonly 'aria-label': string | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}
