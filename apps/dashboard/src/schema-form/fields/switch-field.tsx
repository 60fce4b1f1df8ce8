import { SwitchField } from '../../ui/index.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'

/** A switch; without a value it shows its default. */
export function SwitchNodeField(props: NodeFieldProps) {
  const { value, set, frame } = useField(props)
  return <SwitchField {...frame} checked={isOn(value ?? props.node.default)} onChange={set} />
}

export const isOn = (value: unknown): boolean => value === true || value === 'true'
