import { isRecord } from '../../lib/json/json-path.ts'
import { parseTerm, problemsIn, type ValidationProblem } from './validation-problem.ts'

/** The content of an error response of any shape. */
export interface ErrorContent {
  readonly problems: readonly ValidationProblem[]
  /** One sentence, word or term of the server, to be localized; may be empty. */
  readonly reason: string
  /** The unchanged message of the server; empty for HTML or an empty body. */
  readonly words: string
}

const empty: ErrorContent = { problems: [], reason: '', words: '' }

/** Longer messages are stack traces. */
const maxCharacters = 600

/**
 * EMQX answers `{code, message}` with a sentence, an Erlang term or nested JSON as the message; `{errors}` as text
 * for a configuration; `{msg, reason}` for a dry run; a text that wraps another error where the code is not in its
 * schema; and HTML where it does not have the endpoint.
 */
export function readError(body: unknown): ErrorContent {
  if (typeof body === 'string') return readText(body)
  if (!isRecord(body)) return empty
  if (body.errors !== undefined) return readErrors(body.errors)
  const { message } = body
  if (typeof message === 'string' && message !== '') return { ...readText(message), ...withReason(body) }
  if (isRecord(message)) return readValue(message)
  const { code: _, reason_code: __, ...rest } = body
  return Object.keys(rest).length === 0 ? empty : readValue(rest)
}

/** `{code, message: 'Auth failed', reason: 'provider_not_ready'}` and `{…, message: 'Bad request', not_found: ['x']}`. */
function withReason({ message, reason, code: _, rules, kind: __, ...rest }: Readonly<Record<string, unknown>>) {
  if (typeof reason === 'string') return { reason, words: `${message}: ${reason}` }
  if (Array.isArray(rules)) return { words: `${message}: ${rules.join(', ')}` }
  const lists = Object.entries(rest).filter(([, value]) => Array.isArray(value) && value.some(isText))
  if (lists.length === 0) return {}
  return { words: [message, ...lists.map(([key, value]) => `${key}: ${String(value)}`)].join(', ') }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readText(text: string): ErrorContent {
  const trimmed = text.trim()
  if (trimmed === '' || /^<(?:!doctype|html)/i.test(trimmed)) return empty
  const inner = /^Unsupported code '\w+', message <<"([\s\S]*?)">>, schema def/.exec(trimmed)?.[1]
  if (inner !== undefined) return readText(inner.replaceAll('\\"', '"'))
  const parsed = parseJson(trimmed)
  if (parsed !== undefined)
    return isRecord(parsed) && parsed.errors !== undefined ? readErrors(parsed.errors) : readValue(parsed)
  const words = shorten(trimmed)
  const term = parseTerm(trimmed)
  return term ? { problems: [term], reason: '', words } : { problems: [], reason: trimmed, words }
}

/** Errors per root of a configuration: `{mqtt: {kind, path, reason}}`, `[["mqtt", "..."]]` or a text. */
function readErrors(errors: unknown): ErrorContent {
  if (typeof errors === 'string') return readText(errors)
  return readValue(errors)
}

function readValue(value: unknown): ErrorContent {
  const problems = problemsIn(value)
  return {
    problems,
    reason: problems.length > 0 ? '' : reasonIn(value),
    words: shorten(JSON.stringify(withTexts(value))),
  }
}

/**
 * The innermost word or sentence of an error that is not from schema validation: `{msg, reason: {reason:
 * 'var_unbound'}}`.
 */
function reasonIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(reasonIn).find((text) => text !== '') ?? ''
  if (!isRecord(value)) return ''
  const { reason, select_and_transform_error: ofRule, msg, message } = value
  return [ofRule, reason, message, msg].map(reasonIn).find((text) => text !== '') ?? ''
}

/** Erlang formats some texts as lists of character codes. */
function withTexts(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 2 && value.every((one) => typeof one === 'number' && one > 31 && one < 127)
      ? String.fromCharCode(...value)
      : value.map(withTexts)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner)]))
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const shorten = (text: string) => (text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text)
