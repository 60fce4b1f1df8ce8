import { NumberUnitField, sizeUnits } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { useField } from '../use-field.ts'
import { amountText } from './amount-text.ts'

/** A size such as `1MB`. */
export function ByteSizeField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  return (
    <NumberUnitField
      {...frame}
      value={amountText(value, 'B')}
      onChange={(next) => set(next ?? '')}
      onBlur={blur}
      units={sizeUnits}
      defaultUnit="MB"
    />
  )
}
