import { fileURLToPath } from 'node:url'
import { isRecord } from '@mqdeck/contract'
import {
  cheapPasswordCost,
  type ExHookProvider,
  eventually,
  everyExHook,
  freePort,
  startExHookProvider,
  startProcess,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'
import { connectStompClient } from '../gateways/test-stomp-client.ts'

const program = fileURLToPath(new URL('../../../../../../examples/exhook/server.mjs', import.meta.url))

let all: TestServer
let provider: ExHookProvider
beforeAll(async () => {
  all = await startTestServer()
  provider = await startExHookProvider()
})
afterAll(async () => {
  await provider?.stop()
  await all?.stop()
})

afterEach(async () => {
  for (const name of await names()) await all.call('DELETE', `/exhooks/${name}`)
})

const server = (more: object = {}) => ({ name: 'a', url: `http://127.0.0.1:${provider.port}`, pool_size: 1, ...more })
const problem = async (method: string, path: string, body: unknown) => {
  const { status, body: answer } = await all.call(method, path, body)
  return `${status} ${JSON.stringify(answer)}`
}
const names = async () => {
  const rows: unknown = (await all.get('/exhooks')).body
  return Array.isArray(rows) ? rows.map((row: unknown) => (isRecord(row) ? row.name : undefined)) : []
}

test('bad settings are 400 with the field, and nothing is saved', async () => {
  const refused: readonly (readonly [object, string])[] = [
    [{}, 'root.name'],
    [{ name: 'a' }, 'root.url'],
    [server({ name: 'bad name!' }), 'root.name'],
    [server({ name: 'x'.repeat(257) }), 'root.name'],
    [server({ pool_size: 0 }), 'root.pool_size'],
    [server({ pool_size: 1.5 }), 'root.pool_size'],
    [server({ request_timeout: '0s' }), 'root.request_timeout'],
    [server({ auto_reconnect: true }), 'root.auto_reconnect'],
    [server({ auto_reconnect: '1ms' }), 'root.auto_reconnect'],
    [server({ failed_action: 'maybe' }), 'root.failed_action'],
    [server({ more: 1 }), 'unknown_fields'],
    [server({ ssl: { verify: 'never' } }), 'root.ssl.verify'],
    [server({ ssl: { enable: true } }), 'root.url'],
    [
      server({ url: 'https://127.0.0.1:1', ssl: { enable: true, certfile: '/no.pem' } }),
      'exhook.servers.1.ssl.certfile',
    ],
    ...[
      'ftp://h:1',
      'http://h',
      'h:1',
      'http://h:0',
      'http://h:65536',
      'http://h:1/path',
      'http://u:p@h:1',
      '',
      'http://300.1.1.1:1',
      'http://[zz]:1',
    ].map((url) => [server({ url }), 'root.url'] as const),
  ]
  for (const [body, field] of refused) {
    const answer = await problem('POST', '/exhooks', body)
    expect(answer, JSON.stringify(body)).toMatch(/^400 \{"code":"BAD_REQUEST"/)
    expect(answer, JSON.stringify(body)).toContain(field)
  }
  expect((await all.get('/exhooks')).body).toEqual([])
})

test('the configuration file is checked as a whole', async () => {
  const put = async (servers: string) => {
    const response = await fetch(`${all.server.urls.api}/configs`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${all.token()}`, 'content-type': 'text/plain' },
      body: `exhook { servers = [${servers}] }`,
    })
    return `${response.status} ${await response.text()}`
  }
  const one = (name: string) => `{ name = "${name}", url = "http://127.0.0.1:1", enable = false }`
  expect(await put(`${one('a')}, ${one('a')}`)).toMatch(/^400 .*exhook\.servers.*twice/s)
  expect(await put(Array.from({ length: 65 }, (_, n) => one(`s${n}`)).join())).toMatch(/^400 .*at most 64 servers/s)
  expect(await put('{ name = a, url = "http://127.0.0.1" }')).toMatch(/^400 .*exhook\.servers\.0\.url/s)
  expect(await names()).toEqual([])
  expect(await put(`${one('b')}, ${one('a')}`)).toMatch(/^200/)
  expect(await names()).toEqual(['b', 'a'])
})

test('a server is created, moved, changed and deleted, and its password is not shown', async () => {
  await provider.answer('OnProviderLoaded', {
    hooks: [{ name: 'message.acked', topics: ['a/#'] }, { name: 'client.connected' }],
  })
  const made = await all.call('POST', '/exhooks', server({ ssl: { password: 'hidden' } }))
  expect(made).toMatchObject({
    status: 200,
    body: {
      hooks: [
        { name: 'message.acked', params: { topics: ['a/#'] } },
        { name: 'client.connected', params: {} },
      ],
      node_status: [{ node: 'mqdeck@127.0.0.1', status: 'connected' }],
      ssl: { password: '******', enable: false },
    },
  })
  for (const name of ['b', 'c']) await all.call('POST', '/exhooks', server({ name, enable: false }))
  for (const position of ['front', 'before:b', 'after:a'])
    expect((await all.call('POST', '/exhooks/c/move', { position })).status).toBe(204)
  expect(await names()).toEqual(['a', 'c', 'b'])
  for (const position of ['middle', 'before:', 'before:nobody', 'after:c'])
    expect(await problem('POST', '/exhooks/c/move', { position })).toContain(
      '400 {"code":"BAD_REQUEST","message":"Invalid Position',
    )
  expect(await problem('PUT', '/exhooks/c', server({ name: 'd' }))).toContain('The body names d, but the path names c')
  expect(await names()).toEqual(['a', 'c', 'b'])
  const disabled = await all.call('PUT', '/exhooks/a', server({ enable: false, ssl: { password: '******' } }))
  expect(disabled.body).toMatchObject({ hooks: [], node_status: [{ status: 'disabled' }] })
  for (const name of ['b', 'c', 'a']) expect((await all.call('DELETE', `/exhooks/${name}`)).status).toBe(204)
  const calls = provider.calls.all.map(({ method }) => method)
  expect(calls).toEqual(['OnProviderLoaded', 'OnProviderUnloaded'])
})

test('a test returns the hooks or the reason, saves nothing, and is for administrators', async () => {
  await provider.answer('OnProviderLoaded', { hooks: [{ name: 'client.connected' }] })
  expect(await all.call('POST', '/mqdeck/exhook_test', server())).toMatchObject({
    status: 200,
    body: { version: 'v2', hooks: [{ name: 'client.connected', params: {} }], took: expect.any(Number) },
  })
  expect(await problem('POST', '/mqdeck/exhook_test', server({ url: 'http://127.0.0.1:1' }))).toBe(
    '400 {"code":"TEST_FAILED","message":"connect ECONNREFUSED 127.0.0.1:1"}',
  )
  expect((await all.get('/exhooks')).body).toEqual([])
  await all.call('POST', '/users', { username: 'viewer1', password: 'Abcd1234!', description: '', role: 'viewer' })
  const viewer = await all.login('viewer1', 'Abcd1234!')
  expect((await all.call('GET', '/exhooks', undefined, viewer)).status).toBe(200)
  for (const path of ['/exhooks', '/mqdeck/exhook_test'])
    expect((await all.call('POST', path, server(), viewer)).status).toBe(403)
})

test('clients of gateways pass the same hooks', async () => {
  const port = await freePort()
  await all.call('PUT', '/gateways/stomp', {
    clientinfo_override: { clientid: '${Packet.headers.login}', username: '${Packet.headers.login}' },
    listeners: [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }],
  })
  await provider.answer('OnProviderLoaded', { hooks: everyExHook })
  await provider.answer('OnClientAuthenticate', { type: 'CONTINUE', bool_result: false })
  await provider.answer('OnMessagePublish', { type: 'CONTINUE', change: { payload: 'changed' } })
  await all.call('POST', '/exhooks', server())
  provider.calls.clear()
  const refused = await connectStompClient(port, ['login:robot', 'passcode:pw'])
  expect(await refused.next()).toContain('ERROR')
  const asked = await provider.calls.take(({ method }) => method === 'OnClientAuthenticate', 'the authentication')
  expect(asked.request).toMatchObject({ clientinfo: { clientid: 'robot', password: 'pw', protocol: 'stomp' } })
  await provider.calls.take(({ method }) => method === 'OnClientConnack', 'the response')
  await provider.answer('OnClientAuthenticate', { type: 'CONTINUE', bool_result: true })
  provider.calls.clear()
  const device = await connectStompClient(port, ['login:robot'])
  expect(await device.next()).toContain('CONNECTED')
  device.socket.write('SUBSCRIBE\nid:1\ndestination:a\n\n\0SEND\ndestination:a\n\nhello\0')
  expect(await device.next()).toContain('changed')
  device.socket.destroy()
  await provider.calls.take(({ method }) => method === 'OnSessionTerminated', 'the end of the session')
  expect(provider.calls.all.map(({ method }) => method.slice(2))).toEqual([
    'ClientConnect',
    'ClientAuthenticate',
    'SessionCreated',
    'ClientConnected',
    'ClientConnack',
    'ClientSubscribe',
    'SessionSubscribed',
    'MessagePublish',
    'MessageDelivered',
    'ClientDisconnected',
    'SessionTerminated',
  ])
  await all.call('PUT', '/gateways/stomp/enable/false')
})

test('the example server admits devices, restricts their topics and completes their messages', async () => {
  const port = await freePort()
  const example = startProcess({
    command: process.execPath,
    args: [program],
    env: { ADDRESS: `127.0.0.1:${port}`, DEVICES: 'device-1=secret' },
  })
  onTestFinished(() => void example.stop())
  await example.line(/^ExHook server/)
  const made = await all.call('POST', '/exhooks', server({ name: 'devices', url: `http://127.0.0.1:${port}` }))
  expect(made.body).toMatchObject({ node_status: [{ status: 'connected' }] })
  await all.call('DELETE', '/authorization/sources/file')
  await expect(
    all.connect('device-1', { username: 'device-1', password: 'guess', reconnectPeriod: 0 }),
  ).rejects.toThrow()
  const { client } = await all.connect('device-1', { username: 'device-1', password: 'secret' })
  await example.line(/^connected: device-1 127\.0\.0\.1/)
  const received: string[] = []
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
  await client.subscribeAsync('devices/device-1/#', { qos: 1 })
  await expect(client.subscribeAsync('devices/#', { qos: 1 })).rejects.toThrow()
  await client.publishAsync('devices/device-1/text', 'no object', { qos: 1 }).catch(() => {})
  await client.publishAsync('devices/device-1/state', '{"t":1}', { qos: 1 })
  await eventually(
    () => received.length > 0,
    () => 'no message arrived',
  )
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/^devices\/device-1\/state \{"t":1,"device":"device-1","received_at":\d{13}\}$/)
  await client.endAsync()
  await example.line(/^disconnected: device-1 127\.0\.0\.1 normal/)
  expect((await all.call('DELETE', '/exhooks/devices')).status).toBe(204)
  await example.line(/^unloaded by mqdeck@127\.0\.0\.1/)
})

test('servers are loaded before clients can connect when the broker starts, and are part of the configuration', async () => {
  const own = await startTestServer()
  onTestFinished(() => own.stop())
  await provider.answer('OnProviderLoaded', { hooks: [{ name: 'client.authenticate' }] })
  await provider.answer('OnClientAuthenticate', { type: 'STOP_AND_RETURN', bool_result: false })
  await own.call('POST', '/exhooks', server())
  const configuration = await fetch(`${own.server.urls.api}/configs?key=exhook`, {
    headers: { authorization: `Bearer ${own.token()}`, accept: 'text/plain' },
  })
  expect(await configuration.text()).toContain(`url = "http://127.0.0.1:${provider.port}"`)
  await own.server.stop()
  const again = await startServer({ settings: { data_dir: own.folder, ...freePorts }, passwordCost: cheapPasswordCost })
  onTestFinished(() => again.stop())
  provider.calls.clear()
  const answer = await fetch(`${again.urls.api}/exhooks/a`, { headers: { authorization: `Bearer ${own.token()}` } })
  expect(await answer.json()).toMatchObject({ name: 'a', node_status: [{ status: 'connected' }] })
})
