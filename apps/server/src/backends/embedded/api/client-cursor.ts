import { AppError } from '@mqdeck/contract'

/** The last id seen: it stays a good place whatever comes and goes meanwhile, that client included. */
export const encodeCursor = (id: string): string => Buffer.from(JSON.stringify([1, id])).toString('base64url')

/** @throws {AppError} BAD_REQUEST when it is none of ours */
export function decodeCursor(cursor: string): string {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts[0] === 1 && typeof parts[1] === 'string') return parts[1]
  } catch {
    // no JSON: as below
  }
  throw new AppError('BAD_REQUEST', 'bad cursor')
}
