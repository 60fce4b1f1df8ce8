import type { AuthenticateResult } from '@mqdeck/broker'
import type { HashAlgorithm } from '../passwords/algorithms.ts'
import { verifyPassword } from '../passwords/verify.ts'
import type { Note } from './port.ts'

/** Bad User Name or Password (MQTT 5, 2.4); return code 4 in MQTT 3.1.1. */
const badUsernameOrPassword = 0x86

export const rejected: AuthenticateResult = { result: 'deny', reasonCode: badUsernameOrPassword }
export const ignored: AuthenticateResult = { result: 'ignore' }

/** One user as a backend returned it; `is_superuser` may have any type that databases use for booleans. */
export interface FoundUser {
  readonly password_hash?: unknown
  readonly salt?: unknown
  readonly is_superuser?: unknown
}

/** Checks the password of a user that a backend returned. Ignores the client if the user is undefined. */
export function checkPassword(
  found: FoundUser | undefined,
  algorithm: HashAlgorithm,
  password: Uint8Array | undefined,
  note?: Note,
): AuthenticateResult | Promise<AuthenticateResult> {
  if (!found) {
    note?.('user not found')
    return ignored
  }
  const stored = toText(found.password_hash)
  if (stored === undefined) {
    note?.('the user has no password_hash')
    return ignored
  }
  if (password === undefined) {
    note?.('the client sent no password')
    return rejected
  }
  const verified = verifyPassword(algorithm, password, { password_hash: stored, salt: toText(found.salt) ?? '' })
  const toResult = (isCorrect: boolean): AuthenticateResult => {
    note?.(isCorrect ? 'the password is correct' : 'the password is wrong')
    return isCorrect ? { result: 'allow', isSuperuser: isTrue(found.is_superuser) } : rejected
  }
  return typeof verified === 'boolean' ? toResult(verified) : verified.then(toResult)
}

/** Drivers return text columns of binary types as bytes. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return typeof value === 'number' ? String(value) : undefined
}

/** As in EMQX: true, "true", 1, "1". */
export const isTrue = (value: unknown): boolean => {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  // MySQL's BIT(1) is one byte.
  return text === true || text === 1 || text === 1n || text === '1' || text === 'true' || text === '\u0001'
}
