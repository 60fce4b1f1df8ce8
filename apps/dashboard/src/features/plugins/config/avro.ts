import type { Locale } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'

type Json = Readonly<Record<string, unknown>>

const components = [
  'input',
  'input-password',
  'input-number',
  'input-textarea',
  'input-array',
  'switch',
  'select',
  'code-editor',
  'key-value-editor',
  'maps-editor',
] as const
type Component = (typeof components)[number] | 'json'

/** A check of `$ui`. `message` replaces our own text. */
type Rule =
  | { readonly type: 'pattern'; readonly pattern: RegExp; readonly message: string | undefined }
  | {
      readonly type: 'range' | 'length'
      readonly min: number
      readonly max: number
      readonly message: string | undefined
    }

/** A field of the configuration, as its form shows it. */
export interface ConfigField {
  readonly name: string
  /** Avro type, such as `string`, `int`, `enum` or `map`; of a union with null, the other type. */
  readonly kind: string
  readonly isNullable: boolean
  readonly component: Component
  readonly label: string
  readonly description: string | undefined
  /** Columns of 24. */
  readonly span: number
  readonly isRequired: boolean
  readonly rules: readonly Rule[]
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Language of a `code-editor`. */
  readonly format: 'json' | 'sql'
  /** Fields of the rows of a `maps-editor`. */
  readonly columns: readonly ConfigField[]
  /** Avro type of the items of an array or the values of a map. */
  readonly itemKind: string
  readonly encode: (plain: unknown) => unknown
  readonly decode: (encoded: unknown) => unknown
}

/** The texts of a package: `{"$port_label": {"en": "Port", "zh": "端口"}}`. */
export type PackageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Reading {
  readonly texts: PackageTexts
  readonly locale: Locale
  readonly named: ReadonlyMap<string, Json>
}

/** The fields of an Avro record with `$ui` hints, in the order of the form. */
export function fieldsOf(avsc: Json, texts: PackageTexts, locale: Locale): readonly ConfigField[] {
  const named = new Map<string, Json>()
  collectNames(avsc, named)
  return fieldsIn(avsc, { texts, locale, named })
}

function fieldsIn(record: Json, reading: Reading): readonly ConfigField[] {
  return listOf(record.fields)
    .filter(isRecord)
    .map((field) => ({ field: toField(String(field.name), field.type, uiOf(field), reading), order: orderOf(field) }))
    .sort((a, b) => a.order - b.order)
    .map(({ field }) => field)
}

const uiOf = (field: Json): Json => (isRecord(field.$ui) ? field.$ui : {})
const orderOf = (field: Json): number => {
  const { order } = uiOf(field)
  return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER
}

function toField(name: string, type: unknown, ui: Json, reading: Reading): ConfigField {
  const { schema, isNullable, branch, isOpen } = plainType(type, reading)
  const kind = isOpen ? 'union' : kindOf(schema)
  const items = isRecord(schema) ? resolve(schema.items ?? schema.values ?? 'string', reading) : 'string'
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? translate(value, reading) : undefined)
  const symbols = isRecord(schema) ? listOf(schema.symbols).map(String) : []
  const columns = columnsOf(ui, items, reading)
  const wanted = components.find((one) => one === ui.component)
  const component = fits(wanted, kind, items, columns) ? (wanted ?? 'json') : defaultComponent(kind, items, symbols)
  const { encode, decode } = codecOf(schema, reading)
  return {
    name,
    kind,
    isNullable,
    component,
    label: text(ui.label) ?? name,
    description: text(ui.description),
    span: typeof ui.flex === 'number' && ui.flex >= 1 && ui.flex <= 24 ? Math.round(ui.flex) : 24,
    isRequired: ui.required === true,
    rules: listOf(ui.rules).flatMap((rule) => (isRecord(rule) ? readRule(rule, text(rule.message)) : [])),
    options: optionsOf(ui, symbols, reading),
    format: ui.format === 'sql' ? 'sql' : 'json',
    columns,
    itemKind: kindOf(items),
    // The values of other unions are edited as they are encoded.
    encode: (plain) => {
      if (isOpen) return plain
      if (!isNullable) return encode(plain)
      return plain === undefined || plain === null ? null : { [branch]: encode(plain) }
    },
    decode: (encoded) => {
      if (isOpen) return encoded
      if (!isNullable) return decode(encoded)
      return isRecord(encoded) && Object.hasOwn(encoded, branch) ? decode(encoded[branch]) : undefined
    },
  }
}

/** A union of null and one other type is that type, without a value for null. `isOpen`: any other union. */
function plainType(type: unknown, reading: Reading) {
  const union = Array.isArray(type) ? type : isRecord(type) && Array.isArray(type.type) ? type.type : undefined
  if (!union) return { schema: resolve(type, reading), isNullable: false, branch: '', isOpen: false }
  const others = union.filter((one) => one !== 'null')
  const schema = resolve(others[0], reading)
  return {
    schema,
    isNullable: union.includes('null'),
    branch: branchOf(others[0]),
    isOpen: others.length !== 1 || !union.includes('null'),
  }
}

/** The name of a branch in Avro's JSON encoding. */
function branchOf(type: unknown): string {
  if (!isRecord(type)) return String(type)
  if (typeof type.name !== 'string') return String(type.type)
  return typeof type.namespace === 'string' && !type.name.includes('.') ? `${type.namespace}.${type.name}` : type.name
}

const resolve = (type: unknown, { named }: Reading): unknown => {
  if (typeof type === 'string') return named.get(type) ?? type
  return isRecord(type) && isRecord(type.type) ? type.type : type
}

const kindOf = (schema: unknown): string => (isRecord(schema) ? String(schema.type) : String(schema))

const numbers = new Set(['int', 'long', 'float', 'double'])
export const isNumber = (kind: string): boolean => numbers.has(kind)
const isText = (kind: string) => kind === 'string' || kind === 'bytes' || kind === 'fixed'

/** Whether a component can edit values of the type. A package may ask for one that cannot. */
function fits(
  component: Component | undefined,
  kind: string,
  items: unknown,
  columns: readonly ConfigField[],
): boolean {
  switch (component) {
    case 'input':
    case 'input-password':
    case 'input-textarea':
    case 'code-editor':
      return isText(kind)
    case 'input-number':
      return isNumber(kind)
    case 'switch':
      return kind === 'boolean'
    case 'select':
      return kind === 'enum' || kind === 'string'
    case 'input-array':
      return kind === 'array' && (isText(kindOf(items)) || isNumber(kindOf(items)))
    case 'key-value-editor':
      return kind === 'map' && (isText(kindOf(items)) || isNumber(kindOf(items)))
    case 'maps-editor':
      return kind === 'array' && columns.length > 0
    default:
      return false
  }
}

function defaultComponent(kind: string, items: unknown, symbols: readonly string[]): Component {
  if (isText(kind)) return 'input'
  if (isNumber(kind)) return 'input-number'
  if (kind === 'boolean') return 'switch'
  if (kind === 'enum' && symbols.length > 0) return 'select'
  const isSimple = isText(kindOf(items)) || isNumber(kindOf(items))
  if (kind === 'array' && isSimple) return 'input-array'
  return kind === 'map' && isSimple ? 'key-value-editor' : 'json'
}

/** The fields of the records in an array. `items` of `$ui` has their labels and components. */
function columnsOf(ui: Json, items: unknown, reading: Reading): readonly ConfigField[] {
  if (!isRecord(items) || items.type !== 'record') return []
  const hints = isRecord(ui.items) ? ui.items : {}
  return listOf(items.fields)
    .filter(isRecord)
    .map((field) => {
      const name = String(field.name)
      const hint = hints[name]
      return toField(name, field.type, { ...uiOf(field), ...(isRecord(hint) && hint) }, reading)
    })
    .filter(({ component }) => component !== 'json' && component !== 'maps-editor' && component !== 'key-value-editor')
}

function optionsOf(ui: Json, symbols: readonly string[], reading: Reading): ConfigField['options'] {
  const given = listOf(ui.options).filter(isRecord)
  const options = given.map(({ value, label }) => ({
    value: String(value),
    label: typeof label === 'string' ? translate(label, reading) : String(value),
  }))
  return options.length > 0 ? options : symbols.map((value) => ({ value, label: value }))
}

function readRule(rule: Json, message: string | undefined): readonly Rule[] {
  const number = (...names: readonly string[]) => names.map((name) => rule[name]).find((one) => typeof one === 'number')
  const bounds = (min: unknown, max: unknown) => ({
    min: typeof min === 'number' ? min : Number.NEGATIVE_INFINITY,
    max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
  })
  if (rule.type === 'pattern' && typeof rule.pattern === 'string') {
    try {
      return [{ type: 'pattern', pattern: new RegExp(rule.pattern), message }]
    } catch {
      // The broker checks the value, and an invalid pattern must not prevent saving.
      return []
    }
  }
  if (rule.type === 'range') return [{ type: 'range', ...bounds(number('min'), number('max')), message }]
  if (rule.type === 'length')
    return [{ type: 'length', ...bounds(number('minLength', 'min'), number('maxLength', 'max')), message }]
  return []
}

function translate(text: string, { texts, locale }: Reading): string {
  if (!text.startsWith('$')) return text
  const found = texts[text] ?? texts[text.slice(1)]
  return found?.[locale] ?? found?.en ?? text.slice(1)
}

interface Codec {
  readonly encode: (plain: unknown) => unknown
  readonly decode: (encoded: unknown) => unknown
}

const same: Codec = { encode: (value) => value, decode: (value) => value }

/** Converts the unions inside of records, arrays and maps. */
function codecOf(schema: unknown, reading: Reading, depth = 0): Codec {
  if (!isRecord(schema) || depth > 20) return same
  const inner = (type: unknown): Codec => {
    const { schema: plain, isNullable, branch, isOpen } = plainType(type, reading)
    if (isOpen) return same
    const codec = codecOf(plain, reading, depth + 1)
    if (!isNullable) return codec
    return {
      encode: (value) => (value === undefined || value === null ? null : { [branch]: codec.encode(value) }),
      decode: (value) => (isRecord(value) && Object.hasOwn(value, branch) ? codec.decode(value[branch]) : undefined),
    }
  }
  if (schema.type === 'record') {
    const fields = listOf(schema.fields)
      .filter(isRecord)
      .map((field) => [String(field.name), inner(field.type)] as const)
    const mapped = (value: unknown, way: keyof Codec) => {
      if (!isRecord(value)) return value
      const known = fields.map(([name, codec]) => [name, codec[way](value[name])] as const)
      return Object.fromEntries(known.filter(([, one]) => one !== undefined))
    }
    return { encode: (value) => mapped(value, 'encode'), decode: (value) => mapped(value, 'decode') }
  }
  if (schema.type === 'array') {
    const codec = inner(schema.items)
    return {
      encode: (value) => (Array.isArray(value) ? value.map(codec.encode) : value),
      decode: (value) => (Array.isArray(value) ? value.map(codec.decode) : value),
    }
  }
  if (schema.type === 'map') {
    const codec = inner(schema.values)
    const mapped = (value: unknown, way: keyof Codec) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, codec[way](one)])) : value
    return { encode: (value) => mapped(value, 'encode'), decode: (value) => mapped(value, 'decode') }
  }
  return same
}

/** Types that are referred to by name. */
function collectNames(schema: unknown, named: Map<string, Json>): void {
  if (Array.isArray(schema)) for (const one of schema) collectNames(one, named)
  if (!isRecord(schema)) return
  if (typeof schema.name === 'string' && Array.isArray(schema.fields ?? schema.symbols)) {
    named.set(schema.name, schema)
    named.set(branchOf(schema), schema)
  }
  for (const field of listOf(schema.fields)) if (isRecord(field)) collectNames(field.type, named)
  for (const inner of [schema.items, schema.values]) collectNames(inner, named)
  if (typeof schema.type === 'object') collectNames(schema.type, named)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
