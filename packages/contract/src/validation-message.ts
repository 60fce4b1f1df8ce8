import type * as z from 'zod'
import { AppError } from './errors.ts'
import type { Refusal } from './fields/field.ts'
import { isRecord } from './unknown-values.ts'

type Issue = z.core.$ZodIssue

/** The error of a rejected input: code and message of EMQX. The message is mostly JSON in a string. */
export function toAppError(issue: Issue, root: string): AppError {
  const path = toPath(issue.path, root)
  if (issue.code !== 'custom') return badRequest(path, structuralProblem(issue))
  // Only `field` creates custom issues, with these params.
  const { refusal, value, as } = issue.params as {
    readonly refusal: Refusal
    readonly value: unknown
    /** The field whose value matches none of several objects. The message names the object. */
    readonly as?: string
  }
  if ('parameter' in refusal) {
    const text = `the ${path} parameter expected type is ${refusal.parameter}, but the value is ${String(value)}`
    return new AppError('INVALID_PARAMETER', text)
  }
  if (as !== undefined && 'reason' in refusal)
    return badRequest(toPath(issue.path.slice(0, -1), root), { [as]: echoed(value), reason: refusal.reason })
  const reason = 'expected' in refusal ? { expected: refusal.expected } : refusal.reason
  return badRequest(path, reason === 'required_field' ? { reason } : { value: echoed(value), reason })
}

/** Longest value, as JSON, that is echoed in full. */
const maxEcho = 1000

/** Private keys in the wrong field are not echoed, and long values are truncated. */
function echoed(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  if (text.includes('-----BEGIN')) return '******'
  return text.length <= maxEcho ? value : `${text.slice(0, maxEcho)}...`
}

/** The problem as the end of a sentence: `must be between 1 and 10`. */
export function toReason(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'is not known'
  if (issue.code !== 'custom') return issue.input === undefined ? 'is missing' : `must be ${wantedType(issue)}`
  const { refusal } = issue.params as { readonly refusal: Refusal } // only `field` creates custom issues
  if ('parameter' in refusal) return `must be of type ${refusal.parameter}`
  if ('expected' in refusal) return `must be ${refusal.expected}`
  if (refusal.reason === 'required_field') return 'is missing'
  return refusal.reason === 'Unable to parse string' ? 'is not one of the values allowed here' : refusal.reason
}

const wantedType = (issue: Issue) =>
  issue.code === 'invalid_type' && issue.expected === 'array' ? 'a list' : 'an object'

/** Keys are sorted in reverse, as in the broker's own messages. */
function badRequest(path: string, problem: Readonly<Record<string, unknown>>): AppError {
  const entries = Object.entries({ ...problem, path, kind: 'validation_error' })
  const sorted = entries.sort(([a], [b]) => (a < b ? 1 : -1))
  return new AppError('BAD_REQUEST', JSON.stringify(Object.fromEntries(sorted)))
}

/** A value that should be an object or array, or an object with unknown fields. */
function structuralProblem(issue: Exclude<Issue, { code: 'custom' }>): Readonly<Record<string, unknown>> {
  if (issue.code === 'unrecognized_keys')
    return { reason: 'unknown_fields', unknown: [...issue.keys].sort().join(','), unmatched: issue.message }
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) return unknownVariant(issue)
  if (issue.input === undefined || issue.input === null) return { reason: 'required_field' }
  if (issue.code === 'invalid_type' && issue.expected === 'array')
    return { expected_data_type: 'array', got: typeName(issue.input) }
  return { reason: 'bad_value_for_struct', got: typeName(issue.input) }
}

/** The discriminator of several objects has an unknown value. */
function unknownVariant({ input, discriminator = '' }: z.core.$ZodIssueInvalidUnion) {
  const value = isRecord(input) ? input[discriminator] : undefined
  if (!isRecord(input)) return { reason: 'bad_value_for_struct', got: typeName(input) }
  return value === undefined ? { reason: 'required_field' } : { value, reason: 'not_a_enum_symbol' }
}

/** Erlang counts list elements from 1. */
function toPath(path: Issue['path'], root: string): string {
  const parts = path.map((part) => (typeof part === 'number' ? part + 1 : String(part)))
  return [...(root === '' ? [] : [root]), ...parts].join('.')
}

const typeName = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
