import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestResponse, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
beforeEach(async () => {
  for (const { name } of (await all.get('/api_key')).body as unknown as readonly { name: string }[])
    await all.call('DELETE', `/api_key/${name}`)
})

const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
const create = (more: object = {}) => all.call('POST', '/api_key', { name: 'k1', desc: 'd', enable: true, ...more })
const credentials = ({ body }: TestResponse) => basic(body.api_key, body.api_secret)

async function ask(authorization: string, path = '/nodes') {
  const response = await fetch(`${all.server.urls.api}${path}`, { headers: { authorization } })
  const { code, message } = (await response.json()) as { readonly code?: string; readonly message?: string }
  return { status: response.status, code, message, asks: response.headers.get('www-authenticate') }
}

const refused = {
  status: 401,
  code: 'BAD_API_KEY_OR_SECRET',
  message: 'Check api_key/api_secret',
  asks: 'Basic Realm="emqx-dashboard"',
}

test('a key is created, used, changed and deleted, and its secret is shown once', async () => {
  const made = await create({ expired_at: '2036-01-01T00:00:00+00:00' })
  const known = {
    name: 'k1',
    api_key: expect.stringMatching(/^[0-9a-f]{16}$/),
    desc: 'd',
    enable: true,
    expired: false,
    expired_at: '2036-01-01T00:00:00+00:00',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    role: 'administrator',
  }
  expect(made).toEqual({ status: 200, body: { ...known, api_secret: expect.stringMatching(/^[\w-]{43}$/) } })
  expect(await all.get('/api_key/k1')).toEqual({ status: 200, body: known })
  expect(await all.get('/api_key')).toEqual({ status: 200, body: [known] })
  expect(await ask(credentials(made))).toMatchObject({ status: 200, asks: null })

  const changed = await all.call('PUT', '/api_key/k1', { enable: false, desc: 'x' })
  expect(changed.body).toEqual({ ...known, enable: false, desc: 'x', expired_at: 'infinity' })
  expect(await ask(credentials(made))).toEqual(refused)
  await all.call('PUT', '/api_key/k1', { enable: true })
  expect((await ask(credentials(made))).status).toBe(200)
  expect((await all.call('DELETE', '/api_key/k1')).status).toBe(204)
  expect(await ask(credentials(made))).toEqual(refused)
  for (const method of ['GET', 'DELETE'])
    expect(await all.call(method, '/api_key/k1')).toMatchObject({ status: 404, body: { message: 'Name NOT FOUND' } })
})

test('an expired key grants no access', async () => {
  const made = await create({ expired_at: 1_600_000_000 })
  expect(made.body).toMatchObject({ expired: true, expired_at: '2020-09-13T12:26:40+00:00' })
  for (let times = 0; times < 10; times++) expect(await ask(credentials(made))).toEqual(refused)
})

test('a change of the note does not give a viewer more rights', async () => {
  await create({ role: 'viewer' })
  expect((await all.call('PUT', '/api_key/k1', { desc: 'new' })).body).toMatchObject({ role: 'viewer', desc: 'new' })
})

test.each([
  ['without a note', { desc: undefined }, 'required_field'],
  ['with a note that is not text', { desc: 7 }, 'desc'],
  ['without a name', { name: undefined }, 'required_field'],
  ['with a digit first', { name: '1a' }, 'Name should be'],
  ['with a blank', { name: 'a b' }, 'Name should be'],
  ['with a name in Chinese', { name: '钥匙' }, 'Name should be'],
  ['with a very long name', { name: 'a'.repeat(257) }, 'Name should be'],
  ['with a line feed behind the name', { name: 'a\n' }, 'Name should be'],
  ['with an unknown role', { role: 'root' }, 'Role does not exist'],
  ['that expires at an invalid time', { expired_at: 'tomorrow' }, 'rfc3339'],
  ['that expires in a year with five digits', { expired_at: 9e15 }, 'rfc3339'],
])('a key %s is rejected', async (_, fields, reason) => {
  const { status, body } = await create(fields)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(reason)
  expect((await all.get('/api_key')).body).toEqual([])
})

test('parallel requests for one name create one key', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  const made = answers.find(({ status }) => status === 200)
  expect(made && (await ask(credentials(made))).status).toBe(200)
  expect(JSON.stringify(answers.find(({ status }) => status === 400)?.body)).toContain('name_already_existed')
})

test.each([
  ['nothing', 'Basic'],
  ['nothing after a blank', 'Basic '],
  ['not base64', 'Basic ::::'],
  ['no colon', `Basic ${btoa('k1')}`],
  ['nothing but a colon', `Basic ${btoa(':')}`],
  ['other alphabets', basic('ключ', '秘密')],
  ['bytes that are not text', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
  ['a property name of the prototype', basic('__proto__', 'constructor')],
  ['the name of a key in place of the key', basic('k1', 'x')],
  ['a header of 100 KB', basic('k'.repeat(40_000), 's'.repeat(40_000))],
  ['the credentials of a user', basic('admin', 'public')],
])('%s as credentials is rejected like a wrong key', async (_, authorization) => {
  await create()
  expect(await ask(authorization)).toEqual(refused)
})

test('the scheme is case-insensitive, and a truncated or extended secret is rejected', async () => {
  const { body } = await create()
  const { api_key: key, api_secret: secret } = body
  expect((await ask(`bAsIc ${btoa(`${key}:${secret}`)}`)).status).toBe(200)
  for (const wrong of [secret.slice(1), `${secret}x`, `${secret}\0`, secret.toUpperCase()])
    expect(await ask(basic(key, wrong))).toEqual(refused)
})

test('guessing is slowed down, while a program at the same address continues', async () => {
  const made = await create()
  const other = await create({ name: 'k2' })
  const guess = () => ask(basic(made.body.api_key, 'guess'))
  for (let times = 0; times < 3; times++) expect((await guess()).status).toBe(401)
  expect(await guess()).toEqual({ ...refused, status: 429, message: expect.stringContaining('Too many') })
  expect((await ask(credentials(other))).status).toBe(200)
  for (let times = 0; times < 5; times++) {
    expect((await ask(basic(other.body.api_key, 'guess'))).status).toBe(401)
    expect((await ask(credentials(other))).status).toBe(200)
  }
})

test('a thousand calls with a key do not delay others', async () => {
  const made = await create()
  const before = process.cpuUsage()
  for (let times = 0; times < 20; times++)
    expect(await Promise.all(Array.from({ length: 50 }, async () => (await ask(credentials(made))).status))).toEqual(
      Array(50).fill(200),
    )
  // Of all threads, because hashes are computed in threads. A slow hash would take a minute.
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(15_000)
})

test('deleting a key does not affect a running call, and rejects later ones', async () => {
  const made = await create()
  const body = JSON.stringify({ topic: 't', payload: 'x', qos: 0 })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const call = request(`${all.server.urls.api}/publish`, {
      method: 'POST',
      headers: {
        authorization: credentials(made),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    })
    call.on('error', reject).on('response', (response) => resolve(response.resume().statusCode))
    // The server has received the headers and waits for the body.
    call.on('continue', () => {
      all.call('DELETE', '/api_key/k1').then(() => call.end(body), reject)
    })
    call.flushHeaders()
  })
  expect([200, 202]).toContain(await answered)
  expect(await ask(credentials(made))).toEqual(refused)
})

test('the history contains the key that changed the configuration', async () => {
  const made = await create()
  const response = await fetch(`${all.server.urls.api}/configs/sys_topics`, {
    method: 'PUT',
    headers: { authorization: credentials(made), 'content-type': 'application/json' },
    body: JSON.stringify({ sys_msg_interval: '2m' }),
  })
  expect(response.status).toBe(200)
  expect(JSON.stringify((await all.get('/mqdeck/config_versions')).body)).toContain('API key k1')
})
