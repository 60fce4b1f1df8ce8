import type { AuthenticateResult } from '@mqdeck/broker'
import { createScramClient } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { describe, expect, test } from 'vitest'
import { createScram, type ScramUser } from './exchange.ts'
import { createScramKeys, prepare, type ScramHash } from './keys.ts'

async function createServer(hash: ScramHash = 'sha256', names = ['ann']) {
  const keys = await createScramKeys(hash, 'pencil', 4096)
  const users = new Map<string, ScramUser>(names.map((name) => [name, { ...keys, grant: { isSuperuser: true } }]))
  const authenticate = createScram({
    hash,
    iterations: 4096,
    secret: new Uint8Array(32),
    find: (name) => users.get(name),
  })
  const method = hash === 'sha256' ? 'SCRAM-SHA-256' : 'SCRAM-SHA-512'
  /** One exchange: each call is one step. */
  return (username?: string) => {
    const exchange = {}
    const client = clientInfoWith({ username })
    return (data: string | undefined, named = method) =>
      authenticate({
        client,
        exchange,
        method: named,
        data: data === undefined ? undefined : Buffer.from(data),
        password: undefined,
      })
  }
}
const dataOf = (answer: AuthenticateResult) => Buffer.from(('data' in answer && answer.data) || '').toString()

test('the test client agrees with RFC 7677', () => {
  const client = createScramClient('sha256', 'user', 'pencil', 'rOprNGfwEbeRWgbNEkqO')
  expect(client.first).toBe('n,,n=user,r=rOprNGfwEbeRWgbNEkqO')
  const serverFirst = 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096'
  expect(client.final(serverFirst)).toBe(
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  )
  expect(client.serverFinal()).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')
})

describe.each(['sha256', 'sha512'] as const)('SCRAM with %s', (hash) => {
  test.each(['ann', 'comma,and=equals', 'ünï'])(
    'accepts %s with the password, and proves that the server knows it too',
    async (name) => {
      const step = (await createServer(hash, [name]))()
      const client = createScramClient(hash, name, 'pencil', 'fyko+d2lbbFgONRv9qkxdawL')
      const challenge = await step(client.first)
      expect(challenge).toMatchObject({ result: 'continue' })
      const answer = await step(client.final(dataOf(challenge)))
      expect(answer).toMatchObject({ result: 'allow', isSuperuser: true })
      expect(dataOf(answer)).toBe(client.serverFinal())
    },
  )

  test('rejects a wrong password', async () => {
    const step = (await createServer(hash))()
    const client = createScramClient(hash, 'ann', 'pen', 'abc')
    expect(await step(client.final(dataOf(await step(client.first))))).toEqual({ result: 'deny', reasonCode: 0x86 })
  })
})

test('an unknown user gets a plausible, stable challenge and is rejected at the end', async () => {
  const server = await createServer()
  const challenges: string[] = []
  for (const nonce of ['one', 'two']) {
    const step = server()
    const client = createScramClient('sha256', 'nobody', 'pencil', nonce)
    const challenge = await step(client.first)
    expect(challenge).toMatchObject({ result: 'continue', isPretence: true })
    expect(dataOf(challenge)).toMatch(/^r=(one|two)[A-Za-z0-9+/]{24},s=[A-Za-z0-9+/]{22}==,i=4096$/)
    challenges.push(dataOf(challenge).replace(/^r=[^,]+/, ''))
    expect(await step(client.final(dataOf(challenge)))).toEqual({ result: 'deny', reasonCode: 0x86 })
  }
  expect(challenges[0]).toBe(challenges[1])
})

test('a final message of another exchange and a repeated final message are rejected', async () => {
  const server = await createServer()
  const [one, other] = [server(), server()]
  const client = createScramClient('sha256', 'ann', 'pencil', 'same')
  const final = client.final(dataOf(await one(client.first)))
  await other(client.first)
  expect(await other(final)).toMatchObject({ result: 'deny' })
  expect(await one(final)).toMatchObject({ result: 'allow' })
  // Without a challenge it is a first message, and none that can be read.
  expect(await one(final)).toMatchObject({ result: 'deny' })
})

test.each([
  undefined,
  '',
  'n,,n=ann',
  'n,,n=,r=x',
  'p=tls-unique,,n=ann,r=x',
  'n,,m=ext,n=ann,r=x',
  'n,a=root,n=ann,r=x',
  'n,,n=a=2cb,r=x',
  `n,,n=ann,r=${'x'.repeat(10_000)}`,
])('%j is rejected as a first message', async (text) => {
  expect(await (await createServer())()(text)).toEqual({ result: 'deny', reasonCode: 0x86 })
})

test.each([
  ['a wrong nonce', (final: string) => final.replace(/r=([^,]+)/, 'r=$1x')],
  ['the nonce of the client alone', (final: string) => final.replace(/r=[^,]+/, 'r=abc')],
  ['another header', (final: string) => final.replace('c=biws', 'c=eSws')],
  ['no proof', (final: string) => final.replace(/,p=.*/, '')],
  ['a proof that is too short', (final: string) => final.replace(/p=.*/, 'p=AAAA')],
])('a final message with %s is rejected', async (_what, change) => {
  const step = (await createServer())()
  const client = createScramClient('sha256', 'ann', 'pencil', 'abc')
  expect(await step(change(client.final(dataOf(await step(client.first)))))).toMatchObject({ result: 'deny' })
})

test('other methods are passed to the next authenticator, and a different username in CONNECT is rejected', async () => {
  const server = await createServer()
  expect(await server()('n,,n=ann,r=x', 'SCRAM-SHA-1')).toEqual({ result: 'ignore' })
  expect(await server('root')('n,,n=ann,r=x')).toMatchObject({ result: 'deny' })
  expect(await server('ann')('n,,n=ann,r=x')).toMatchObject({ result: 'continue' })
})

test('passwords are prepared by RFC 4013', () => {
  expect([prepare('I\u00adX'), prepare('a\u00a0b'), prepare('\u00aa'), prepare('\u2168')]).toEqual([
    'IX',
    'a b',
    'a',
    'IX',
  ])
})
