import { TextField } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { useField } from '../use-field.ts'

/** A scalar of unknown type. It keeps its type: string, number or switch. */
export function ScalarField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const text = value === undefined || value === null ? '' : String(value)
  return (
    <TextField
      {...frame}
      autoComplete="off"
      value={text}
      onChange={(event) => set(withTypeOf(event.currentTarget.value, value))}
      onBlur={blur}
    />
  )
}

function withTypeOf(text: string, before: unknown): unknown {
  if (typeof before === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
