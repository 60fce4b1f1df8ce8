import { useRef, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { isRecord, sameJson } from '../../lib/json/json-path.ts'
import {
  Checkbox,
  type FieldProps,
  join,
  SegmentedField,
  Select,
  Switch,
  SwitchField,
  TextField,
} from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import { meansOff } from '../symbol-texts.ts'
import { type Alternative, chooseAlternative, constantsOf, fits, type UnionNode } from '../unions.ts'
import { type Field, type NodeFieldProps, useField, useFormSetting } from '../use-field.ts'
import { emptyValue } from '../values.ts'
import styles from './object.module.css'

type UnionProps = NodeFieldProps & { readonly node: UnionNode }

/** A value or a symbol (`infinity`), one of several objects, or one of several types. */
export function UnionField(props: UnionProps) {
  const { node } = props
  const field = useField(props)
  const { alternative, choose } = useAlternative(node, field)
  const [first, second] = node.alternatives
  if (node.alternatives.length === 2 && first?.node && second?.symbol !== undefined) {
    const ValueControl = isOneLine(first) ? ValueOrSymbol : meansOff(second.symbol, node) ? ValueOrOff : undefined
    if (ValueControl)
      return (
        <ValueControl
          {...props}
          field={field}
          alternative={alternative}
          valueAlternative={first}
          symbolAlternative={second}
          choose={choose}
        />
      )
  }
  return <AlternativeSelect {...props} field={field} alternative={alternative} choose={choose} />
}

interface AlternativeProps extends UnionProps {
  readonly field: Field
  readonly alternative: Alternative | undefined
  readonly choose: (alternative: Alternative) => void
}

interface ValueControlProps extends AlternativeProps {
  readonly valueAlternative: Alternative
  readonly symbolAlternative: Alternative
}

/** The field with a checkbox for the symbol ("No limit") next to it, or a switch if the symbol means off. */
function ValueOrSymbol({
  node,
  path,
  label,
  isBare,
  field,
  alternative,
  valueAlternative,
  symbolAlternative,
  choose,
}: ValueControlProps) {
  const { Field } = useFormSetting()
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const isSymbol = alternative === symbolAlternative
  const isOff = symbolAlternative.symbol !== undefined && meansOff(symbolAlternative.symbol, node)
  const box = isOff ? (
    <Switch
      label={texts.setValue}
      checked={!isSymbol}
      disabled={field.isDisabled}
      onChange={(on) => choose(on ? valueAlternative : symbolAlternative)}
    />
  ) : (
    <Checkbox
      label={symbolAlternative.label[locale]}
      checked={isSymbol}
      disabled={field.isDisabled}
      onChange={(checked) => choose(checked ? symbolAlternative : valueAlternative)}
    />
  )
  if (isSymbol || !valueAlternative.node)
    return (
      <TextField
        {...field.frame}
        width={widthOf(valueAlternative)}
        value=""
        disabled
        // The label of the checkbox has this text already.
        placeholder={isOff ? symbolAlternative.label[locale] : ''}
        action={box}
      />
    )
  return (
    <Field
      node={valueAlternative.node}
      path={path}
      action={box}
      {...(label !== undefined && { label })}
      {...(isBare && { isBare })}
    />
  )
}

/** The width of the field that the disabled one stands for. */
function widthOf({ node }: Alternative): FieldProps['width'] {
  if (node?.kind === 'number' || node?.kind === 'percent') return 'number'
  return node?.kind === 'duration' || node?.kind === 'byteSize' || node?.kind === 'rate' ? 'amount' : 'text'
}

/** A switch, with the field below it while it is on. */
function ValueOrOff({ path, field, alternative, valueAlternative, symbolAlternative, choose }: ValueControlProps) {
  const { Field } = useFormSetting()
  const { placeholder: _, ...frame } = field.frame
  const isOn = alternative === valueAlternative
  return (
    <div className={styles.alternatives}>
      <SwitchField {...frame} checked={isOn} onChange={(on) => choose(on ? valueAlternative : symbolAlternative)} />
      {isOn && valueAlternative.node && (
        <Field node={valueAlternative.node} path={path} isBare label={field.frame.label} />
      )}
    </div>
  )
}

function AlternativeSelect({ node, path, isBare = false, field, alternative, choose }: AlternativeProps) {
  const { Field } = useFormSetting()
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const options = node.alternatives.map(({ id, label }) => ({ value: id, label: label[locale] }))
  const pick = (id: string | undefined) => {
    const picked = node.alternatives.find((one) => one.id === id)
    if (picked) choose(picked)
    else field.set(undefined)
  }
  const { placeholder: _, ...frame } = field.frame
  const inner = alternative?.node
  const isGroup = node.alternatives.some((one) => one.node?.kind === 'object')
  const isFew = options.length <= 3
  return (
    <div className={join(styles.alternatives, isGroup && !isBare && styles.alternativesGroup)}>
      {isFew ? (
        <SegmentedField {...frame} value={alternative?.id} onChange={pick} options={options} />
      ) : (
        <Select {...frame} placeholder={texts.choose} value={alternative?.id} onChange={pick} options={options} />
      )}
      {inner && <Field key={alternative.id} node={inner} path={path} isBare label={alternative.label[locale]} />}
    </div>
  )
}

/** The selected alternative, and a function to select another. Input of each alternative is restored. */
function useAlternative(node: UnionNode, { value, set }: Field) {
  const typed = useRef(new Map<string, unknown>())
  // A missing optional value has no alternative until one is selected.
  const [picked, setPicked] = useState<string>()
  const shown = value === undefined || value === null ? node.default : value
  const fitting = shown === undefined ? undefined : chooseAlternative(node, shown)
  const chosen = node.alternatives.find(({ id }) => id === picked)
  // During input a value may match another alternative; the selected alternative stays while it accepts the value.
  const isChoiceValid = chosen?.node !== undefined && shown !== undefined && fits(chosen.node, shown)
  const symbolFits = fitting?.symbol !== undefined && chosen?.node?.kind !== 'text'
  const alternative =
    (isChoiceValid && !symbolFits ? chosen : fitting) ??
    (value === undefined ? (chosen ?? node.alternatives[0]) : undefined)
  const choose = (next: Alternative) => {
    if (alternative?.node) typed.current.set(alternative.id, value)
    setPicked(next.id)
    if (next.symbol !== undefined) return set(next.symbol)
    const earlier = typed.current.get(next.id)
    set(earlier !== undefined && !sameJson(earlier, value) ? earlier : startValue(node, next, value))
  }
  return { alternative, choose }
}

/** The default if it matches this alternative; for objects the common fields; otherwise empty. */
function startValue(union: UnionNode, { id, node }: Alternative, before: unknown): unknown {
  if (union.default !== undefined && chooseAlternative(union, union.default)?.id === id) return union.default
  if (!node) return undefined
  if (node.kind !== 'object')
    return node.kind === 'map' || node.kind === 'list' || node.kind === 'table' ? emptyValue(node) : ''
  const fresh = emptyValue(node)
  if (!isRecord(before) || !isRecord(fresh)) return fresh
  const fixed = new Set(constantsOf(node).map(({ key }) => key))
  const common = node.fields.filter(({ key }) => !fixed.has(key) && before[key] !== undefined && before[key] !== '')
  const kept = common.filter((field) => fits(field, before[field.key])).map(({ key }) => [key, before[key]] as const)
  return { ...fresh, ...Object.fromEntries(kept) }
}

const isOneLine = ({ node }: Alternative) =>
  node !== undefined && !['object', 'map', 'list', 'table', 'json'].includes(node.kind)
