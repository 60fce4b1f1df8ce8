import { NumberField } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import type { NumberNode } from '../model.ts'
import { useField } from '../use-field.ts'

/** A number. Empty is an empty string in the form and omitted in the request. */
export function NumberNodeField(props: NodeFieldProps & { readonly node: NumberNode }) {
  const { value, set, blur, frame } = useField(props)
  const { isInteger, minimum, maximum } = props.node
  return (
    <NumberField
      {...frame}
      value={toNumber(value)}
      onChange={(next) => set(next ?? '')}
      onBlur={blur}
      min={minimum}
      max={maximum}
      step={isInteger ? 1 : 0.1}
    />
  )
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined
}
