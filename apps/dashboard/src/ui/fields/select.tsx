import { useMessages } from '../../i18n/index.ts'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import styles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'

export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

export interface SelectProps<Value extends string> extends Omit<FieldProps, 'width'> {
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly options: readonly Option<Value>[]
  /** Adds the option "Any", which sets `undefined`. */
  readonly clearable?: boolean
  /** Width in px; by the options unless given. */
  readonly width?: number
}

/**
 * A select: the native control, styled where browsers permit it (`appearance: base-select`). It needs no script, and
 * keyboard, type-ahead and small screens work natively.
 */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  clearable = false,
  width,
  placeholder = '',
  ...field
}: SelectProps<Value>) {
  const { any } = useMessages(kitMessages)
  const select = (
    <FieldFrame width={options.some(({ label }) => label.length > 22) ? 'address' : 'amount'} {...field}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(options.find((option) => option.value === event.currentTarget.value)?.value)}
          className={join(styles.input, styles.select)}
        >
          {(clearable || value === undefined) && <option value="">{clearable ? any : placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
  return width === undefined ? select : <div style={{ width }}>{select}</div>
}
