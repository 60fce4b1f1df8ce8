import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientInfo } from '@mqdeck/broker'
import { hasMask, masked, readInput, unmasked } from '@mqdeck/contract'
import { createFakeClock, testCertificate } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { answerByClientAcl } from '../../authz/client-acl.ts'
import { authenticator } from '../../catalog.ts'
import type { Credentials } from '../port.ts'
import type { JwtSettings } from './manifest.ts'
import { runtime } from './runtime.ts'
import { ecIssuer, edIssuer, type Issuer, rsaIssuer, signHmac } from './test-tokens.ts'

const clock = createFakeClock()
const now = Math.floor(clock.now() / 1000)

const read = (settings: object) => authenticator.toPlain(readInput(authenticator.schema, settings)) as JwtSettings
const create = (settings: object, folder = '/nowhere') => runtime.create(read(settings), { clock, folder })
const secret = 'a secret that is known to two'
const hmac = (changes: object = {}) => create({ mechanism: 'jwt', algorithm: 'hmac-based', secret, ...changes })
const withKey = (public_key: string, changes: object = {}) =>
  create({ mechanism: 'jwt', algorithm: 'public-key', public_key, ...changes })

const show = (token: string | undefined, client: Partial<ClientInfo> = {}): Credentials => ({
  client: clientInfoWith(client),
  password: token === undefined ? undefined : Buffer.from(token),
  method: undefined,
  data: undefined,
  exchange: {},
})
const resultOf = async (of: ReturnType<typeof hmac>, token: string | undefined, client: Partial<ClientInfo> = {}) =>
  (await (await of).authenticate(show(token, client))).result
const answerTo = async (claims: object, settings: object = {}, client: Partial<ClientInfo> = {}) =>
  (await hmac(settings)).authenticate(show(await signHmac(secret, 'HS256', claims), client))

/** For tokens that no library would sign: always HMAC with SHA-256, with any header. */
function signedBy(key: string | Uint8Array, header: object, claims: object = {}): string {
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

let rsa: Issuer
beforeAll(() => {
  rsa = rsaIssuer()
})

describe('settings', () => {
  test('are returned as by EMQX: with the JWKS fields only if they were set', () => {
    const sent = { mechanism: 'jwt', algorithm: 'hmac-based', secret: 'abcdef' }
    const value = readInput(authenticator.schema, { ...sent, use_jwks: false })
    expect(value).toEqual({
      acl_claim_name: 'acl',
      algorithm: 'hmac-based',
      disconnect_after_expire: true,
      enable: true,
      from: 'password',
      mechanism: 'jwt',
      secret: 'abcdef',
      secret_base64_encoded: false,
      use_jwks: false,
      verify_claims: {},
    })
    expect(readInput(authenticator.schema, sent)).not.toHaveProperty('use_jwks')
    expect(masked(authenticator, value)).toMatchObject({ secret: '******' })
    expect(unmasked(authenticator, masked(authenticator, value), value)).toEqual(value)
    expect(hasMask(authenticator, masked(authenticator, value))).toBe(true)
  })

  test('for JWKS get their defaults', () => {
    expect(
      readInput(authenticator.schema, { mechanism: 'jwt', use_jwks: true, endpoint: 'https://localhost/keys' }),
    ).toMatchObject({
      headers: { Accept: 'application/json' },
      pool_size: 8,
      refresh_interval: 300,
      ssl: { enable: false, verify: 'verify_none' },
      use_jwks: true,
    })
  })

  test.each([
    [{ mechanism: 'jwt', algorithm: 'hmac-based' }, 'secret'],
    [{ mechanism: 'jwt', use_jwks: true, endpoint: 'keys' }, 'endpoint'],
    [{ mechanism: 'jwt', algorithm: 'public-key' }, 'public_key'],
    [{ mechanism: 'jwt', use_jwks: false, algorithm: 'none', secret: 's' }, 'algorithm'],
    [{ mechanism: 'jwt', algorithm: 'hmac-based', secret: 's', verify_claims: { a: '${password}' } }, '${password}'],
    [{ mechanism: 'jwt', algorithm: 'hmac-based', secret: 's', verify_claims: { exp: '1' } }, 'exp is a time'],
  ])('%j is rejected with the name of the field', (settings, name) => {
    expect(() => readInput(authenticator.schema, settings)).toThrow(name)
  })

  test('invalid keys are rejected with a sentence', async () => {
    await expect(hmac({ secret: '' })).rejects.toThrow('secret is empty')
    await expect(hmac({ secret: 'no base64!', secret_base64_encoded: true })).rejects.toThrow('secret is not base64')
    await expect(withKey('-----BEGIN PUBLIC KEY-----\nnothing\n-----END PUBLIC KEY-----')).rejects.toThrow(
      'not a public key or certificate',
    )
    await expect(withKey('keys/missing.pem')).rejects.toThrow('no file with this name')
    await expect(withKey(rsaIssuer(1024).pem)).rejects.toThrow('less than 2048 bits')
    await expect(withKey(ecIssuer('secp256k1').pem)).rejects.toThrow('not supported for tokens')
  })
})

describe('signatures', () => {
  test.each(['HS256', 'HS384', 'HS512'])('%s of the secret is accepted, of another one ignored', async (alg) => {
    expect(await resultOf(hmac(), await signHmac(secret, alg))).toBe('allow')
    expect(await resultOf(hmac(), await signHmac('another', alg))).toBe('ignore')
  })

  test('a secret can be any bytes in base64', async () => {
    const bytes = Buffer.from([0, 255, 1, 254])
    const authenticator = hmac({ secret: bytes.toString('base64'), secret_base64_encoded: true })
    expect(await resultOf(authenticator, await signHmac(bytes, 'HS256'))).toBe('allow')
  })

  test.each([
    ['RS256', () => rsa],
    ['RS384', () => rsa],
    ['RS512', () => rsa],
    ['PS256', () => rsa],
    ['PS384', () => rsa],
    ['PS512', () => rsa],
    ['ES256', () => ecIssuer('P-256')],
    ['ES384', () => ecIssuer('P-384')],
    ['ES512', () => ecIssuer('P-521')],
    ['EdDSA', edIssuer],
  ])('%s of the public key is accepted, of another one ignored', async (alg, make) => {
    const own = make()
    const token = await own.sign(alg)
    expect(await resultOf(withKey(own.pem), token)).toBe('allow')
    const other = alg.startsWith('R') || alg.startsWith('P') ? rsaIssuer() : make()
    expect(await resultOf(withKey(other.pem), token)).toBe('ignore')
  })

  test('the key can be in a certificate and in a file', async () => {
    const { cert, key } = await testCertificate()
    const folder = await mkdtemp(join(tmpdir(), 'jwt-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'issuer.pem'), cert)
    const { SignJWT, importPKCS8 } = await import('jose')
    const token = await new SignJWT().setProtectedHeader({ alg: 'ES256' }).sign(await importPKCS8(key, 'ES256'))
    expect(await resultOf(withKey(cert), token)).toBe('allow')
    const settings = { mechanism: 'jwt', algorithm: 'public-key', public_key: 'issuer.pem' }
    expect(await resultOf(create(settings, folder), token)).toBe('allow')
  })

  test('the key decides about the algorithm, not the token (RFC 8725, 3.1)', async () => {
    const superuser = { is_superuser: true }
    const [header, claims] = signedBy('', { alg: 'none' }, superuser).split('.')
    for (const token of [`${header}.${claims}.`, `${header}.${claims}.AA`])
      for (const one of [hmac(), withKey(rsa.pem)]) expect(await resultOf(one, token)).toBe('ignore')
    // Signed with the public key as the secret.
    for (const known of [rsa.pem, rsa.pem.trim(), rsa.publicKey.export({ type: 'spki', format: 'der' })])
      expect(await resultOf(withKey(rsa.pem), signedBy(known, { alg: 'HS256' }, superuser))).toBe('ignore')
    expect(await resultOf(hmac(), await rsa.sign('RS256'))).toBe('ignore')
  })

  test('a token with its own key or an unknown critical header is ignored', async () => {
    const own = Buffer.from('mine')
    const jwk = { kty: 'oct', k: own.toString('base64url') }
    expect(await resultOf(hmac(), signedBy(own, { alg: 'HS256', jwk }))).toBe('ignore')
    expect(await resultOf(hmac(), signedBy(secret, { alg: 'HS256' }))).toBe('allow')
    expect(await resultOf(hmac(), signedBy(secret, { alg: 'HS256', crit: ['x'], x: 1 }))).toBe('ignore')
  })

  test('a token that was changed is ignored', async () => {
    const [header, , signature] = (await signHmac(secret, 'HS256', { sub: 'ann' })).split('.')
    const claims = Buffer.from(JSON.stringify({ sub: 'ann', is_superuser: true })).toString('base64url')
    expect(await resultOf(hmac(), `${header}.${claims}.${signature}`)).toBe('ignore')
  })

  test('an invalid token is ignored: no password, words, claims that are not an object, more than the maximum of MQTT', async () => {
    const { CompactSign } = await import('jose')
    const list = await new CompactSign(Buffer.from('[1]'))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret))
    const long = await signHmac(secret, 'HS256', { sub: 'x'.repeat(70_000) })
    for (const text of [undefined, '', 'secret', 'a.b.c', '..', `ä.${'x'.repeat(9)}.z`, list, long])
      expect([text?.slice(0, 20), await resultOf(hmac(), text)]).toEqual([text?.slice(0, 20), 'ignore'])
  })

  test('the token is read from the username if configured', async () => {
    const token = await signHmac(secret, 'HS256')
    const fromName = hmac({ from: 'username' })
    expect(await resultOf(fromName, undefined, { username: token })).toBe('allow')
    expect(await resultOf(fromName, token, { username: 'ann' })).toBe('ignore')
    expect(await resultOf(hmac(), undefined, { username: token })).toBe('ignore')
  })
})

describe('claims', () => {
  const refusal = { result: 'deny', reasonCode: 0x86 }

  test('exp and nbf are compared with the clock; iat is not, as in EMQX 5.8', async () => {
    for (const claims of [
      { exp: now },
      { exp: now - 1 },
      { nbf: now + 1 },
      { exp: Number.NaN },
      { nbf: true as never },
    ])
      expect([claims, await answerTo(claims)]).toEqual([claims, refusal])
    for (const claims of [{ exp: now + 1 }, { nbf: now }, { iat: now + 600 }, { exp: `${now + 1}` }])
      expect([claims, await answerTo(claims)]).toEqual([claims, expect.objectContaining({ result: 'allow' })])
  })

  test('an expected claim must exist and be equal, with placeholders replaced', async () => {
    const verify_claims = { sub: 'dev-${clientid}', name: '${username}', iss: 'us' }
    const good = { sub: 'dev-c1', name: 'ann', iss: 'us' }
    const ask = (claims: object) => answerTo(claims, { verify_claims })
    expect(await ask(good)).toMatchObject({ result: 'allow' })
    expect(await ask({ ...good, iss: undefined })).toEqual(refusal)
    expect(await ask({ ...good, iss: 'US' })).toEqual(refusal)
    expect(await ask({ ...good, sub: 'dev-c2' })).toEqual(refusal)
    expect(await ask({ ...good, name: ['ann'] })).toEqual(refusal)
    expect(await answerTo({ level: 1 }, { verify_claims: { level: '1' } })).toEqual(refusal)
    expect(await answerTo({}, { verify_claims: { constructor: '' } })).toEqual(refusal)
  })

  test('one of several audiences is enough (RFC 7519, 4.1.3)', async () => {
    const ask = (aud: string | string[]) => answerTo({ aud }, { verify_claims: { aud: 'broker' } })
    expect(await ask(['web', 'broker'])).toMatchObject({ result: 'allow' })
    expect(await ask('broker')).toMatchObject({ result: 'allow' })
    expect(await ask([])).toEqual(refusal)
  })

  test('can make a client a superuser, and set attributes with valid names and texts', async () => {
    expect(await answerTo({})).toEqual({ result: 'allow', isSuperuser: false, attributes: {} })
    const client_attrs = { group: 'blue', 'no name': 'x', _x: 'x', number: 1 }
    expect(await answerTo({ is_superuser: true, client_attrs })).toEqual({
      result: 'allow',
      isSuperuser: true,
      attributes: { group: 'blue' },
    })
  })

  test('exp limits the connection unless it is disabled in the settings', async () => {
    const exp = now + 60
    expect(await answerTo({ exp })).toMatchObject({ expiresAt: exp * 1000 })
    expect(await answerTo({ exp }, { disconnect_after_expire: false })).not.toHaveProperty('expiresAt')
  })

  test('notes contain no token', async () => {
    const reported: string[] = []
    const token = await signHmac(secret, 'HS256', { exp: 1 })
    for (const shown of [token, await signHmac('x', 'HS256'), 'a wrong password'])
      await (await hmac()).authenticate(show(shown), (what, detail = '') => reported.push(what, detail))
    expect(reported).toContain('the token is rejected: it has expired (exp)')
    expect(reported.join()).not.toMatch(/eyJ|a wrong password/)
  })
})

describe('rules', () => {
  const ann = clientInfoWith({ attributes: { group: 'blue' } })
  const publish = (topic: string, part: object = {}) =>
    ({ type: 'publish', topic, qos: 0, retain: false, ...part }) as const
  const subscribe = (topic: string) => ({ type: 'subscribe', topic, qos: 0, retain: false }) as const

  async function aclOf(acl: unknown, settings: object = {}, more: object = {}) {
    const answer = await answerTo({ acl, ...more }, settings)
    const client = { ...ann, acl: answer.result === 'allow' ? answer.acl : undefined }
    return (action: ReturnType<typeof publish | typeof subscribe>, at = clock.now()) =>
      answerByClientAcl(client, action, at)
  }

  test('of three lists of topics allow these and deny everything else', async () => {
    const ask = await aclOf({ pub: ['a/${username}', 'eq b/+'], sub: ['c/#'], all: ['d/${clientid}'] })
    expect(ask(publish('a/ann'))).toBe('allow')
    expect(ask(publish('a/bob'))).toBe('deny')
    expect(ask(publish('b/x'))).toBe('deny')
    expect(ask(subscribe('a/ann'))).toBe('deny')
    expect(ask(subscribe('c/1/2'))).toBe('allow')
    expect(ask(publish('c/1'))).toBe('deny')
    expect([ask(publish('d/c1')), ask(subscribe('d/c1'))]).toEqual(['allow', 'allow'])
    expect((await aclOf({}))(publish('a'))).toBe('deny')
  })

  test('of a list are checked in order, and the sources decide about everything else', async () => {
    const ask = await aclOf([
      { permission: 'deny', action: 'publish', topic: 'a/secret' },
      { permission: 'allow', action: 'pub', topic: 'a/#', qos: [0, 1], retain: false },
      { permission: 'allow', action: 'sub', topics: ['b', 'eq c/#'] },
    ])
    expect(ask(publish('a/secret'))).toBe('deny')
    expect(ask(publish('a/b'))).toBe('allow')
    expect(ask(publish('a/b', { qos: 2 }))).toBe('nomatch')
    expect(ask(publish('a/b', { retain: true }))).toBe('nomatch')
    expect([ask(subscribe('b')), ask(subscribe('c/#')), ask(subscribe('c/1'))]).toEqual(['allow', 'allow', 'nomatch'])
  })

  test('expire with the token, also if the connection does not', async () => {
    const ask = await aclOf({ all: ['#'] }, { disconnect_after_expire: false }, { exp: now + 60 })
    expect(ask(publish('a'))).toBe('allow')
    expect(ask(publish('a'), (now + 60) * 1000)).toBe('deny')
  })

  test('can be in a claim of another name', async () => {
    const answer = await answerTo({ rights: [], acl: { pub: 'a' } }, { acl_claim_name: 'rights' })
    expect(answer).toMatchObject({ result: 'allow', acl: { rules: [] } })
  })

  test.each([
    ['all'],
    [null],
    [{ pub: 'a' }],
    [{ sub: [1] }],
    [['a']],
    [[{ permission: 'allow', action: 'publish' }]],
    [[{ permission: 'ALLOW', action: 'publish', topic: 'a' }]],
    [[{ permission: 'allow', action: 'publish', topic: 'a', username_re: '(' }]],
  ])('that are invalid reject the token: %j', async (acl) => {
    expect(await answerTo({ acl })).toEqual({ result: 'deny', reasonCode: 0x86 })
  })
})
