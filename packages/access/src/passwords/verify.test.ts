import { expect, test } from 'vitest'
import type { HashAlgorithm } from './algorithms.ts'
import { hashPassword, verifyPassword } from './verify.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const simple = (
  name: Extract<HashAlgorithm, { salt_position: unknown }>['name'],
  salt_position: 'disable' | 'prefix' | 'suffix' = 'prefix',
): HashAlgorithm => ({ name, salt_position })
const verify = (algorithm: HashAlgorithm, password: string, password_hash: string, salt = '') =>
  verifyPassword(algorithm, bytes(password), { password_hash, salt })

/** Of "abc", from the algorithms' own documents (RFC 1320, RFC 1321, FIPS 180-4, the RIPEMD-160 paper). */
const published = {
  md4: 'a448017aaf21d8525fc10ae87aa6729d',
  md5: '900150983cd24fb0d6963f7d28e17f72',
  ripemd160: '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc',
  sha: 'a9993e364706816aba3e25717850c26c9cd0d89d',
  sha224: '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  sha384: 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
  sha512:
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  plain: 'abc',
} as const

test.each(Object.entries(published))(
  '%s agrees with published hashes, with the salt as prefix or suffix',
  async (name, hash) => {
    const of = (position: 'disable' | 'prefix' | 'suffix') => simple(name as keyof typeof published, position)
    expect(await verify(of('disable'), 'abc', hash, 'ignored')).toBe(true)
    expect(await verify(of('prefix'), 'bc', hash, 'a')).toBe(true)
    expect(await verify(of('suffix'), 'ab', hash, 'c')).toBe(true)
    expect(await verify(of('suffix'), 'bc', hash, 'a')).toBe(false)
  },
)

test('hexadecimal hashes are case-insensitive, and plain passwords are case-sensitive', async () => {
  expect(await verify(simple('sha256', 'disable'), 'abc', published.sha256.toUpperCase())).toBe(true)
  expect(await verify(simple('plain', 'disable'), 'abc', 'ABC')).toBe(false)
})

test('PBKDF2 agrees with RFC 6070, with any key length', async () => {
  const of = (length: object = {}): HashAlgorithm => ({ name: 'pbkdf2', mac_fun: 'sha', iterations: 2, ...length })
  const key = 'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957'
  expect(await verify(of(), 'password', key, 'salt')).toBe(true)
  expect(await verify(of({ dk_length: 4 }), 'password', key.slice(0, 8), 'salt')).toBe(true)
  expect(await verify(of({ dk_length: 4 }), 'password', key, 'salt')).toBe(false)
})

test('bcrypt and argon2 read the hashes of other libraries', async () => {
  // From the documentation of passlib, and of argon2's own program.
  const bcrypt = '$2b$12$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m'
  const argon2 = '$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'
  expect(await verify({ name: 'bcrypt' }, 'password', bcrypt)).toBe(true)
  expect(await verify({ name: 'bcrypt' }, 'passwort', bcrypt)).toBe(false)
  expect(await verify({ name: 'argon2' }, 'password', argon2)).toBe(true)
})

test.each<HashAlgorithm>([
  simple('plain'),
  simple('md4', 'suffix'),
  simple('sha512', 'disable'),
  { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1000 },
  { name: 'pbkdf2', mac_fun: 'md4', iterations: 10, dk_length: 24 },
  { name: 'bcrypt', salt_rounds: 5 },
  { name: 'argon2' },
])('a new hash in $name matches only its password', async (algorithm) => {
  const stored = await hashPassword(algorithm, bytes('pässword'))
  expect(await verifyPassword(algorithm, bytes('pässword'), stored)).toBe(true)
  expect(await verifyPassword(algorithm, bytes('passwort'), stored)).toBe(false)
})

test('an invalid hash matches no password', async () => {
  for (const algorithm of [{ name: 'bcrypt' }, { name: 'argon2' }, simple('sha256')] as const)
    expect(await verify(algorithm, '', 'nonsense')).toBe(false)
})
