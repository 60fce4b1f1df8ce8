import { AppError, type ErrorCode } from '@mqdeck/contract'

/** EMQX's JSON for a value that is invalid at a path. */
export const invalid = (path: string, reason: string, value: unknown, code: ErrorCode = 'BAD_REQUEST'): AppError =>
  new AppError(code, JSON.stringify({ value, reason, path, kind: 'validation_error' }), { status: 400 })

/**
 * Limits are far above what is needed. They exist because every change of the configuration checks all entries.
 * @throws {AppError}
 */
export function requireFewer(path: string, some: object, most: number): void {
  const count = Object.keys(some).length
  if (count > most) throw invalid(path, `must have at most ${most} entries`, count)
}

/** EMQX's limit of a list. */
export const tooMany = (what: string, status: number) =>
  new AppError('EXCEED_LIMIT', `There may be ${what}`, { status })

interface Problem {
  readonly index: number
  readonly field: string
  readonly reason: string
  readonly value: unknown
}

/** @throws {AppError} for the first of the problems */
export function requireNone(problems: readonly Problem[], toPath: (index: number, field: string) => string): void {
  const [first] = problems
  if (first) throw invalid(toPath(first.index, first.field), first.reason, first.value)
}
