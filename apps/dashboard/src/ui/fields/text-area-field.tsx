import { join } from '../layout/layout.tsx'
import fieldStyles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import areaStyles from './text-area.module.css'

interface TextAreaFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/** Text of several lines. */
export function TextAreaField({ value, onChange, onBlur, placeholder, ...field }: TextAreaFieldProps) {
  return (
    <FieldFrame width="full" {...field}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          className={join(fieldStyles.input, areaStyles.area)}
        />
      )}
    </FieldFrame>
  )
}
