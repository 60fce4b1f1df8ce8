import type * as z from 'zod'
import type { AppError } from './errors.ts'
import { bodyRoot } from './fields/body.ts'
import { toAppError, toReason } from './validation-message.ts'

/**
 * Reads parameters, query or body by their schema: strings become what they stand for, defaults are filled in.
 * `null` counts as absent, as it does in EMQX.
 * @throws {AppError} 400 in EMQX's words, for the first thing wrong
 */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(withoutNulls(input), { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw result.error
  const error: AppError = toAppError(issue, bodyRoot.get(schema)?.root ?? '')
  throw error
}

/** What was read, or where the first mistake is. `path` ends with the name of an unknown field. */
export type Inspected<T> =
  | { readonly value: T }
  | { readonly error: AppError; readonly path: readonly (string | number)[]; readonly reason: string }

/** The same without throwing; `root` begins the path in the message. */
export function inspectInput<S extends z.ZodType>(schema: S, input: unknown, root: string): Inspected<z.output<S>> {
  const result = schema.safeParse(withoutNulls(input), { reportInput: true })
  if (result.success) return { value: result.data }
  const [issue] = result.error.issues
  if (!issue) throw result.error
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return {
    error: toAppError(issue, root),
    // Symbols are no keys of what was read from a text.
    path: [...issue.path.map((part) => (typeof part === 'number' ? part : String(part))), ...unknown],
    reason: toReason(issue),
  }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  )
}
