import { isRecord } from '../../../lib/json/json-path.ts'
import {
  type FieldTexts,
  faults,
  type PlugInSchema,
  readableName,
  type Text,
  type WireSchema,
} from '../../../schema-form/index.ts'
import {
  branchOf,
  definitionOf,
  type Json,
  kindOf,
  listOf,
  type NamedTypes,
  namedTypesOf,
  unionOf,
} from './avro-types.ts'

/** The texts of a package: `{"$port_label": {"en": "Port", "zh": "端口"}}`. */
export type PackageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Collected while the types are converted. */
interface Form {
  readonly named: NamedTypes
  readonly packageTexts: PackageTexts
  readonly schemas: Record<string, WireSchema>
  readonly texts: Record<string, Record<string, FieldTexts>>
}

/** The form of an Avro record whose fields may have `$ui` hints. */
export function formOf(avsc: Json, packageTexts: PackageTexts): PlugInSchema {
  const form: Form = { named: namedTypesOf(avsc), packageTexts, schemas: {}, texts: {} }
  const name = branchOf(avsc)
  addRecord(form, name, avsc, {})
  return {
    document: { components: { schemas: form.schemas } },
    texts: form.texts,
    variants: [{ name, label: same(name), tags: new Map(), fields: Object.keys(form.schemas[name]?.properties ?? {}) }],
    choice: same(name),
  }
}

const same = (text: string): Text => ({ en: text, zh: text })

/** @param hints `$ui` of the fields by name, which a `maps-editor` has in its `items` */
function addRecord(form: Form, component: string, record: Json, hints: Json): void {
  if (Object.hasOwn(form.schemas, component)) return
  // Before its fields, which may refer to it.
  form.schemas[component] = { type: 'object' }
  const fields = listOf(record.fields)
    .filter(isRecord)
    .map((field) => {
      const name = String(field.name)
      const hint = hints[name]
      return { name, field, ui: { ...(isRecord(field.$ui) && field.$ui), ...(isRecord(hint) && hint) } }
    })
    .sort((a, b) => orderOf(a.ui) - orderOf(b.ui))
  form.texts[component] = Object.fromEntries(fields.map(({ name, ui }) => [name, textsOf(form, name, ui)]))
  form.schemas[component] = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, field, ui }) => [name, toField(form, field, ui)])),
    required: fields.filter(({ field }) => isRequired(form, field.type)).map(({ name }) => name),
  }
}

const orderOf = ({ order }: Json): number => (typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER)

/** An empty text, list or map is a value, unless `$ui` requires more. */
function isRequired({ named }: Form, type: unknown): boolean {
  const definition = definitionOf(type, named)
  const union = unionOf(definition)
  return union ? !union.isNullable : !['string', 'bytes', 'fixed', 'array', 'map'].includes(kindOf(definition))
}

function toField(form: Form, field: Json, ui: Json): WireSchema {
  const schema = toWire(form, field.type, ui)
  const value = field.default
  // Defaults of records consist of those of their fields.
  return value === undefined || value === null || isRecord(value) ? schema : { ...schema, default: value }
}

function toWire(form: Form, type: unknown, ui: Json): WireSchema {
  const definition = definitionOf(type, form.named)
  const union = unionOf(definition)
  if (union) {
    const [only, ...others] = union.types.map((one) => toWire(form, one, ui))
    if (!only || others.length === 0) return only ?? {}
    // The form reads the members of a union in reverse order, as EMQX prints them.
    return { oneOf: [only, ...others].toReversed() }
  }
  switch (kindOf(definition)) {
    case 'boolean':
      return { type: 'boolean' }
    case 'int':
      return { type: 'integer', ...(hasRange(ui) ? {} : { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }) }
    case 'long':
      return { type: 'integer' }
    case 'float':
    case 'double':
      return { type: 'number' }
    case 'string':
    case 'bytes':
    case 'fixed':
      return toText(ui)
    case 'enum':
      return { type: 'enum', symbols: listOf(Object(definition).symbols).map(String) }
    case 'array':
      return { type: 'array', items: toItem(form, Object(definition).items, ui) }
    case 'map':
      return { type: 'object', properties: { $name: toItem(form, Object(definition).values, ui) } }
    case 'record': {
      const name = branchOf(definition)
      if (isRecord(definition)) addRecord(form, name, definition, {})
      return { $ref: `#/components/schemas/${name}` }
    }
    default:
      return {}
  }
}

/** An element of a list or map. The hints of the list are for itself, and its `items` for the records in it. */
function toItem(form: Form, type: unknown, { items }: Json): WireSchema {
  const definition = definitionOf(type, form.named)
  if (isRecord(definition) && definition.type === 'record' && isRecord(items))
    addRecord(form, branchOf(definition), definition, items)
  return toWire(form, type, {})
}

function toText({ component, options, format }: Json): WireSchema {
  const symbols = listOf(options).map((option) => String(Object(option).value))
  if (component === 'select' && symbols.length > 1) return { type: 'enum', symbols }
  if (component === 'input-password') return { type: 'string', format: 'password' }
  if (component === 'input-textarea') return { type: 'string', format: 'multiline' }
  if (component !== 'code-editor') return { type: 'string' }
  if (format === 'sql') return { type: 'string', format: 'sql' }
  return { type: 'string', format: 'code', language: format === 'json' ? 'json' : 'text' }
}

function textsOf(form: Form, name: string, ui: Json): FieldTexts {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? translate(form, value) : undefined)
  const help = text(ui.description)
  const options = listOf(ui.options).filter(isRecord)
  const { keyLabel, valueLabel } = Object(ui.items)
  const columns = [text(keyLabel), text(valueLabel)] as const
  const checks = listOf(ui.rules).flatMap((rule) => (isRecord(rule) ? (toCheck(rule, text(rule.message)) ?? []) : []))
  return {
    label: text(ui.label) ?? same(readableName(name)),
    ...(help && { help }),
    ...(ui.required === true && { filled: true }),
    ...(typeof ui.flex === 'number' && ui.flex >= 1 && ui.flex < 24 && { span: Math.round(ui.flex) }),
    ...(options.length > 0 && {
      symbols: Object.fromEntries(
        options.map(({ value, label }) => [String(value), text(label) ?? same(String(value))]),
      ),
    }),
    ...(columns[0] && columns[1] && { columns: [columns[0], columns[1]] }),
    ...(checks.length > 0 && {
      check: (value: unknown) => checks.map((check) => check(value)).find((found) => found !== undefined),
    }),
  }
}

/** A text, or that of a key of the package: `$port_label`. */
function translate({ packageTexts }: Form, text: string): Text {
  const found = text.startsWith('$') && Object.hasOwn(packageTexts, text) ? packageTexts[text] : undefined
  const en = found?.en ?? found?.zh ?? (text.startsWith('$') ? readableName(text) : text)
  return { en, zh: found?.zh ?? en }
}

type Check = (value: unknown) => Text | undefined

const hasRange = ({ rules }: Json) => listOf(rules).some((rule) => Object(rule).type === 'range')

/** A rule of `$ui`, with the message of the package or our own. The broker checks the value too. */
function toCheck(rule: Json, message: Text | undefined): Check | undefined {
  switch (rule.type) {
    case 'pattern': {
      const pattern = typeof rule.pattern === 'string' ? readPattern(rule.pattern) : undefined
      if (!pattern) return undefined
      return (value) => (pattern.test(textOf(value).slice(0, maxTested)) ? undefined : (message ?? badFormat))
    }
    case 'range': {
      const [min, max] = [numberOf(rule.min), numberOf(rule.max)]
      return (value) => (isWithin(Number(value), min, max) ? undefined : (message ?? faults.range(min, max)))
    }
    case 'length': {
      const [min, max] = [numberOf(rule.minLength ?? rule.min), numberOf(rule.maxLength ?? rule.max)]
      return (value) => (isWithin(lengthOf(value), min, max) ? undefined : (message ?? badLength(min, max)))
    }
    default:
      return undefined
  }
}

/** Longer texts are checked up to here, because the time of a pattern may grow with the text. */
const maxTested = 1000

/** Patterns of Erlang are almost those of JavaScript. Others are only checked by the broker. */
function readPattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}

const badFormat: Text = { en: 'The format is invalid', zh: '格式无效' }

const badLength = (min: number | undefined, max: number | undefined): Text => {
  if (max === undefined) return { en: `Please enter at least ${min} characters`, zh: `至少输入 ${min} 个字符` }
  if (min === undefined) return faults.maxLength(max)
  return { en: `Please enter ${min} to ${max} characters`, zh: `请输入 ${min} 至 ${max} 个字符` }
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : [...textOf(value)].length)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
const isWithin = (value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
  value >= min && value <= max
