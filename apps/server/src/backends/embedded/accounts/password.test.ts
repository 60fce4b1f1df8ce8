import { cheapPasswordCost } from '@mqdeck/testkit'
import { expect, it } from 'vitest'
import { createPasswords } from './password.ts'

it('passwords are hashed at the cost that OWASP recommends, with another salt each time', async () => {
  const { hash, verify } = createPasswords()
  const hashes = await Promise.all([hash('Abcd1234!'), hash('Abcd1234!')])
  for (const one of hashes) expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w+/]{22}==\$[\w+/]{43}=$/)
  expect(hashes[0]).not.toBe(hashes[1])
  expect(await verify('Abcd1234!', hashes[0])).toBe(true)
  expect(await verify('abcd1234!', hashes[0])).toBe(false)
})

it('a hash is verified at the cost that is stored with it', async () => {
  const hash = await createPasswords(cheapPasswordCost).hash('Abcd1234!')
  expect(hash).toContain('scrypt$1024$1$1$')
  expect(await createPasswords().verify('Abcd1234!', hash)).toBe(true)
})

it('the password of a user who does not exist is wrong', async () => {
  expect(await createPasswords(cheapPasswordCost).verify('', undefined)).toBe(false)
})
