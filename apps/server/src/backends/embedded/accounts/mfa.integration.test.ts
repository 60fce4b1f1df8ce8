import { TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeEach(async () => {
  all = await startTestServer()
})
afterEach(() => all.stop())

/** Thirty seconds later, because the current code was used for the setup. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

async function enrol(token = all.token(), password = 'public') {
  const begun = await all.call('POST', '/mqdeck/mfa/enrolment', { password }, token)
  const { secret } = begun.body as unknown as { secret: string; uri: string }
  const code = new TOTP({ secret }).generate()
  const { body, status } = await all.call('POST', '/mqdeck/mfa/enrolment/confirm', { mfa_token: code }, token)
  expect(status).toBe(200)
  return { secret, recovery: (body as unknown as { recovery_codes: string[] }).recovery_codes }
}

const login = (more: object = {}) => all.call('POST', '/login', { username: 'admin', password: 'public', ...more })
const factors = async () => (await all.get('/mqdeck/mfa')).body

test('a sign-in without or with a wrong code is rejected as in EMQX 5.9, and with the right one accepted', async () => {
  const before = await login()
  const { secret } = await enrol()
  const refused = (error: string) => ({
    status: 401,
    body: { code: 'BAD_MFA_TOKEN', message: { error, mechanism: 'totp' } },
  })
  expect(await login()).toEqual(refused('missing_mfa_token'))
  expect(await login({ mfa_token: '000000' })).toEqual(refused('bad_mfa_token'))
  const code = nextCode(secret)
  const good = await login({ mfa_token: code })
  expect(good).toEqual({ ...before, body: { ...before.body, token: expect.any(String) } })
  expect(await login({ mfa_token: code })).toEqual(refused('bad_mfa_token'))
  expect(await login({ password: 'bad', mfa_token: '1' })).toMatchObject({ body: { code: 'BAD_USERNAME_OR_PWD' } })
  expect((await login({ mfa_token: 7 })).status).toBe(400)
})

test('it is visible to administrators, and disabled with password and code', async () => {
  expect(await factors()).toEqual([])
  const { recovery } = await enrol()
  expect(await factors()).toEqual([
    {
      username: 'admin',
      mechanism: 'totp',
      enrolled_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      recovery_codes_left: 10,
    },
  ])
  const disable = (body: object) => all.call('POST', '/mqdeck/mfa/disable', body)
  expect(await disable({ password: 'bad', mfa_token: recovery[0] })).toMatchObject({
    status: 400,
    body: { code: 'ERROR_PWD_NOT_MATCH' },
  })
  expect(await disable({ password: 'public', mfa_token: '000000' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_MFA_TOKEN' },
  })
  expect((await disable({ password: 'public', mfa_token: recovery[0] })).status).toBe(204)
  expect(await factors()).toEqual([])
  expect((await disable({ password: 'public', mfa_token: recovery[1] })).status).toBe(404)
  expect((await login()).status).toBe(200)
})

test('new recovery codes replace the previous ones', async () => {
  const { recovery } = await enrol()
  const renewed = await all.call('POST', '/mqdeck/mfa/recovery_codes', {
    password: 'public',
    mfa_token: recovery[0],
  })
  expect(renewed).toMatchObject({ status: 200, body: { recovery_codes: expect.any(Array) } })
  expect((await login({ mfa_token: recovery[1] })).status).toBe(401)
})

test('an administrator can disable it for others but not for itself; a viewer can only manage its own', async () => {
  await all.call('POST', '/users', { username: 'eve', password: 'Abcd1234!', description: '', role: 'viewer' })
  const eve = await all.login('eve', 'Abcd1234!')
  await enrol(eve, 'Abcd1234!')
  await enrol()
  const reset = (username: string, token?: string) =>
    all.call('DELETE', `/mqdeck/mfa/users/${username}`, undefined, token)
  expect((await reset('admin', eve)).status).toBe(403)
  expect((await reset('eve', eve)).status).toBe(403)
  expect(await reset('admin')).toMatchObject({ status: 400, body: { code: 'NOT_ALLOWED' } })
  expect((await reset('nobody')).status).toBe(404)
  expect((await reset('eve')).status).toBe(204)
  expect((await reset('eve')).status).toBe(404)
  expect(await all.login('eve', 'Abcd1234!')).toEqual(expect.any(String))
})

test('an unlocked screen is not enough to lock out the owner', async () => {
  expect(await all.call('POST', '/mqdeck/mfa/enrolment', { password: 'guess' })).toMatchObject({
    status: 400,
    body: { code: 'ERROR_PWD_NOT_MATCH' },
  })
  expect(await all.call('POST', '/mqdeck/mfa/enrolment/confirm', { mfa_token: '123456' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  })
})

test('other sessions that used the password only are signed out; the session that enabled it stays', async () => {
  const elsewhere = await all.login('admin', 'public')
  expect((await all.call('GET', '/users', undefined, elsewhere)).status).toBe(200)
  await enrol()
  expect((await all.call('GET', '/users', undefined, elsewhere)).status).toBe(401)
  expect((await all.get('/users')).status).toBe(200)
})

test('programs with an API key are not affected', async () => {
  const { body } = await all.call('POST', '/api_key', { name: 'k', desc: '', enable: true })
  await enrol()
  const authorization = `Basic ${btoa(`${body.api_key}:${body.api_secret}`)}`
  expect((await fetch(`${all.server.urls.api}/nodes`, { headers: { authorization } })).status).toBe(200)
})

test('the audit log contains users and actions, but no secrets', async () => {
  const { body } = await all.get('/configs/log')
  await all.call('PUT', '/configs/log', { ...body, audit: { enable: true } })
  const { secret, recovery } = await enrol()
  await login({ mfa_token: recovery[0] })
  await all.call('POST', '/mqdeck/mfa/disable', { password: 'public', mfa_token: recovery[1] })
  const { data } = (await all.get('/audit')).body
  expect(data.map((entry) => (entry as unknown as { operation_id: string }).operation_id)).toEqual([
    '/mqdeck/mfa/disable',
    '/login',
    '/mqdeck/mfa/enrolment/confirm',
    '/mqdeck/mfa/enrolment',
    '/configs/log',
  ])
  const text = JSON.stringify(data)
  for (const hidden of [secret, '"public"', ...recovery]) expect(text).not.toContain(hidden)
})
