import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { HashAlgorithm } from './algorithms.ts'
import { deriveKey, digest } from './digest.ts'

/** A password as it is kept. */
export interface StoredPassword {
  readonly password_hash: string
  /** Empty where the algorithm takes none, or keeps it within the hash. */
  readonly salt: string
}

/**
 * Whether the password matches the stored hash. Hexadecimal hashes may have upper case letters. bcrypt, argon2 and
 * pbkdf2 run outside of the main thread. An invalid hash matches no password.
 */
export function verifyPassword(
  algorithm: HashAlgorithm,
  password: Uint8Array,
  { password_hash: stored, salt }: StoredPassword,
): boolean | Promise<boolean> {
  switch (algorithm.name) {
    case 'bcrypt':
      return import('@node-rs/bcrypt').then(({ verify }) => verify(password, stored))
    case 'argon2':
      return import('@node-rs/argon2').then(({ verify }) => verify(stored, password).catch(() => false))
    case 'pbkdf2':
      return deriveKey(password, Buffer.from(salt), algorithm).then((hash) => isSame(hash, stored.toLowerCase()))
    case 'plain':
      return isSame(salted(algorithm, password, salt), Buffer.from(stored))
    default: {
      const hash = digest(algorithm.name, salted(algorithm, password, salt))
      const compare = (text: string) => isSame(text, stored.toLowerCase())
      return typeof hash === 'string' ? compare(hash) : hash.then(compare)
    }
  }
}

/** The hash of a new password with a new salt. */
export async function hashPassword(algorithm: HashAlgorithm, password: Uint8Array): Promise<StoredPassword> {
  const salt = randomBytes(16).toString('hex')
  switch (algorithm.name) {
    case 'bcrypt': {
      const { hash } = await import('@node-rs/bcrypt')
      const cost = 'salt_rounds' in algorithm ? algorithm.salt_rounds : 10
      return { password_hash: await hash(password, { cost }), salt: '' }
    }
    case 'argon2': {
      const { hash } = await import('@node-rs/argon2')
      return { password_hash: await hash(password), salt: '' }
    }
    case 'pbkdf2':
      return { password_hash: await deriveKey(password, Buffer.from(salt), algorithm), salt }
    default: {
      const used = algorithm.salt_position === 'disable' ? '' : salt
      const data = salted(algorithm, password, used)
      const hash = algorithm.name === 'plain' ? Buffer.from(data).toString('utf8') : await digest(algorithm.name, data)
      return { password_hash: hash, salt: used }
    }
  }
}

type Simple = Extract<HashAlgorithm, { readonly salt_position: unknown }>

function salted({ salt_position: position }: Simple, password: Uint8Array, salt: string): Uint8Array {
  if (position === 'disable') return password
  return Buffer.concat(position === 'prefix' ? [Buffer.from(salt), password] : [password, Buffer.from(salt)])
}

/** Compares in constant time. */
function isSame(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
