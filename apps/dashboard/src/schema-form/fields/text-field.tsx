import { TextField } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { useField } from '../use-field.ts'

/** Strings, addresses, and lists separated by commas. A cleared field is sent as an empty string. */
export function TextNodeField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const { kind } = props.node
  const isAddress = kind === 'url' || kind === 'hostPort'
  return (
    <TextField
      {...frame}
      mono={isAddress}
      autoComplete="off"
      value={toText(value)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={blur}
    />
  )
}

/** EMQX returns comma lists as lists, ports as numbers. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return value === undefined || value === null ? '' : String(value)
}
