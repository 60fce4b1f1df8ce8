import { measureProcessorTime } from '@mqdeck/kit'
import { measureLongestTurn } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
})
afterEach(async () => {
  await stage.clear()
  for (const { id } of await authenticators()) await stage.call('DELETE', `/authentication/${encodeURIComponent(id)}`)
})
afterAll(() => stage?.stop())

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
}
const path = '/authentication/password_based%3Abuilt_in_database'
/** Response fields that these tests read. */
interface Body {
  readonly message: string
  readonly metrics: object
  readonly id: string
}
const call = async (method: string, at: string, body?: unknown) => {
  const answer = await stage.call(method, at, body)
  return { status: answer.status, body: answer.body as unknown as Body } // any value
}
const authenticators = async () => (await call('GET', '/authentication')).body as unknown as readonly { id: string }[]
const addUser = (user_id: string, password: string, is_superuser = false) =>
  call('POST', `${path}/users`, { user_id, password, is_superuser })
const codeOf = (connecting: Promise<unknown>) =>
  connecting.then(
    () => 0,
    (error: { code?: number }) => error.code,
  )

test('without an authenticator all clients are accepted, with one only its users', async () => {
  expect(await codeOf(stage.connect('anyone'))).toBe(0)
  await call('POST', '/authentication', builtIn)
  expect(await codeOf(stage.connect('anyone'))).toBe(0x87)
  expect(await codeOf(stage.connect('anyone', { protocolVersion: 4 }))).toBe(5)
  await addUser('ann', 'secret')
  expect(await codeOf(stage.connect('ann', { username: 'ann', password: 'secret' }))).toBe(0)
  expect(await codeOf(stage.connect('ann', { username: 'ann', password: 'wrong' }))).toBe(0x86)
  expect(await codeOf(stage.connect('ann', { username: 'ann', password: 'wrong', protocolVersion: 4 }))).toBe(4)
  expect((await call('GET', `${path}/status`)).body.metrics).toMatchObject({
    total: 5,
    success: 1,
    failed: 2,
    nomatch: 2,
  })
  await call('DELETE', path)
  expect(await codeOf(stage.connect('anyone'))).toBe(0)
})

test('a chain whose members are all disabled accepts all clients', async () => {
  await call('POST', '/authentication', { ...builtIn, enable: false })
  expect(await codeOf(stage.connect('anyone'))).toBe(0)
  expect((await call('GET', `${path}/status`)).body).toMatchObject({ metrics: { total: 0 } })
  expect((await addUser('ann', 'secret')).status).toBe(201)
  await call('PUT', path, { ...builtIn, enable: true })
  expect(await codeOf(stage.connect('ann', { username: 'ann', password: 'secret' }))).toBe(0)
})

test.each([
  { name: 'plain', salt_position: 'disable' },
  { name: 'sha512', salt_position: 'suffix' },
  { name: 'pbkdf2', mac_fun: 'sha256', iterations: 1000 },
  { name: 'bcrypt', salt_rounds: 5 },
  { name: 'argon2' },
])('users by client ID with a $name password hash are accepted', async (password_hash_algorithm) => {
  await call('POST', '/authentication', { ...builtIn, user_id_type: 'clientid', password_hash_algorithm })
  await addUser('dev-1', 'secret')
  expect(await codeOf(stage.connect('dev-1', { username: 'x', password: 'secret' }))).toBe(0)
  expect(await codeOf(stage.connect('dev-1', { username: 'x', password: 'secret ' }))).toBe(0x86)
  expect(await codeOf(stage.connect('dev-2', { username: 'dev-1', password: 'secret' }))).toBe(0x87)
})

test('a superuser has all permissions until the flag is removed', async () => {
  await call('POST', '/authentication', builtIn)
  await addUser('root', 'secret', true)
  await stage.connect('r1', { username: 'root', password: 'secret' })
  expect(stage.server.broker.client('r1')?.info.isSuperuser).toBe(true)
  expect((await call('PUT', `${path}/users/root`, { password: 'secret', is_superuser: false })).body).toEqual({
    user_id: 'root',
    is_superuser: false,
  })
  await stage.connect('r2', { username: 'root', password: 'secret' })
  expect(stage.server.broker.client('r2')?.info.isSuperuser).toBe(false)
})

test('deleted users, and users of a deleted authenticator, are rejected', async () => {
  await call('POST', '/authentication', builtIn)
  await addUser('ann', 'secret')
  await addUser('bob', 'secret')
  await call('DELETE', `${path}/users/ann`)
  expect(await codeOf(stage.connect('a', { username: 'ann', password: 'secret' }))).toBe(0x87)
  await call('DELETE', path)
  await call('POST', '/authentication', builtIn)
  expect(await codeOf(stage.connect('b', { username: 'bob', password: 'secret' }))).toBe(0x87)
  expect((await stage.get(`${path}/users`)).body).toMatchObject({ data: [], meta: { count: 0 } })
})

test("errors have EMQX's messages", async () => {
  const messageOf = async (method: string, at: string, body?: unknown) => {
    const answer = await call(method, at, body)
    return [answer.status, answer.body.message]
  }
  expect(await messageOf('POST', '/authentication', { mechanism: 'nope' })).toEqual([
    400,
    '{"reason":"unsupported_mechanism","path":"root","mechanism":"nope","kind":"validation_error"}',
  ])
  expect(await messageOf('GET', '/authentication/nope')).toEqual([404, "Authenticator 'nope' does not exist"])
  expect(await messageOf('GET', `${path}/users`)).toEqual([
    404,
    "Authenticator 'password_based:built_in_database' does not exist",
  ])
  await call('POST', '/authentication', builtIn)
  expect((await call('POST', '/authentication', builtIn)).status).toBe(409)
  await addUser('ann', 'secret')
  expect(await messageOf('POST', `${path}/users`, { user_id: 'ann', password: 'x' })).toEqual([
    409,
    'User already exists',
  ])
  expect(await messageOf('GET', `${path}/users/bob`)).toEqual([404, 'User not found'])
  expect((await addUser('', 'x')).status).toBe(400)
  expect((await addUser('eve', '')).status).toBe(400)
  expect((await addUser('x'.repeat(2000), 'x')).status).toBe(400)
  expect((await call('PUT', path, { mechanism: 'jwt' })).status).toBe(400)
  expect((await call('PUT', `${path}/position/nowhere`)).status).toBe(400)
  expect((await call('PUT', `${path}/position/before:jwt`)).status).toBe(404)
  expect((await call('PUT', '/authentication/order', [])).status).toBe(400)
  expect((await call('PUT', '/authentication/order', [{ id: 'jwt' }])).status).toBe(400)
})

test('the chain is used in its order, which can be changed', async () => {
  await call('POST', '/authentication', builtIn)
  await call('POST', '/authentication', { mechanism: 'scram', backend: 'built_in_database' })
  const order = async () => (await authenticators()).map(({ id }) => id.split(':')[0])
  expect(await order()).toEqual(['password_based', 'scram'])
  await call('PUT', `${path}/position/rear`)
  expect(await order()).toEqual(['scram', 'password_based'])
  await call('PUT', `${path}/position/before:scram:built_in_database`)
  expect(await order()).toEqual(['password_based', 'scram'])
  await call('PUT', '/authentication/order', [
    { id: 'scram:built_in_database' },
    { id: 'password_based:built_in_database' },
  ])
  expect(await order()).toEqual(['scram', 'password_based'])
})

test('users are found by a part of their ID and by the superuser flag', async () => {
  await call('POST', '/authentication', builtIn)
  await Promise.all(['ann', 'anna', 'bob'].map((id) => addUser(id, 'secret', id === 'bob')))
  const list = async (query: string) => {
    const { data, meta } = (await stage.get(`${path}/users?${query}`)).body as unknown as {
      data: readonly { user_id: string }[]
      meta: object
    }
    return { ids: data.map(({ user_id }) => user_id), meta }
  }
  expect(await list('like_user_id=ann')).toMatchObject({ ids: ['ann', 'anna'], meta: { count: 2 } })
  expect(await list('is_superuser=true')).toMatchObject({ ids: ['bob'] })
  expect(await list('limit=2&page=2')).toMatchObject({ ids: ['bob'], meta: { count: 3, hasnext: false } })
})

async function importFile(name: string, text: string, type = 'plain') {
  const form = new FormData()
  form.set('filename', new Blob([text]), name)
  const response = await fetch(`${stage.server.urls.api}${path}/import_users?type=${type}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token()}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as Body }
}

test('users are imported from CSV and JSON files, with passwords or hashes, and from a JSON body', async () => {
  await call('POST', '/authentication', builtIn)
  const one = { total: 1, success: 1, override: 0, skipped: 0, failed: 0 }
  const sha256 = '5d5b8fbbd6eb09b0b0b3d2a5fd4b0a2d1b1e6cf8c80f0e41d7b5b1bb1c29c5dd'
  expect(await importFile('users.csv', 'user_id,password,is_superuser\n"a,1",se"cret,true\n')).toMatchObject({
    status: 200,
    body: one,
  })
  expect(await importFile('users.json', '[{"user_id": "b", "password": "x"}]')).toMatchObject({
    status: 200,
    body: one,
  })
  expect(
    await importFile('h.csv', `is_superuser,user_id,salt,password_hash\r\nfalse,c,s,${sha256}`, 'hash'),
  ).toMatchObject({ status: 200, body: one })
  expect((await call('POST', `${path}/import_users?type=plain`, [{ user_id: 'b', password: 'y' }])).body).toEqual({
    total: 1,
    success: 0,
    override: 1,
    skipped: 0,
    failed: 0,
  })
  expect(await codeOf(stage.connect('1', { username: 'a,1', password: 'se"cret' }))).toBe(0)
  expect(await codeOf(stage.connect('2', { username: 'b', password: 'y' }))).toBe(0)
  expect(await codeOf(stage.connect('3', { username: 'c', password: 'y' }))).toBe(0x86)
})

test('one invalid row rejects an import and is reported', async () => {
  await call('POST', '/authentication', builtIn)
  const text = 'user_id,password\nann,secret\n,secret\nbob,\n'
  expect(await importFile('users.csv', text)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Row 2: user_id is missing; Row 3: password is missing' },
  })
  for (const [name, content] of [
    ['users.csv', 'name,password\na,b\n'],
    ['users.csv', 'user_id,password\n"a,b\n'],
    ['users.json', '{"user_id": "a"}'],
    ['users.json', '[{"user_id": "a"'],
    ['users.json', '[{"user_id": 1, "password": "x"}]'],
    ['users.txt', 'user_id,password\na,b\n'],
  ] as const)
    expect([content, (await importFile(name, content)).status]).toEqual([content, 400])
  expect((await stage.get(`${path}/users`)).body).toMatchObject({ meta: { count: 0 } })
})

test('an import of 100 000 users does not block clients', async () => {
  await call('POST', '/authentication', builtIn)
  await addUser('ann', 'secret')
  const { client } = await stage.connect('ann', { username: 'ann', password: 'secret' })
  const lines = Array.from({ length: 100_000 }, (_, index) => `device-${index},password-${index},false`)
  const text = ['user_id,password,is_superuser', ...lines].join('\n')
  const used = measureProcessorTime()
  let published = 0
  const longest = await measureLongestTurn(async () => {
    let isDone = false
    const importing = importFile('users.csv', text).finally(() => {
      isDone = true
    })
    while (!isDone) {
      await client.publishAsync('t', 'x', { qos: 1 })
      published += 1
    }
    expect(await importing).toMatchObject({ status: 200, body: { total: 100_000, success: 100_000, failed: 0 } })
  })
  // A client that had to wait for the import would have waited for most of it.
  expect(longest).toBeLessThan(used() / 3)
  expect(published).toBeGreaterThan(10)
  expect(await codeOf(stage.connect('d', { username: 'device-99999', password: 'password-99999' }))).toBe(0)
  expect((await stage.get(`${path}/users?like_user_id=ice-9999&limit=2&page=3`)).body).toMatchObject({
    data: [{ user_id: 'device-99993' }, { user_id: 'device-99994' }],
    meta: { count: 11, hasnext: true },
  })
  expect((await stage.get(`${path}/users?limit=10&page=10001`)).body).toMatchObject({
    data: [{ user_id: 'device-99999' }],
    meta: { count: 100_001, hasnext: false },
  })
})

test('users of the built-in database and of SCRAM are exported and restored', async () => {
  await call('POST', '/authentication', builtIn)
  await call('POST', '/authentication', { mechanism: 'scram', backend: 'built_in_database' })
  await addUser('ann', 'secret', true)
  await call('POST', '/authentication/scram%3Abuilt_in_database/users', { user_id: 'sue', password: 'secret' })
  const table_sets = ['builtin_authn', 'builtin_authn_scram']
  const { filename } = (await stage.call('POST', '/data/export', { table_sets, root_keys: [] })).body as unknown as {
    filename: string
  }
  await call('DELETE', `${path}/users/ann`)
  await call('DELETE', '/authentication/scram%3Abuilt_in_database/users/sue')
  expect((await call('POST', '/data/import', { filename })).status).toBe(204)
  expect(await codeOf(stage.connect('a', { username: 'ann', password: 'secret' }))).toBe(0)
  expect((await stage.get('/authentication/scram%3Abuilt_in_database/users')).body).toMatchObject({
    data: [{ user_id: 'sue', is_superuser: false }],
  })
})

test('Prometheus metrics contain each authenticator', async () => {
  await call('POST', '/authentication', builtIn)
  await call('POST', '/authentication', { mechanism: 'scram', backend: 'built_in_database', enable: false })
  await addUser('ann', 'secret')
  await stage.connect('a', { username: 'ann', password: 'secret' })
  const answer = await fetch(`${stage.server.urls.api}/prometheus/auth`)
  expect((await answer.text()).split('\n')).toEqual(
    expect.arrayContaining([
      'emqx_authn_enable{id="password_based:built_in_database"} 1',
      'emqx_authn_enable{id="scram:built_in_database"} 0',
      'emqx_authn_status{id="scram:built_in_database"} 0',
      'emqx_authn_success{id="password_based:built_in_database"} 1',
      'emqx_authn_users_count{id="password_based:built_in_database"} 1',
    ]),
  )
})

test('the decisions of the last minute are returned as rates of five seconds each', async () => {
  await call('POST', '/authentication', builtIn)
  await addUser('ann', 'secret')
  expect(await codeOf(stage.connect('ann', { username: 'ann', password: 'secret' }))).toBe(0)
  const rates = async () => (await stage.call('GET', '/mqdeck/access_rates')).body
  await expect.poll(rates).toMatchObject({
    interval: 5000,
    authentication: { 'password_based:built_in_database': expect.arrayContaining([0.2]) },
    authorization: { file: expect.any(Array) },
  })
})
