import { type KeyboardEvent, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type Amount, byteUnits, durationUnits, parseAmount, parseNumber, type Unit } from '../../lib/numbers/amount.ts'
import { join } from '../layout/layout.tsx'
import fieldStyles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import { formMessages } from './form-messages.ts'
import styles from './number-fields.module.css'
import { TextBox } from './text-box.tsx'

export interface NumberFieldProps extends FieldProps {
  /** Undefined for an empty field. */
  readonly value: number | undefined
  /** `NaN` for text that is not a number: the field shows an error, and no schema accepts it. */
  readonly onChange: (value: number | undefined) => void
  readonly onBlur?: () => void
  /** Bounds of the arrow keys. Typed values may exceed them; the form reports the error. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Step of the arrow keys; 1 unless given. With a fraction, phones offer the decimal point. */
  readonly step?: number | undefined
  /** After the number: `%`, `seconds`. */
  readonly unit?: string | undefined
}

/** A number field. Arrow keys change the value; the mouse wheel only scrolls the page. */
export function NumberField({ value, onChange, onBlur, min, max, step = 1, unit, ...field }: NumberFieldProps) {
  const texts = useMessages(formMessages)
  const [draft, setDraft] = useState({ text: formatNumber(value), value })
  // The typed text is kept until the value changes from outside.
  const text = Object.is(draft.value, value) ? draft.text : formatNumber(value)
  const take = (next: string) => {
    const number = next.trim() === '' ? undefined : (parseNumber(next) ?? Number.NaN)
    setDraft({ text: next, value: number })
    onChange(number)
  }
  const stepBy = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (steps === undefined || Number.isNaN(value) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const start = value ?? Math.max(0, min ?? 0) - steps * step
    take(formatNumber(within(rounded(start + steps * step, step), min, max)))
  }
  const error = field.error ?? (Number.isNaN(value) ? texts.notANumber : undefined)
  return (
    <FieldFrame width="number" {...field} error={error} unit={unit}>
      {(control) => (
        <TextBox
          {...control}
          role="spinbutton"
          aria-valuenow={value !== undefined && Number.isFinite(value) ? value : undefined}
          aria-valuetext={text === '' ? undefined : text}
          aria-valuemin={min}
          aria-valuemax={max}
          inputMode={Number.isInteger(step) && (min ?? 0) >= 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder={field.placeholder}
          value={text}
          onChange={(event) => take(event.currentTarget.value)}
          onKeyDown={stepBy}
          onBlur={onBlur}
        />
      )}
    </FieldFrame>
  )
}

export interface UnitOption extends Unit {
  readonly label: string
}

export interface NumberUnitFieldProps extends FieldProps {
  /** In the format of the API, `15s`; undefined for an empty field. */
  readonly value: string | undefined
  /**
   * Gets the typed text unchanged if it cannot be parsed: the field shows an error, and the form's check rejects it.
   */
  readonly onChange: (value: string | undefined) => void
  readonly onBlur?: () => void
  /** In display order. A single unit is shown after the number. */
  readonly units: readonly UnitOption[]
  /** Unit of an empty field; the first one unless given. */
  readonly defaultUnit?: string | undefined
  /** Parses typed or pasted text; `1h30m`, `10 mb` unless given. */
  readonly parse?: (text: string, units: readonly Unit[], bareUnit: string) => Amount | undefined
}

/** A number with a unit, as one value. A unit typed or pasted after the number is applied. */
export function NumberUnitField({
  value,
  onChange,
  onBlur,
  units,
  defaultUnit,
  parse = parseAmount,
  ...field
}: NumberUnitFieldProps) {
  const texts = useMessages(formMessages)
  const [chosenUnit, setChosenUnit] = useState(defaultUnit ?? units[0]?.name ?? '')
  const [draft, setDraft] = useState<{ text: string; value: string | undefined }>()
  const amount = value === undefined ? undefined : parse(value, units, chosenUnit)
  const unit = amount?.unit ?? chosenUnit
  const text = draft && draft.value === value ? draft.text : amount ? formatNumber(amount.number) : (value ?? '')

  const take = (next: string, keepText: boolean) => {
    const read = parse(next, units, unit)
    const result = next.trim() === '' ? undefined : read ? `${formatNumber(read.number)}${read.unit}` : next
    // An emptied field keeps its unit.
    setChosenUnit(read?.unit ?? unit)
    setDraft(keepText ? { text: next, value: result } : undefined)
    onChange(result)
  }
  const chooseUnit = (name: string) => {
    setChosenUnit(name)
    setDraft(undefined)
    if (amount) onChange(`${formatNumber(amount.number)}${name}`)
  }
  const only = units.length === 1 ? units[0] : undefined
  const error = field.error ?? (value !== undefined && !amount ? texts.notAnAmount(`10${unit}`) : undefined)
  const unitLabel = typeof field.label === 'string' ? texts.unitOf(field.label) : texts.unit
  return (
    <FieldFrame width={only ? 'number' : 'amount'} {...field} error={error} unit={only?.label}>
      {(control) => (
        <div className={styles.joined}>
          <TextBox
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder={field.placeholder}
            value={text}
            onChange={(event) => take(event.currentTarget.value, true)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              const isWhole = event.currentTarget.selectionEnd === event.currentTarget.value.length
              // Pasted into an empty or fully selected field: shows the parsed value immediately.
              if (!isWhole || event.currentTarget.selectionStart !== 0 || !parse(pasted, units, unit)) return
              event.preventDefault()
              take(pasted, false)
            }}
            onBlur={() => {
              setDraft(undefined)
              onBlur?.()
            }}
          />
          {!only && (
            <select
              className={join(fieldStyles.input, fieldStyles.select, styles.units)}
              aria-label={unitLabel}
              disabled={control.disabled}
              value={unit}
              onChange={(event) => chooseUnit(event.currentTarget.value)}
            >
              {units.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** `ms` to `w` with their names in the user's language. */
export function useDurationUnits(): readonly (UnitOption & { readonly name: DurationUnit })[] {
  const { durations } = useMessages(formMessages)
  return durationUnits.map((unit) => ({ ...unit, label: durations[unit.name] }))
}

type DurationUnit = (typeof durationUnits)[number]['name']

export const sizeUnits: readonly UnitOption[] = byteUnits.map((unit) => ({ ...unit, label: unit.name }))

function formatNumber(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value)
}

function within(value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): number {
  return Math.min(max, Math.max(min, value))
}

/** Rounds so that 0.1 + 0.2 is shown as 0.3. */
function rounded(value: number, step: number): number {
  const digits = Math.max(fractionDigits(step), 6)
  return Number(value.toFixed(digits))
}

function fractionDigits(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
