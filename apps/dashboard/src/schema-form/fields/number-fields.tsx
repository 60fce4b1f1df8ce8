import { useLocale } from '../../i18n/index.ts'
import { Checkbox, NumberField, NumberUnitField, sizeUnits, TextField, useDurationUnits } from '../../ui/index.ts'
import type { NumberNode } from '../model.ts'
import { symbolText } from '../symbol-texts.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'

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

/** A limit such as `1000/s` or `10MB/s`; `infinity` means no limit. */
export function RateField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const locale = useLocale()
  const unlimited = symbolText('infinity', props.node)[locale]
  const isUnlimited = (value ?? props.node.default) === 'infinity'
  return (
    <TextField
      {...frame}
      width="amount"
      mono={!isUnlimited}
      autoComplete="off"
      value={isUnlimited || typeof value !== 'string' ? '' : value}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={blur}
      disabled={isDisabled || isUnlimited}
      placeholder={isUnlimited ? '' : '1000/s'}
      action={
        <Checkbox
          label={unlimited}
          checked={isUnlimited}
          disabled={isDisabled}
          onChange={(checked) => set(checked ? 'infinity' : '')}
        />
      }
    />
  )
}

/** The text of an amount field. Numbers get their base unit. Undefined if empty. */
function amountText(value: unknown, numberUnit: string): string | undefined {
  if (typeof value === 'number') return `${value}${numberUnit}`
  return typeof value === 'string' && value !== '' ? value : undefined
}
