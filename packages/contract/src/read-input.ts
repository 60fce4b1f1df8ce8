import type * as z from 'zod'
import type { AppError } from './errors.ts'
import { bodyRoot } from './fields/body.ts'
import { toAppError } from './validation-message.ts'

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

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  )
}
