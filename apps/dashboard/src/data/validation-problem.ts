import { isRecord } from '../lib/json-path.ts'
/** What the broker's schema check found wrong, e.g. `{path: 'mqtt.max_qos_allowed', reason: 'Unable to parse string', value: 9}`. */
export interface ValidationProblem {
  /** Dotted path of the field, empty when the whole document is meant. */
  readonly path: string
  /** A word of the schema (`required_field`, `unknown_fields`) or a sentence. */
  readonly reason: string
  /** What would have been right, e.g. `1..10000` or `integer`, when the broker says it. */
  readonly expected?: string
  /** The refused value as text; absent when it was not a plain value. */
  readonly value?: string
}

/**
 * Reads the nested JSON that EMQX puts into `message` when a body or parameter breaks its schema, and the Erlang term
 * (`Bad Arguments: #{kind => validation_error,path => "...",reason => required_field}`) that it puts there elsewhere.
 * Undefined for any other text.
 */
export function parseValidationProblem(message: string): ValidationProblem | undefined {
  return parseJson(message) ?? parseTerm(message)
}

function parseJson(message: string): ValidationProblem | undefined {
  if (!message.startsWith('{') && !message.startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(message)
    return fromRecord(Array.isArray(parsed) ? parsed[0] : parsed)
  } catch {
    return undefined
  }
}

function fromRecord(value: unknown): ValidationProblem | undefined {
  if (!isRecord(value)) return undefined
  const { kind, path, reason, unknown } = value
  if (kind !== 'validation_error' && reason === undefined) return undefined
  const expected = isRecord(reason) ? toText(reason.expected) : toText(value.expected ?? value.expected_data_type)
  const refused = toText(value.value ?? value.got ?? unknown)
  return {
    path: typeof path === 'string' ? path : '',
    reason: reasonText(reason, expected),
    ...(expected === undefined ? {} : { expected }),
    ...(refused === undefined ? {} : { value: refused }),
  }
}

function reasonText(reason: unknown, expected: string | undefined): string {
  if (typeof reason === 'string') return reason
  if (expected !== undefined) return 'expected'
  return reason === undefined ? 'invalid' : JSON.stringify(reason)
}

function parseTerm(message: string): ValidationProblem | undefined {
  if (!message.includes('kind => validation_error')) return undefined
  const path = /path => "([^"]*)"/.exec(message)?.[1]
  const reason = /reason => (?:"([^"]*)"|([a-z_]+))/.exec(message)
  const value = /value => (?:<<"([^"]*)">>|"([^"]*)"|([^,}]+))/.exec(message)
  const refused = value?.[1] ?? value?.[2] ?? value?.[3]
  return {
    path: path ?? '',
    reason: reason?.[1] ?? reason?.[2] ?? 'invalid',
    ...(refused === undefined ? {} : { value: refused }),
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  return undefined
}
