import { isRecord } from '../../lib/json/json-path.ts'

/**
 * An error of the broker's schema validation, e.g. `{path: 'mqtt.max_qos_allowed', reason: 'Unable to parse string',
 * value: 9}`.
 */
export interface ValidationProblem {
  /** Dotted path of the field; empty for the whole document. */
  readonly path: string
  /** A keyword of the schema (`required_field`, `unknown_fields`) or a sentence. */
  readonly reason: string
  /** The expected value, e.g. `1..10000` or `integer`, if the broker reports it. */
  readonly expected?: string
  /** The rejected value as text; undefined if it is not a plain value. */
  readonly value?: string
}

/** The distinct errors nested in `message` or `errors`, in order. */
export function problemsIn(value: unknown): readonly ValidationProblem[] {
  const all = collect(value, undefined)
  const seen = new Set<string>()
  return all.filter((one) => {
    const key = JSON.stringify(one)
    return !seen.has(key) && seen.add(key)
  })
}

function collect(value: unknown, key: string | undefined): readonly ValidationProblem[] {
  if (Array.isArray(value)) {
    const [name, text, ...rest] = value
    if (rest.length === 0 && typeof name === 'string' && typeof text === 'string' && key === undefined)
      return fromText(text, name)
    return value.flatMap((one) => collect(one, undefined))
  }
  if (typeof value === 'string') return key === undefined ? [] : fromText(value, key)
  if (!isRecord(value)) return []
  if (isRecord(value.mismatches)) return ofUnion(Object.values(value.mismatches))
  if (value.kind === 'validation_error') return [fromRecord(value)]
  if (value.reason !== undefined || value.msg !== undefined || value.select_and_transform_error !== undefined) return []
  // By root: errors of a rejected configuration.
  return Object.entries(value).flatMap(([name, inner]) =>
    isRecord(inner) || Array.isArray(inner) || (typeof inner === 'string' && isRefusal(inner))
      ? collect(inner, name)
      : [],
  )
}

const isRefusal = (text: string) => text.includes('validation_error') || /^[a-z_]+$|\s/.test(text)

function fromText(text: string, path: string): readonly ValidationProblem[] {
  const term = parseTerm(text)
  return [term ?? { path, reason: text }]
}

/** The intended variant of a union: it has the given fields, and rejects a value. */
function ofUnion(arms: readonly unknown[]): readonly ValidationProblem[] {
  const problems = arms.map((arm) => collect(arm, undefined)).filter((found) => found.length > 0)
  const isOther = ({ reason, path }: ValidationProblem) =>
    reason === 'unknown_fields' || (isEnum(reason) && /(?:^|\.)(?:backend|type|mechanism|provider)$/.test(path))
  return problems.find((found) => !found.some(isOther)) ?? problems[0] ?? []
}

const isEnum = (reason: string) => reason === 'not_a_enum_symbol' || reason === 'unable_to_convert_to_enum_symbol'

function fromRecord(record: Readonly<Record<string, unknown>>): ValidationProblem {
  const { path, reason, unknown, field_name: field } = record
  const within = typeof path === 'string' ? path : Array.isArray(path) ? textOfCodes(path) : ''
  const expected = isRecord(reason) ? toText(reason.expected) : toText(record.expected ?? record.expected_data_type)
  const refused = toText(record.value ?? record.got ?? unknown)
  return {
    path: typeof field === 'string' ? `${within}.${field}` : within,
    reason: reasonText(reason, expected),
    ...(expected === undefined ? {} : { expected }),
    ...(refused === undefined ? {} : { value: refused }),
  }
}

function reasonText(reason: unknown, expected: string | undefined): string {
  if (typeof reason === 'string') return reason
  if (expected !== undefined) return 'expected'
  if (!isRecord(reason)) return 'invalid'
  const { reason: inner, invalid_key: key } = reason
  if (typeof inner === 'string') return inner
  return typeof key === 'string' ? `invalid_key ${key}` : 'invalid'
}

/** `Bad Arguments: #{kind => validation_error,path => "...",reason => required_field}`: the same as an Erlang term. */
export function parseTerm(message: string): ValidationProblem | undefined {
  if (!message.includes('kind => validation_error')) return undefined
  const path = textOf(/path => "([^"]*)"/.exec(message))
  const expected = textOf(/reason => #\{expected => "([^"]*)"/.exec(message))
  const reason = textOf(
    /reason => (?:<<"((?:[^"\\]|\\")*)">>|"([^"]*)"|([a-z_]+)|(\{parse_error,[\s\S]*))/.exec(message),
  )
  const value = textOf(/(?<!=> )(?:value|unknown|got) => (?:<<"([^"]*)">>|"([^"]*)"|([^,}]+))/.exec(message))
  return {
    path: path ?? '',
    reason: expected === undefined ? (reason ?? 'invalid') : 'expected',
    ...(expected === undefined ? {} : { expected }),
    ...(value === undefined || value === 'undefined' ? {} : { value }),
  }
}

const textOf = (match: RegExpExecArray | null) => match?.slice(1).find((group) => group !== undefined)

function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return value.join(' | ')
  return undefined
}

const textOfCodes = (codes: readonly unknown[]) =>
  codes.every((code) => typeof code === 'number') ? String.fromCharCode(...codes) : ''
