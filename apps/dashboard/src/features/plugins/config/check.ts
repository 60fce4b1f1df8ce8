import { isRecord } from '../../../lib/json-path.ts'
import type { pluginMessages } from '../messages.ts'
import { type ConfigField, isNumber } from './avro.ts'

type Texts = (typeof pluginMessages)['en']

/** What is wrong with the value of a field. Undefined if nothing is. */
export function faultOf(field: ConfigField, value: unknown, texts: Texts): string | undefined {
  const { kind, component, isRequired, isNullable, rules, columns, itemKind } = field
  const isMissing = value === undefined || value === null || value === ''
  if (isMissing) {
    if (isRequired) return texts.needed
    // An empty text is a value of its own; other types have no value for an empty field.
    return isNullable || kind === 'string' || kind === 'bytes' ? undefined : texts.needed
  }
  if (component === 'json' && typeof value === 'string') return texts.badJson
  if (isNumber(kind)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return texts.notNumber
    if ((kind === 'int' || kind === 'long') && !Number.isInteger(value)) return texts.notInteger
  }
  if (
    component === 'input-array' &&
    isNumber(itemKind) &&
    Array.isArray(value) &&
    value.some((one) => !Number.isFinite(one))
  )
    return texts.notNumber
  if (component === 'key-value-editor' && isRecord(value) && Object.hasOwn(value, '')) return texts.needed
  if (component === 'maps-editor' && Array.isArray(value)) {
    const isFaulty = value.some((row) => columns.some((column) => faultOf(column, Object(row)[column.name], texts)))
    if (isFaulty) return texts.invalidFields(1)
  }
  for (const rule of rules) {
    if (rule.type === 'pattern' && !rule.pattern.test(String(value))) return rule.message ?? texts.badPattern
    const amount = rule.type === 'range' ? Number(value) : rule.type === 'length' ? String(value).length : undefined
    if (amount === undefined || rule.type === 'pattern' || (amount >= rule.min && amount <= rule.max)) continue
    const between = rule.type === 'range' ? texts.outOfRange : texts.badLength
    return rule.message ?? between(String(rule.min), String(rule.max))
  }
  return undefined
}
