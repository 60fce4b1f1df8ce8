import { cheapPasswordCost, connectMqttJs, createTempFolder, eventually } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningServer, startServer } from './server.ts'
import type { Settings } from './start-options/start-options.ts'
import { freePorts } from './test-server.ts'

const password = 'Passw0rd-1'

async function start(changes: Partial<Settings>) {
  const folder = await createTempFolder()
  const server = await startServer({
    settings: { data_dir: folder.path, ...freePorts, ...changes },
    passwordCost: cheapPasswordCost,
  })
  onTestFinished(async () => {
    await server.stop()
    await folder.remove()
  })
  return server
}

async function call(server: RunningServer, method: string, path: string, body?: unknown, token = '') {
  const response = await fetch(`${server.urls.api}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer: { readonly token: string; readonly message: string } = JSON.parse(text === '' ? '{}' : text)
  return { status: response.status, body: answer }
}

const login = (server: RunningServer, secret: string) =>
  call(server, 'POST', '/login', { username: 'admin', password: secret })

/** A hardened server with an administrator, and a user `ann` of the built-in database. */
async function startHardened() {
  const server = await start({ security_profile: 'hardened', 'dashboard.default_password': password })
  const { token } = (await login(server, password)).body
  const send = (method: string, path: string, body?: unknown) => call(server, method, path, body, token)
  const addUsers = async () => {
    const builtIn = {
      mechanism: 'password_based',
      backend: 'built_in_database',
      password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
    }
    expect((await send('POST', '/authentication', builtIn)).status).toBe(200)
    const user = { user_id: 'ann', password: 'x', is_superuser: false }
    expect((await send('POST', '/authentication/password_based:built_in_database/users', user)).status).toBe(201)
  }
  const connect = (clientId: string) =>
    connectMqttJs(
      { host: '127.0.0.1', port: server.ports.tcp ?? 0 },
      { clientId, username: 'ann', password: 'x', protocolVersion: 5 },
    )
  const setRules = async (rules: string) =>
    expect((await send('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })).status).toBe(204)
  return { server, send, addUsers, connect, setRules }
}

test('hardened is the default for addresses that others can reach, and rejects the default password', async () => {
  const server = await start({ bind: '0.0.0.0' })
  const { status, body } = await login(server, 'public')
  expect([status, body.message]).toEqual([401, expect.stringContaining('mqdeck reset-password admin')])
  expect((await login(server, 'wrong')).body.message).toBe('Auth failed')
})

test('the default password works on a loopback address, and where the profile open is chosen', async () => {
  expect((await login(await start({}), 'public')).status).toBe(200)
  expect((await login(await start({ bind: '0.0.0.0', security_profile: 'open' }), 'public')).status).toBe(200)
})

test('without an enabled authenticator, a hardened server accepts no client', async () => {
  const { send, addUsers, connect } = await startHardened()
  await expect(connect('a')).rejects.toThrow('Not authorized')
  await addUsers()
  await (await connect('a')).end()
  const off = {
    mechanism: 'password_based',
    backend: 'built_in_database',
    password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
    enable: false,
  }
  expect((await send('PUT', '/authentication/password_based:built_in_database', off)).status).toBe(204)
  await expect(connect('a')).rejects.toThrow('Not authorized')
})

test('if an authenticator cannot be reached, a hardened server does not ask the next one', async () => {
  const { send, addUsers, connect } = await startHardened()
  const http = {
    mechanism: 'password_based',
    backend: 'http',
    method: 'post',
    url: 'http://127.0.0.1:1/',
    body: { u: '${username}' },
  }
  expect((await send('POST', '/authentication', http)).status).toBe(200)
  await addUsers()
  await expect(connect('a')).rejects.toThrow('Not authorized')
  await send('DELETE', '/authentication/password_based:http')
  await (await connect('a')).end()
})

test('automatic subscriptions are authorized on a hardened server', async () => {
  const { server, send, addUsers, connect, setRules } = await startHardened()
  await addUsers()
  await setRules('{deny, all, all, ["secret/#"]}. {allow, all}.')
  const topics = ['secret/a', 'public/a'].map((topic) => ({ topic, qos: 0, nl: 0, rap: 0, rh: 0 }))
  expect((await send('PUT', '/mqtt/auto_subscribe', topics)).status).toBe(200)
  const { end } = await connect('auto')
  const filters = () => (server.broker.subscriptionsOf('auto') ?? []).map(({ topic }) => topic)
  await eventually(
    () => filters().length > 0,
    () => 'there is no subscription',
  )
  expect(filters()).toEqual(['public/a'])
  await end()
})

test('a delayed message is dropped if its publisher may no longer publish it when it is due', async () => {
  const { server, addUsers, connect, setRules } = await startHardened()
  await addUsers()
  await setRules('{allow, all}.')
  const { client, message, end } = await connect('late')
  const received: string[] = []
  client.on('message', (topic) => received.push(topic))
  await client.subscribeAsync('cmd/#')
  await client.publishAsync('$delayed/1/cmd/denied', 'x', { qos: 1 })
  await client.publishAsync('$delayed/1/cmd/allowed', 'y', { qos: 1 })
  await setRules('{deny, all, publish, ["cmd/denied"]}. {allow, all}.')
  expect(await message('cmd/allowed')).toBe('y')
  await client.publishAsync('cmd/last', 'z', { qos: 1 })
  await message('cmd/last')
  expect(received).toEqual(['cmd/allowed', 'cmd/last'])
  expect(server.broker.metrics['messages.delayed']).toBe(2)
  await end()
})

test('a failing authorization source denies, unless its failures are ignored', async () => {
  const server = await start({})
  const { token } = (await login(server, 'public')).body
  const send = (method: string, path: string, body?: unknown) => call(server, method, path, body, token)
  const source = { type: 'http', method: 'post', url: 'http://127.0.0.1:1/', body: { t: '${topic}' } }
  await send('DELETE', '/authorization/sources/file')
  expect((await send('POST', '/authorization/sources', source)).status).toBe(204)
  const subscribe = async () => {
    const { client, end } = await connectMqttJs(
      { host: '127.0.0.1', port: server.ports.tcp ?? 0 },
      { clientId: 'c', protocolVersion: 5 },
    )
    const reason = await client.subscribeAsync('t').then(
      (granted) => granted[0]?.qos,
      (error: unknown) => String(error),
    )
    await end()
    return reason
  }
  expect(await subscribe()).toContain('Not authorized')
  const settings = (await send('GET', '/authorization/settings')).body as unknown as object
  expect(settings).toMatchObject({ source_failure: 'deny', no_match: 'allow' })
  expect((await send('PUT', '/authorization/settings', { ...settings, source_failure: 'ignore' })).status).toBe(200)
  expect(await subscribe()).toBe(0)
})
