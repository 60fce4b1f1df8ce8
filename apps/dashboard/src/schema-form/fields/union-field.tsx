import { useRef, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { isRecord, sameJson } from '../../lib/json-path.ts'
import { Checkbox, join, SegmentedField, Select, Switch, SwitchField, TextField } from '../../ui/index.ts'
import { chooseArm, fits } from '../arms.ts'
import { type NodeFieldProps, useFormSetting } from '../form-context.ts'
import { formTexts } from '../messages.ts'
import { type Arm, constantsOf, type UnionNode } from '../model-union.ts'
import { meansOff } from '../symbol-texts.ts'
import { type Field, useField } from '../use-field.ts'
import { emptyValue } from '../values.ts'
import styles from './object.module.css'

type UnionProps = NodeFieldProps & { readonly node: UnionNode }

/** A value or a symbol (`infinity`), one of several objects, or one of several types. */
export function UnionField(props: UnionProps) {
  const { node } = props
  const field = useField(props)
  const { arm, choose } = useArm(node, field)
  const [first, second] = node.arms
  if (node.arms.length === 2 && first?.node && second?.symbol !== undefined) {
    const Either = isOneLine(first) ? ValueOrSymbol : meansOff(second.symbol) ? ValueOrOff : undefined
    if (Either) return <Either {...props} field={field} arm={arm} valueArm={first} symbolArm={second} choose={choose} />
  }
  return <OneOfSeveral {...props} field={field} arm={arm} choose={choose} />
}

interface ArmProps extends UnionProps {
  readonly field: Field
  readonly arm: Arm | undefined
  readonly choose: (arm: Arm) => void
}

interface EitherProps extends ArmProps {
  readonly valueArm: Arm
  readonly symbolArm: Arm
}

/** The field with a checkbox for the symbol ("No limit") next to its label, or a switch if the symbol means off. */
function ValueOrSymbol({ path, label, isBare, field, arm, valueArm, symbolArm, choose }: EitherProps) {
  const { Field } = useFormSetting()
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const isSymbol = arm === symbolArm
  const isOff = symbolArm.symbol !== undefined && meansOff(symbolArm.symbol)
  const box = isOff ? (
    <Switch
      label={texts.on}
      checked={!isSymbol}
      disabled={field.isDisabled}
      onChange={(on) => choose(on ? valueArm : symbolArm)}
    />
  ) : (
    <Checkbox
      label={symbolArm.label[locale]}
      checked={isSymbol}
      disabled={field.isDisabled}
      onChange={(checked) => choose(checked ? symbolArm : valueArm)}
    />
  )
  if (isSymbol || !valueArm.node)
    return <TextField {...field.frame} value="" disabled placeholder={symbolArm.label[locale]} action={box} />
  return (
    <Field
      node={valueArm.node}
      path={path}
      action={box}
      {...(label !== undefined && { label })}
      {...(isBare && { isBare })}
    />
  )
}

/** A switch, with the field below it while it is on. */
function ValueOrOff({ path, field, arm, valueArm, symbolArm, choose }: EitherProps) {
  const { Field } = useFormSetting()
  const { placeholder: _, ...frame } = field.frame
  const isOn = arm === valueArm
  return (
    <div className={styles.arms}>
      <SwitchField {...frame} checked={isOn} onChange={(on) => choose(on ? valueArm : symbolArm)} />
      {isOn && valueArm.node && <Field node={valueArm.node} path={path} isBare label={field.frame.label} />}
    </div>
  )
}

function OneOfSeveral({ node, path, isBare = false, field, arm, choose }: ArmProps) {
  const { Field } = useFormSetting()
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const options = node.arms.map(({ id, label }) => ({ value: id, label: label[locale] }))
  const pick = (id: string | undefined) => {
    const picked = node.arms.find((one) => one.id === id)
    if (picked) choose(picked)
    else field.set(undefined)
  }
  const { placeholder: _, ...frame } = field.frame
  const inner = arm?.node
  const isGroup = node.arms.some((one) => one.node?.kind === 'object')
  const isFew = options.length <= 3
  return (
    <div className={join(styles.arms, isGroup && !isBare && styles.armsGroup)}>
      {isFew ? (
        <SegmentedField {...frame} value={arm?.id} onChange={pick} options={options} />
      ) : (
        <Select {...frame} placeholder={texts.choose} value={arm?.id} onChange={pick} options={options} />
      )}
      {inner && <Field key={arm.id} node={inner} path={path} isBare label={arm.label[locale]} />}
    </div>
  )
}

/** The selected arm, and a function to select another. Input of each arm is restored. */
function useArm(node: UnionNode, { value, set }: Field) {
  const typed = useRef(new Map<string, unknown>())
  // A missing optional value has no arm until one is selected.
  const [picked, setPicked] = useState<string>()
  const shown = value === undefined || value === null ? node.default : value
  const fitting = shown === undefined ? undefined : chooseArm(node, shown)
  const chosen = node.arms.find(({ id }) => id === picked)
  // During input a value may match another arm; the selected arm stays while it accepts the value.
  const isPickedStill = chosen?.node !== undefined && shown !== undefined && fits(chosen.node, shown)
  const symbolFits = fitting?.symbol !== undefined && chosen?.node?.kind !== 'text'
  const arm =
    (isPickedStill && !symbolFits ? chosen : fitting) ?? (value === undefined ? (chosen ?? node.arms[0]) : undefined)
  const choose = (next: Arm) => {
    if (arm?.node) typed.current.set(arm.id, value)
    setPicked(next.id)
    if (next.symbol !== undefined) return set(next.symbol)
    const earlier = typed.current.get(next.id)
    set(earlier !== undefined && !sameJson(earlier, value) ? earlier : startValue(node, next, value))
  }
  return { arm, choose }
}

/** The default if it matches this arm; for objects the common fields; otherwise empty. */
function startValue(union: UnionNode, { id, node }: Arm, before: unknown): unknown {
  if (union.default !== undefined && chooseArm(union, union.default)?.id === id) return union.default
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

const isOneLine = ({ node }: Arm) =>
  node !== undefined && !['object', 'map', 'list', 'table', 'json'].includes(node.kind)
