import { Switch as MantineSwitch } from '@mantine/core'
import type { ReactNode } from 'react'
import { SegmentedControl } from '../navigation/choice.tsx'
import styles from './choice-fields.module.css'
import fieldStyles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import type { Option } from './select.tsx'

export interface SwitchFieldProps extends FieldProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A switch as a form field, with label, help and error in one line. */
export function SwitchField({ checked, onChange, ...field }: SwitchFieldProps) {
  return (
    <FieldFrame {...field} inline>
      {({ 'aria-required': _, ...control }) => (
        <MantineSwitch
          {...control}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          classNames={{ track: fieldStyles.track ?? '', thumb: fieldStyles.thumb ?? '' }}
          withThumbIndicator={false}
          size="sm"
        />
      )}
    </FieldFrame>
  )
}

interface RadioOption<Value extends string> extends Option<Value> {
  /** One sentence below the option. */
  readonly description?: ReactNode
}

export interface RadioFieldProps<Value extends string> extends FieldProps {
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly options: readonly RadioOption<Value>[]
}

/** Choice of one of a few options with an explanation each. */
export function RadioField<Value extends string>({ value, onChange, options, ...field }: RadioFieldProps<Value>) {
  return (
    <FieldFrame {...field} group>
      {({ id, disabled }) => (
        <div className={styles.radios}>
          {options.map((option, index) => (
            <label key={option.value} className={styles.radio}>
              <input
                type="radio"
                // The first option has the id of the frame, so that it receives the focus after a reset.
                id={index === 0 ? id : undefined}
                name={`${id}-choice`}
                className={styles.circle}
                disabled={disabled}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                aria-describedby={option.description ? `${id}-${index}` : undefined}
              />
              <span>
                {option.label}
                {option.description && (
                  <span id={`${id}-${index}`} className={styles.note}>
                    {option.description}
                  </span>
                )}
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

export interface SegmentedFieldProps<Value extends string> extends Omit<RadioFieldProps<Value>, 'options' | 'label'> {
  readonly label: string
  readonly options: readonly Option<Value>[]
}

/** Choice of one of two to four short options: TCP or SSL, text or JSON. */
export function SegmentedField<Value extends string>({
  value,
  onChange,
  options,
  ...field
}: SegmentedFieldProps<Value>) {
  return (
    <FieldFrame {...field} group>
      {({ disabled }) => (
        <SegmentedControl label={field.label} value={value} onChange={onChange} options={options} disabled={disabled} />
      )}
    </FieldFrame>
  )
}
