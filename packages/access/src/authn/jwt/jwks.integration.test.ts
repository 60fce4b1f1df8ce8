import { readInput } from '@mqdeck/contract'
import { createFakeClock, eventually, testAuthority, withDeadline } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { authenticator as settingsOf } from '../../catalog.ts'
import type { Authenticator, Credentials } from '../port.ts'
import type { JwtSettings } from './manifest.ts'
import { runtime } from './runtime.ts'
import { type JwksServer, startJwksServer } from './test-jwks-server.ts'
import { ecIssuer, edIssuer, type Issuer, rsaIssuer, signHmac } from './test-tokens.ts'

let issuer: Issuer
let other: Issuer
beforeAll(() => {
  issuer = rsaIssuer()
  other = ecIssuer()
})

let clock: ReturnType<typeof createFakeClock>
let server: JwksServer
beforeEach(async () => {
  clock = createFakeClock()
  server = await startJwksServer()
  onTestFinished(() => server.down())
})

async function create(changes: object = {}): Promise<Authenticator> {
  const settings = { mechanism: 'jwt', use_jwks: true, endpoint: server.url, refresh_interval: 60, ...changes }
  const plain = settingsOf.toPlain(readInput(settingsOf.schema, settings)) as JwtSettings
  const made = await runtime.create(plain, { clock, folder: '/nowhere' })
  onTestFinished(() => made.stop())
  return made
}

async function started(changes: object = {}): Promise<Authenticator> {
  const made = await create(changes)
  await made.start()
  return made
}

const show = (token: string): Credentials => ({
  client: clientInfoWith(),
  password: Buffer.from(token),
  method: undefined,
  data: undefined,
  exchange: {},
})
const resultOf = async (of: Authenticator, token: string) =>
  (await withDeadline(Promise.resolve(of.authenticate(show(token))), () => 'no answer')).result

/** Lets time pass, with all that is done by the way. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 15) {
    clock.advance(Math.min(left, 15) * 1000)
    await new Promise(setImmediate)
  }
}

/** The next state of the kind. */
const becomes = (of: Authenticator, status: string) =>
  withDeadline(
    new Promise<void>((resolve) => {
      of.onStateChange?.((state) => state.status === status && resolve())
    }),
    () => `still ${of.state().status}`,
  )

test('tokens of every served key are accepted, and of no other', async () => {
  const ed = edIssuer()
  server.serve(issuer.jwk({ kid: 'a', use: 'sig' }), other.jwk({ kid: 'b', alg: 'ES256' }), ed.jwk())
  const authenticator = await started()
  expect(authenticator.state()).toMatchObject({ status: 'connected' })
  expect(await resultOf(authenticator, await issuer.sign('RS256', {}, { kid: 'a' }))).toBe('allow')
  expect(await resultOf(authenticator, await issuer.sign('PS512'))).toBe('allow')
  expect(await resultOf(authenticator, await other.sign('ES256', {}, { kid: 'b' }))).toBe('allow')
  expect(await resultOf(authenticator, await ed.sign('EdDSA'))).toBe('allow')
  expect(await resultOf(authenticator, await edIssuer().sign('EdDSA'))).toBe('ignore')
  // The ID of another key does not help.
  expect(await resultOf(authenticator, await other.sign('ES256', {}, { kid: 'a' }))).toBe('allow')
  expect(await resultOf(authenticator, await rsaIssuer().sign('RS256', {}, { kid: 'a' }))).toBe('ignore')
  expect(server.requests()).toBe(1)
})

test('symmetric keys, keys for other uses and invalid keys are skipped', async () => {
  const secret = Buffer.from('served to everybody')
  server.serve(
    { kty: 'oct', k: secret.toString('base64url'), alg: 'HS256' },
    issuer.jwk({ use: 'enc' }),
    issuer.jwk({ alg: 'RS512' }),
    { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
    { kty: 'unheard of' },
    7 as never,
  )
  const authenticator = await started()
  expect(await resultOf(authenticator, await signHmac(secret, 'HS256'))).toBe('ignore')
  expect(await resultOf(authenticator, await issuer.sign('RS256'))).toBe('ignore')
  expect(await resultOf(authenticator, await issuer.sign('RS512'))).toBe('allow')
})

test('the headers of the settings are sent, and the connection is not kept alive', async () => {
  server.serve(issuer.jwk())
  const asked = server.asked()
  await started({ headers: { Accept: 'application/jwk-set+json', Authorization: 'Bearer x' } })
  expect((await asked).headers).toMatchObject({
    accept: 'application/jwk-set+json',
    authorization: 'Bearer x',
    connection: 'close',
  })
})

test('keys are fetched again after the interval, and removed keys no longer verify tokens', async () => {
  server.serve(issuer.jwk({ kid: 'a' }))
  const authenticator = await started()
  server.serve(other.jwk({ kid: 'b' }))
  await pass(45)
  expect(server.requests()).toBe(1)
  const asked = server.asked()
  await pass(15)
  await asked
  const token = await other.sign('ES256', {}, { kid: 'b' })
  await expect.poll(() => resultOf(authenticator, token)).toBe('allow')
  expect(await resultOf(authenticator, await issuer.sign('RS256'))).toBe('ignore')
})

test('a token with an unknown key triggers one fetch for all clients, and the next only after a pause', async () => {
  server.serve(issuer.jwk({ kid: 'a' }))
  const authenticator = await started()
  server.serve(issuer.jwk({ kid: 'a' }), other.jwk({ kid: 'b' }))
  await pass(10)
  const token = await other.sign('ES256', {}, { kid: 'b' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => resultOf(authenticator, token)))
  expect(new Set(answers)).toEqual(new Set(['allow']))
  expect(server.requests()).toBe(2)
  for (let index = 0; index < 20; index += 1)
    expect(await resultOf(authenticator, await other.sign('ES256', {}, { kid: `invented ${index}` }))).toBe('allow')
  expect(server.requests()).toBe(2)
})

test('while the endpoint is down, known keys are used and the state has the reason; later it reconnects', async () => {
  server.serve(issuer.jwk({ kid: 'a' }))
  const authenticator = await started()
  await server.down()
  const lost = becomes(authenticator, 'disconnected')
  await pass(60)
  await lost
  expect(authenticator.state().reason).toContain('ECONNREFUSED')
  expect(await resultOf(authenticator, await issuer.sign('RS256', {}, { kid: 'a' }))).toBe('allow')
  // A token with an unknown key does not wait for the endpoint either.
  expect(await resultOf(authenticator, await other.sign('ES256', {}, { kid: 'b' }))).toBe('ignore')
  await server.up()
  server.serve(other.jwk({ kid: 'b' }))
  // A little at a time: an attempt has some seconds of this clock for its answer.
  await eventually(
    () => {
      clock.advance(200)
      return authenticator.state().status === 'connected'
    },
    () => `still ${authenticator.state().status}`,
  )
  expect(authenticator.state().reason).toBeUndefined()
  expect(await resultOf(authenticator, await other.sign('ES256', {}, { kid: 'b' }))).toBe('allow')
})

test('an endpoint that was never available is reported as failed without a delay', async () => {
  await server.down()
  const authenticator = await started()
  expect(authenticator.state()).toMatchObject({ status: 'disconnected' })
  await expect(resultOf(authenticator, await issuer.sign('RS256'))).rejects.toThrow('ECONNREFUSED')
})

test.each([
  [
    'the endpoint returned status 500',
    (server: JwksServer) => server.answer((_, response) => response.writeHead(500).end('{"keys":[]}')),
  ],
  [
    'the endpoint returned status 302',
    (server: JwksServer) => server.answer((_, response) => response.writeHead(302, { location: '/' }).end()),
  ],
  ['the response is not JSON', (server: JwksServer) => server.answer((_, response) => response.end('<html>'))],
  ['the response is not a JWK set', (server: JwksServer) => server.answer((_, response) => response.end('[]'))],
  ['the response has no key', (server: JwksServer) => server.serve({ kty: 'oct', k: 'AA' })],
  [
    'the response has more than 100 keys',
    (server: JwksServer) => server.serve(...Array.from({ length: 101 }, () => ({}))),
  ],
  ['the response has more than 1048576 bytes', (server: JwksServer) => server.answer((_, response) => pour(response))],
  [
    'aborted',
    (server: JwksServer) =>
      server.answer((_, response) =>
        response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
      ),
  ],
])('"%s" is the reason of its state', async (reason, misbehave) => {
  misbehave(server)
  const authenticator = await started()
  expect(authenticator.state()).toMatchObject({ status: 'disconnected', reason: expect.stringContaining(reason) })
})

/** Without end. */
function pour(response: { write(chunk: string, done: () => void): unknown; readonly destroyed: boolean }): void {
  if (!response.destroyed) response.write(' '.repeat(65_536), () => pour(response))
}

test.each([
  ['nothing', () => {}],
  ['a byte now and then', (_: unknown, response: { write(chunk: string): unknown }) => response.write('{')],
])('an endpoint that sends %s is given up after five seconds', async (_, answer) => {
  server.answer(answer as never)
  const authenticator = await create()
  const asked = server.asked()
  const start = authenticator.start()
  await asked
  const authenticated = resultOf(authenticator, await issuer.sign('RS256'))
  authenticated.catch(() => {})
  clock.advance(5_000)
  await withDeadline(start, () => 'no start')
  expect(authenticator.state()).toMatchObject({ status: 'disconnected', reason: 'no answer within 5000 ms' })
  await expect(authenticated).rejects.toThrow('no answer within 5000 ms')
})

test('over TLS the certificate is verified if the settings require it', async () => {
  const authority = await testAuthority()
  const secure = await startJwksServer(await authority.issue())
  onTestFinished(() => secure.down())
  secure.serve(issuer.jwk())
  const ssl = { enable: true, verify: 'verify_peer' }
  const right = await started({ endpoint: secure.url, ssl: { ...ssl, cacertfile: authority.cert } })
  expect(await resultOf(right, await issuer.sign('RS256'))).toBe('allow')
  const { cert: wrong } = await testAuthority('Another CA')
  const refused = await started({ endpoint: secure.url, ssl: { ...ssl, cacertfile: wrong } })
  expect(refused.state()).toMatchObject({ status: 'disconnected', reason: expect.stringMatching(/certificate/) })
  const careless = await started({ endpoint: secure.url, ssl: { enable: true, verify: 'verify_none' } })
  expect(careless.state()).toMatchObject({ status: 'connected' })
})

test('a stopped authenticator fetches no keys', async () => {
  server.serve(issuer.jwk())
  const authenticator = await started()
  await authenticator.stop()
  await pass(600)
  expect(clock.pending()).toBe(0)
  expect(server.requests()).toBe(1)
})

test('a stop during a fetch closes the connection', async () => {
  server.answer(() => {})
  const authenticator = await create()
  const asked = server.asked()
  const start = authenticator.start()
  const { response } = await asked
  const hungUp = new Promise((resolve) => response.once('close', resolve))
  await authenticator.stop()
  await withDeadline(hungUp, () => 'the connection stays')
  await start
})
