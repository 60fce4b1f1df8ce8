import { AppError, type ErrorCode } from '@mqdeck/contract'

/** EMQX's JSON for a value that is invalid at a path. */
export const invalid = (path: string, reason: string, value: unknown, code: ErrorCode = 'BAD_REQUEST'): AppError =>
  new AppError(code, JSON.stringify({ value, reason, path, kind: 'validation_error' }), { status: 400 })
