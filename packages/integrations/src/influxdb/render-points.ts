import { parseTemplate, ruleText, type Template, type TemplatePart } from '@mqdeck/kit'
import { floatText } from '@mqdeck/kit/json'
import type { Data } from '../port.ts'
import { dataLookup } from '../template.ts'
import type { FieldText, LineText } from './parse-lines.ts'

export type Precision = 'ns' | 'us' | 'ms' | 's'

/** Renders points in line protocol. Throws for data that cannot become a point. */
export function createPoints(lines: readonly LineText[], precision: Precision): (data: Data) => string {
  const renderers = lines.map((line) => createPoint(line, precision))
  return (data) => renderers.map((render) => render(data)).join('\n')
}

function createPoint(line: LineText, precision: Precision): (data: Data) => string {
  const measurement = parseTemplate(line.measurement)
  const tags = line.tags.map(([key, value]) => [parseTemplate(key), parseTemplate(value)] as const)
  const fields = line.fields.map((field) => ({
    key: parseTemplate(field.key),
    value: parseTemplate(field.value),
    field,
  }))
  const time = createTime(line.timestamp, precision)
  return (data) => {
    const tagTexts = new Map<string, string>()
    for (const [keyTemplate, template] of tags) {
      const key = keyOf(keyTemplate, data)
      const value = textOf(template, data)
      // The line protocol has no empty tags.
      if (key !== undefined && value) tagTexts.set(key, escaped(value, /[,= ]/g))
    }
    const fieldTexts = new Map<string, string>()
    for (const { key: keyTemplate, value: template, field } of fields) {
      const key = keyOf(keyTemplate, data)
      const value = fieldValue(template, field, data)
      if (key !== undefined && value !== undefined) fieldTexts.set(key, value)
    }
    if (fieldTexts.size === 0) throw new Error('no_fields: none of the fields has a value')
    const name = escaped(textOf(measurement, data) ?? 'undefined', /[, ]/g)
    const head = [name, ...pairs(tagTexts)].join(',')
    return `${head} ${pairs(fieldTexts).join(',')} ${time(data)}`
  }
}

const pairs = (values: ReadonlyMap<string, string>): readonly string[] =>
  [...values].map(([key, value]) => `${key}=${value}`)

function keyOf(template: Template, data: Data): string | undefined {
  const key = textOf(template, data)
  return key ? escaped(key, /[,= ]/g) : undefined
}

/** The values of the placeholders. Undefined if the first one is missing. */
function valuesOf({ parts }: Template, data: Data): readonly unknown[] | undefined {
  const lookup = dataLookup(data)
  const values = parts.map((part) => (typeof part === 'string' ? part : (lookup(part.path, part.name) ?? undefined)))
  return values.length > 0 && values[0] === undefined ? undefined : values
}

function textOf(template: Template, data: Data): string | undefined {
  return valuesOf(template, data)?.map(text).join('')
}

const text = (value: unknown): string => (value === undefined ? 'undefined' : ruleText(value))

/** Escapes with a backslash. Line breaks become two characters, because they would start another point. */
const escaped = (value: string, special: RegExp): string =>
  value
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    // A backslash at the end would escape the next separator.
    .replace(/\\+$/, '')
    .replace(special, '\\$&')

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

/** Boolean values of EMQX. */
const truthWords = new Set(['t', 'T', 'TRUE', 'True', 'f', 'F', 'FALSE', 'False'])

/**
 * As in EMQX: `${x}` is a float, boolean or string depending on the value, `${x}i` and `${x}u` are integers, literals
 * are numbers if they look like one, quotes make a string. Undefined if the field has no value.
 */
function fieldValue(template: Template, { isQuoted }: FieldText, data: Data): string | undefined {
  const values = valuesOf(template, data)
  if (values === undefined) return isQuoted && template.parts.length === 0 ? '""' : undefined
  if (isQuoted) return quoted(values.map(text).join(''))
  const [first, last] = [values[0], template.parts.at(-1)]
  if (values.length === 1) {
    return typeof template.parts[0] === 'string' ? literalValue(String(first)) : variableValue(first)
  }
  const whole = last === 'i' || last === 'u' ? wholeNumber(values.slice(0, -1).map(text).join('')) : undefined
  return whole === undefined ? quoted(values.map(text).join('')) : `${whole}${last}`
}

function literalValue(literal: string): string {
  if (truthWords.has(literal) || literal === 'true' || literal === 'false') return literal
  const unit = literal.at(-1)
  const whole = unit === 'i' || unit === 'u' ? wholeNumber(literal.slice(0, -1)) : undefined
  if (whole !== undefined) return `${whole}${unit}`
  return isNumber(literal) ? literal : quoted(literal)
}

function variableValue(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? floatText(value) : undefined
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  const words = text(value)
  return truthWords.has(words) ? words : quoted(words)
}

const isNumber = (value: string): boolean => /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)

/** All digits of an integer. Fractions are rounded down. */
function wholeNumber(value: string): bigint | undefined {
  if (/^[+-]?\d+$/.test(value)) return BigInt(value)
  return isNumber(value) ? BigInt(Math.floor(Number(value))) : undefined
}

const units: Readonly<Record<Precision, bigint>> = { ns: 1n, us: 1_000n, ms: 1_000_000n, s: 1_000_000_000n }

/** `${timestamp}` is converted from milliseconds. Other timestamps are used unchanged. */
function createTime(template: string | undefined, precision: Precision): (data: Data) => bigint {
  const from = template === undefined || template === '${timestamp}' ? 'ms' : precision
  const { parts } = parseTemplate(template ?? '${timestamp}')
  return (data) => {
    const value = timestampOf(parts, data)
    return from === precision ? value : (value * units[from]) / units[precision]
  }
}

function timestampOf([part, ...others]: readonly TemplatePart[], data: Data): bigint {
  const value = typeof part === 'object' ? dataLookup(data)(part.path, part.name) : part
  const digits = text(value)
  if (others.length > 0 || !/^[+-]?\d+$/.test(digits)) throw new Error('bad_timestamp: it must be an integer')
  return BigInt(digits)
}
