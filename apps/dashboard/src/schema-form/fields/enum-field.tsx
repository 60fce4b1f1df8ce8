import { useLocale, useMessages } from '../../i18n/index.ts'
import { SegmentedField, Select } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import type { EnumNode } from '../model.ts'
import { symbolText } from '../symbol-texts.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'

/** One of several values: buttons if they are few and short, otherwise a select. */
export function EnumField(props: NodeFieldProps & { readonly node: EnumNode }) {
  const { value, set, frame } = useField(props)
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const { symbols, required, default: given } = props.node
  const shown = value ?? given
  // Values of an older or newer broker stay visible and can be kept.
  const isForeign = shown !== undefined && shown !== '' && !symbols.some((symbol) => String(symbol) === String(shown))
  const options = [...symbols.map(String), ...(isForeign ? [String(shown)] : [])].map((symbol) => ({
    value: symbol,
    label: symbolText(symbol, props.node)[locale],
  }))
  const choose = (name: string | undefined) =>
    set(name === undefined ? undefined : (symbols.find((symbol) => String(symbol) === name) ?? name))
  const isFew = options.length <= 3 && options.every(({ label }) => label.length <= 22)
  if (isFew && (required || given !== undefined))
    return <SegmentedField {...frame} value={asName(shown)} onChange={choose} options={options} />
  const isOptional = !required && given === undefined
  return (
    <Select
      {...frame}
      placeholder={isOptional ? texts.notSet : texts.choose}
      value={asName(shown)}
      onChange={choose}
      options={options}
    />
  )
}

const asName = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value))
