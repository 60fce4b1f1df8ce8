import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

export type ScramHash = 'sha256' | 'sha512'

/** Keys that a server stores instead of a password (RFC 5802, 3). They are not sufficient to sign in. */
export interface ScramKeys {
  readonly salt: Buffer
  readonly iterations: number
  readonly storedKey: Buffer
  readonly serverKey: Buffer
}

export const hmac = (hash: ScramHash, key: Uint8Array, text: string | Uint8Array): Buffer =>
  createHmac(hash, key).update(text).digest()
export const digestOf = (hash: ScramHash, data: Uint8Array): Buffer => createHash(hash).update(data).digest()

export const hashLength = (hash: ScramHash): number => (hash === 'sha256' ? 32 : 64)

/** `Hi` of RFC 5802, 2.2; off the main thread. */
const saltPassword = (hash: ScramHash, password: string, salt: Uint8Array, iterations: number) =>
  derive(Buffer.from(prepare(password)), salt, iterations, hashLength(hash), hash)

export async function createScramKeys(hash: ScramHash, password: string, iterations: number): Promise<ScramKeys> {
  const salt = randomBytes(16)
  const salted = await saltPassword(hash, password, salt, iterations)
  return {
    salt,
    iterations,
    storedKey: digestOf(hash, hmac(hash, salted, 'Client Key')),
    serverKey: hmac(hash, salted, 'Server Key'),
  }
}

/** SASLprep (RFC 4013) of allowed characters: all spaces become U+0020, invisible characters are removed, then NFKC. */
export const prepare = (text: string): string =>
  text
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
