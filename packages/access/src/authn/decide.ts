import type { AuthenticateResult } from '@mqdeck/broker'
import type { HashAlgorithm } from '../passwords/algorithms.ts'
import { verifyPassword } from '../passwords/verify.ts'
import type { Note } from './port.ts'

/** MQTT 5, 2.4: bad user name or password; what MQTT 3 calls 4. */
const badUsernameOrPassword = 0x86

export const refused: AuthenticateResult = { result: 'deny', reasonCode: badUsernameOrPassword }
export const passedOn: AuthenticateResult = { result: 'ignore' }

/** What a query found of one user; `is_superuser` as databases write truth. */
export interface FoundUser {
  readonly password_hash?: unknown
  readonly salt?: unknown
  readonly is_superuser?: unknown
}

/** Decides by what a backend found; nobody found passes the client on. */
export function decide(
  found: FoundUser | undefined,
  algorithm: HashAlgorithm,
  password: Uint8Array | undefined,
  note?: Note,
): AuthenticateResult | Promise<AuthenticateResult> {
  if (!found) {
    note?.('user not found')
    return passedOn
  }
  const stored = toText(found.password_hash)
  if (stored === undefined) {
    note?.('the user has no password_hash')
    return passedOn
  }
  if (password === undefined) {
    note?.('the client sent no password')
    return refused
  }
  const verified = verifyPassword(algorithm, password, { password_hash: stored, salt: toText(found.salt) ?? '' })
  const conclude = (isRight: boolean): AuthenticateResult => {
    note?.(isRight ? 'the password is correct' : 'the password is wrong')
    return isRight ? { result: 'allow', isSuperuser: isTrue(found.is_superuser) } : refused
  }
  return typeof verified === 'boolean' ? conclude(verified) : verified.then(conclude)
}

/** Drivers give text columns of binary types as bytes. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return typeof value === 'number' ? String(value) : undefined
}

/** As EMQX reads it: true, "true", 1, "1". */
export const isTrue = (value: unknown): boolean => {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  // MySQL's BIT(1) is one byte.
  return text === true || text === 1 || text === 1n || text === '1' || text === 'true' || text === '\u0001'
}
