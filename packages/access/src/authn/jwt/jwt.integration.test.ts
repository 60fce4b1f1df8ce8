import { readInput } from '@mqdeck/contract'
import { type Clock, silentLog, systemClock } from '@mqdeck/kit'
import { connectMqttJs, createFakeClock, createTempFolder, type EmbeddedBroker, startEmbedded } from '@mqdeck/testkit'
import type { IClientOptions, IDisconnectPacket } from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthorization } from '../../authz/authorization.ts'
import { authenticator } from '../../catalog.ts'
import { type Authentication, createAuthentication } from '../authentication.ts'
import { startJwksServer } from './test-jwks-server.ts'
import { ecIssuer, rsaIssuer, signHmac } from './test-tokens.ts'

const secret = 'a secret that is known to two'
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

let embedded: EmbeddedBroker
let authentication: Authentication
/** A broker that asks for tokens. */
async function start(settings: object, clock: Clock = systemClock): Promise<void> {
  const folder = await createTempFolder()
  embedded = await startEmbedded({ folder: folder.path })
  const { broker, hooks, store } = embedded
  if (!store) throw new Error('it has a folder')
  const shared = { hooks, store, clock, log: silentLog, folder: folder.path }
  authentication = createAuthentication(shared)
  const authorization = createAuthorization({ ...shared, metrics: broker.metrics })
  const cache = { enable: true, max_size: 32, ttl: 60_000, excludes: [] }
  await authorization.start({
    no_match: 'deny',
    deny_action: 'ignore',
    source_failure: 'deny',
    recheck_sessions: false,
    cache,
    sources: [],
  })
  onTestFinished(async () => {
    await authentication.stop()
    await authorization.stop()
    await embedded.stop()
    await folder.remove()
  })
  await authentication.start([
    authenticator.toPlain(readInput(authenticator.schema, { mechanism: 'jwt', ...settings })),
  ])
}

async function connect(token: string, options: IClientOptions = {}) {
  const client = await connectMqttJs(embedded.endpoint(), { username: 'ann', password: token, ...options })
  onTestFinished(() => client.end())
  return client
}

/** The reason code of CONNACK. */
const refusal = (token: string, options: IClientOptions = {}): Promise<number> =>
  connect(token, options).then(
    () => 0,
    (error: { readonly code: number }) => error.code,
  )

test('a client with a valid token is accepted with the attributes and permissions of the token', async () => {
  await start({ algorithm: 'hmac-based', secret, verify_claims: { sub: '${clientid}' } })
  const acl = [
    { permission: 'allow', action: 'all', topic: '${client_attrs.group}/#', qos: [0, 1] },
    { permission: 'allow', action: 'subscribe', topic: 'news' },
  ]
  const token = await signHmac(secret, 'HS256', { sub: 'c1', client_attrs: { group: 'blue' }, acl })
  const client = await connect(token, { clientId: 'c1' })
  expect(embedded.broker.client('c1')?.info).toMatchObject({ attributes: { group: 'blue' }, isSuperuser: false })
  await client.client.subscribeAsync('blue/+', { qos: 1 })
  await client.client.publishAsync('blue/1', 'hello', { qos: 1 })
  expect(await client.message('blue/1')).toBe('hello')
  await expect(client.client.subscribeAsync('red/+')).rejects.toThrow()
  await expect(client.client.publishAsync('news', 'x', { qos: 1 })).rejects.toMatchObject({ code: 0x87 })
  // Another client with the same token.
  expect(await refusal(token, { clientId: 'c2' })).toBe(0x86)
  expect(await refusal(token, { clientId: 'c2', protocolVersion: 4 })).toBe(4)
})

test('a superuser may do everything', async () => {
  await start({ algorithm: 'hmac-based', secret })
  const client = await connect(await signHmac(secret, 'HS512', { is_superuser: true, acl: {} }))
  await client.client.subscribeAsync('#')
  await client.client.publishAsync('anything', 'x')
  expect(await client.message('anything')).toBe('x')
})

test('a client without a valid token is rejected as not authorized', async () => {
  const issuer = rsaIssuer()
  await start({ algorithm: 'public-key', public_key: issuer.pem })
  expect(await refusal(await issuer.sign('RS256'))).toBe(0)
  expect(await refusal(await rsaIssuer().sign('RS256'))).toBe(0x87)
  expect(await refusal('a password')).toBe(0x87)
  expect(await refusal(await issuer.sign('RS256', { exp: inSeconds(-1) }))).toBe(0x86)
})

test('a client is disconnected when its token expires, and cannot reconnect with it', async () => {
  await start({ algorithm: 'hmac-based', secret })
  const exp = inSeconds(2)
  const token = await signHmac(secret, 'HS256', { exp })
  const { client } = await connect(token, { clientId: 'c1' })
  expect(embedded.broker.client('c1')?.info.authExpiresAt).toBe(exp * 1000)
  const said = new Promise<IDisconnectPacket>((resolve) => client.once('disconnect', resolve))
  const closed = new Promise<void>((resolve) => client.once('close', resolve))
  expect(await said).toMatchObject({ reasonCode: 0x87 })
  await closed
  expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000)
  expect(await refusal(token)).toBe(0x86)
})

test('the issuer changes its key while the broker runs', async () => {
  const [before, after] = [rsaIssuer(), ecIssuer()]
  const server = await startJwksServer()
  onTestFinished(() => server.down())
  server.serve(before.jwk({ kid: 'a' }))
  const clock = createFakeClock(Date.now())
  await start({ use_jwks: true, endpoint: server.url }, clock)
  expect(await refusal(await before.sign('RS256', {}, { kid: 'a' }))).toBe(0)
  server.serve(after.jwk({ kid: 'b' }))
  clock.advance(10_000)
  const token = await after.sign('ES256', {}, { kid: 'b' })
  expect(await refusal(token)).toBe(0)
  expect(await refusal(await before.sign('RS256', {}, { kid: 'a' }))).toBe(0x87)
  expect(authentication.members()).toMatchObject([{ id: 'jwt', state: { status: 'connected' } }])
  await server.down()
  expect(await refusal(token)).toBe(0)
})
