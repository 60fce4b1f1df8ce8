import type * as z from 'zod'
import type { AppError } from './errors.ts'
import { bodyRoot } from './fields/body.ts'
import { toAppError, toReason } from './validation-message.ts'

/**
 * Validates parameters, query or body: converts strings to the types of the schema and fills in defaults. `null` counts
 * as missing, as in EMQX, unless the body of the endpoint keeps nulls.
 * @throws {AppError} 400 with EMQX's wording, for the first problem
 */
export function readInput<S extends z.ZodType>(schema: S, input: unknown, { keepsNulls = false } = {}): z.output<S> {
  const issue = prototypeKeyIn(input) ?? parse(schema, keepsNulls ? input : withoutNulls(input))
  if ('value' in issue) return issue.value
  const error: AppError = toAppError(issue, bodyRoot.get(schema)?.root ?? '')
  throw error
}

/** The value, or the first problem. `path` ends with the name of an unknown field. */
export type Inspected<T> =
  | { readonly value: T }
  | { readonly error: AppError; readonly path: readonly (string | number)[]; readonly reason: string }

/** The same without throwing. `root` starts the path in the message. */
export function inspectInput<S extends z.ZodType>(schema: S, input: unknown, root: string): Inspected<z.output<S>> {
  const issue = prototypeKeyIn(input) ?? parse(schema, withoutNulls(input))
  if ('value' in issue) return issue
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return {
    error: toAppError(issue, root),
    // Values parsed from text have no symbol keys.
    path: [...issue.path.map((part) => (typeof part === 'number' ? part : String(part))), ...unknown],
    reason: toReason(issue),
  }
}

/** The value, or the first problem. */
function parse<S extends z.ZodType>(schema: S, input: unknown): { readonly value: z.output<S> } | z.core.$ZodIssue {
  const result = schema.safeParse(input, { reportInput: true })
  if (result.success) return { value: result.data }
  const [issue] = result.error.issues
  if (!issue) throw result.error
  return issue
}

/** zod omits the key `__proto__` of maps without a problem. An entry with this name would be lost. */
function prototypeKeyIn(value: unknown, path: readonly PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__')
      return {
        code: 'unrecognized_keys',
        keys: [key],
        path: [...path],
        input: value as Record<string, unknown>,
        message: '',
      }
    const found = typeof inner === 'object' ? prototypeKeyIn(inner, [...path, key]) : undefined
    if (found) return found
  }
  return undefined
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
