import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Digest } from './algorithms.ts'

const derive = promisify(pbkdf2)

/** OpenSSL's names; it no longer has md4. */
const opensslNames: Readonly<Record<Exclude<Digest, 'md4'>, string>> = {
  md5: 'md5',
  ripemd160: 'ripemd160',
  sha: 'sha1',
  sha224: 'sha224',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
}

const lengths: Readonly<Record<Digest, number>> = {
  md4: 16,
  md5: 16,
  ripemd160: 20,
  sha: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
}

/** Hexadecimal, in small letters. */
export function digest(name: Digest, data: Uint8Array): string | Promise<string> {
  if (name !== 'md4') return createHash(opensslNames[name]).update(data).digest('hex')
  return import('hash-wasm').then(({ md4 }) => md4(data))
}

interface Derivation {
  readonly mac_fun: Digest
  readonly iterations: number
  /** Bytes; of the digest when not given. */
  readonly dk_length?: number | undefined
}

/** PBKDF2 (RFC 8018), hexadecimal; off the main thread. */
export async function deriveKey(password: Uint8Array, salt: Uint8Array, by: Derivation): Promise<string> {
  const length = by.dk_length ?? lengths[by.mac_fun]
  if (by.mac_fun !== 'md4') {
    const key = await derive(password, salt, by.iterations, length, opensslNames[by.mac_fun])
    return key.toString('hex')
  }
  const { createMD4, pbkdf2: slow } = await import('hash-wasm')
  return slow({ password, salt, iterations: by.iterations, hashLength: length, hashFunction: createMD4() })
}
