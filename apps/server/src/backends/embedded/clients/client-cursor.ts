import { AppError } from '@mqdeck/contract'

/** The cursor is the last ID that was returned. It stays valid when clients connect or disconnect, even this client. */
export const encodeCursor = (id: string): string => Buffer.from(JSON.stringify([1, id])).toString('base64url')

/** @throws {AppError} BAD_REQUEST if it is not a valid cursor */
export function decodeCursor(cursor: string): string {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts[0] === 1 && typeof parts[1] === 'string') return parts[1]
  } catch {
    // not JSON, handled below
  }
  throw new AppError('BAD_REQUEST', 'bad cursor')
}
