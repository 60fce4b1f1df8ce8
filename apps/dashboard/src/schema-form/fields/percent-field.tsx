import { NumberUnitField } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { useField } from '../use-field.ts'

const units = [{ name: '%', size: 1, label: '%' }]

/** A percentage such as `80%`; the number 0.8 is shown as that. */
export function PercentField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const text = typeof value === 'number' ? `${Math.round(value * 10_000) / 100}%` : value
  return (
    <NumberUnitField
      {...frame}
      value={typeof text === 'string' && text !== '' ? text : undefined}
      onChange={(next) => set(next ?? '')}
      onBlur={blur}
      units={units}
    />
  )
}
