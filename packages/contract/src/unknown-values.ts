/** An object, but not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The message of a caught value. An AggregateError usually has none of its own: the messages of its errors are joined. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? error.name : error.message
}

/** The same for an error of `fetch`, which is only "fetch failed"; the reason is its cause. */
export const fetchMessageOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)

export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Whether a caught value is an error with this code, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
