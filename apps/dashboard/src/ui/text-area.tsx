import type { ChangeEventHandler, FocusEventHandler, Ref } from 'react'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import fieldStyles from './fields.module.css'
import { join } from './layout.tsx'
import styles from './text-area.module.css'

interface TextAreaFieldProps extends FieldProps {
  readonly name?: string
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: ChangeEventHandler<HTMLTextAreaElement>
  readonly onBlur?: FocusEventHandler<HTMLTextAreaElement>
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly readOnly?: boolean
  /** For certificates and other text whose characters matter. */
  readonly mono?: boolean
  /** Lines at least; grows with the text where the browser can, up to `maxRows`, then scrolls. */
  readonly minRows?: number
  readonly maxRows?: number
}

/** Several lines of text. Works with `register` as TextField does. */
export function TextAreaField({
  name,
  value,
  defaultValue,
  onChange,
  onBlur,
  ref,
  readOnly,
  mono = false,
  minRows = 3,
  maxRows = 16,
  ...field
}: TextAreaFieldProps) {
  const input = { name, value, defaultValue, onChange, onBlur, ref, readOnly }
  return (
    <FieldFrame {...field}>
      {(control) => (
        <textarea
          {...control}
          {...input}
          rows={minRows}
          spellCheck={false}
          placeholder={field.placeholder}
          className={join(fieldStyles.input, styles.area, mono && fieldStyles.mono)}
          style={{ maxHeight: heightOf(maxRows), minHeight: heightOf(minRows) }}
        />
      )}
    </FieldFrame>
  )
}

/** Lines of 20 px, padding and border. */
function heightOf(rows: number): number {
  return rows * 20 + 14
}
