import { randomInt } from 'node:crypto'
import { hashSecret, isSecretOf } from '../api-keys/secret.ts'

const recoveryCodeCount = 10

/** Crockford's base32: without characters that are easily confused. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 80 random bits each: `4k0x-...`, four groups of four characters. */
export function newRecoveryCodes(): readonly string[] {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: 4 }, group).join('-'))
}

export const hashRecoveryCode = (code: string): string => hashSecret(normalize(code))

/** Hash of a code, independent of case, spaces and hyphens. */
export const findRecoveryCode = (code: string, hashes: readonly string[]): string | undefined =>
  hashes.find((hash) => isSecretOf(hash, normalize(code)))

const normalize = (code: string) => code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
