import { NumberUnitField, useDurationUnits } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { useField } from '../use-field.ts'
import { amountText } from './amount-text.ts'

/** A time span such as `15s`; `1h30m` can be typed and pasted. */
export function DurationField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const units = useDurationUnits()
  return (
    <NumberUnitField
      {...frame}
      value={amountText(value, 'ms')}
      onChange={(next) => set(next ?? '')}
      onBlur={blur}
      units={units}
      defaultUnit="s"
    />
  )
}
