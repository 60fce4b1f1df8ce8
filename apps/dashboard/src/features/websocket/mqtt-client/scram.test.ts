import { expect, test } from 'vitest'
import { createScram, ScramFault } from './scram.ts'

// RFC 7677, 3.
const nonce = 'rOprNGfwEbeRWgbNEkqO'
const challenge = 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096'

test('an exchange equals the example of the RFC', async () => {
  const scram = createScram('sha256', 'user', 'pencil', nonce)
  expect(scram.first).toBe(`n,,n=user,r=${nonce}`)
  expect(await scram.answer(challenge)).toBe(
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  )
  expect(scram.isProof('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')).toBe(true)
  expect(scram.isProof('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G5=')).toBe(false)
})

// Compared with the crypto module of Node.
test('SHA-512 and names with commas and equals signs match another implementation', async () => {
  const scram = createScram('sha512', 'a=b,c', '密码', nonce)
  expect(scram.first).toBe(`n,,n=a=3Db=2Cc,r=${nonce}`)
  expect(await scram.answer(challenge)).toBe(
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=6Tv7Fr4jD4anq27zmJwPUXUilWBXS0QigIzh4UgEs0W33utG7p3M7ZoGT3xnl0FHS9k0LVRwoNdcJ8PbprXxtA==',
  )
  expect(
    scram.isProof('v=wfeO1xDoqpI5/gieJzIcfZaJ41A6n3QJlUAVmDdMknZTMiokgQ4Ox52wJ98Q5hOgWeIwoeGQAGsxpqyOM4vk/g=='),
  ).toBe(true)
})

test.each([
  'r=rOprNGfwEbeRWgbNEkqO,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
  'r=another,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
  challenge.replace('4096', '0'),
  challenge.replace('4096', '99999999'),
  'e=unknown-user',
])('the challenge %s is rejected', async (wrong) => {
  const scram = createScram('sha256', 'user', 'pencil', nonce)
  await expect(scram.answer(wrong)).rejects.toThrow(ScramFault)
  expect(scram.isProof('')).toBe(false)
})

test('each exchange has a new nonce', () => {
  const firsts = [1, 2].map(() => createScram('sha256', 'u', 'p').first)
  expect(firsts[0]).not.toBe(firsts[1])
})
