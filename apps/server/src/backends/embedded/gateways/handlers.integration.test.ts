import { connectMqttJs, freePort, testCertificate } from '@mqdeck/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'
import { connectStompClient } from './test-stomp-client.ts'

let stage: TestServer
let port: number
beforeAll(async () => {
  stage = await startTestServer()
})
afterAll(() => stage?.stop())
beforeEach(async () => {
  port = await freePort()
})

const call = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await stage.call(method, path, body)
  return { status, body: answer as unknown } // any value
}
const problem = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await call(method, path, body)
  const { code, message = '' } = answer as { readonly code: string; readonly message?: string }
  return `${status} ${code} ${message}`
}

/** Loads STOMP, or gives it exactly this listener. */
async function loadStomp(settings: object = {}): Promise<void> {
  const listener = { type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }
  const { status } = await call('GET', '/gateways/stomp/listeners/stomp:tcp:default')
  if (status === 200) {
    expect(await call('PUT', '/gateways/stomp/listeners/stomp:tcp:default', listener)).toMatchObject({ status: 200 })
    expect(await call('PUT', '/gateways/stomp', { enable: true, ...settings })).toMatchObject({ status: 204 })
  } else
    expect(await call('PUT', '/gateways/stomp', { ...settings, listeners: [listener] })).toMatchObject({ status: 204 })
}

const connectStomp = (headers: readonly string[] = [], to = port) => connectStompClient(to, headers)

test('gateways are unloaded until they are configured, and unknown names are refused with 400', async () => {
  const fresh = await startTestServer()
  try {
    expect((await fresh.call('GET', '/gateways')).body).toContainEqual({ name: 'stomp', status: 'unloaded' })
    expect((await fresh.call('GET', '/gateways/stomp')).body).toEqual({ name: 'stomp', status: 'unloaded' })
    expect((await fresh.call('GET', '/gateways/stomp/listeners')).body).toEqual({
      code: 'RESOURCE_NOT_FOUND',
      message: 'Gateway not loaded',
    })
  } finally {
    await fresh.stop()
  }
  const unknown =
    '400 BAD_REQUEST {"value":"nosuch","reason":"not_a_enum_symbol","path":"name","kind":"validation_error"}'
  expect(await problem('GET', '/gateways/nosuch')).toBe(unknown)
  expect(await problem('PUT', '/gateways/ocpp', {})).toContain('not_a_enum_symbol')
  expect(await problem('GET', '/gateways/nosuch/clients')).toBe(unknown)
  expect(await problem('GET', '/gateways?status=foo')).toBe(
    '400 BAD_REQUEST Unknown gateway status in query: foo\nValues allowed: running, stopped, unloaded',
  )
})

test('a loaded gateway serves clients, which MQTT clients reach and the API lists and disconnects', async () => {
  await loadStomp({ frame: { max_headers: 20 } })
  expect((await call('GET', '/gateways/stomp')).body).toMatchObject({
    name: 'stomp',
    status: 'running',
    enable: true,
    frame: { max_headers: 20, max_headers_length: 1024 },
    listeners: [
      { id: 'stomp:tcp:default', type: 'tcp', name: 'default', bind: `127.0.0.1:${port}`, max_conn_rate: 1000 },
    ],
  })
  const device = await connectStomp(['login:ann'])
  expect(await device.next()).toContain('CONNECTED')
  const [row] = (
    (await call('GET', '/gateways/stomp/clients?like_username=an')).body as { data: { clientid: string }[] }
  ).data
  const clientid = row?.clientid ?? ''
  expect(row).toMatchObject({
    username: 'ann',
    proto_name: 'STOMP',
    proto_ver: '1.2',
    connected: true,
    node: expect.any(String),
  })
  expect((await call('GET', `/clients/${clientid}`)).status).toBe(404)
  expect((await call('GET', '/gateways')).body).toContainEqual(
    expect.objectContaining({ name: 'stomp', status: 'running', current_connections: 1, max_connections: 1024 }),
  )

  const path = `/gateways/stomp/clients/${clientid}/subscriptions`
  expect(await problem('POST', path, { qos: 1 })).toBe('400 BAD_REQUEST Miss topic property')
  expect(await problem('POST', path, { topic: 'a/#/b', qos: 1, sub_props: { subid: '1' } })).toContain('root.topic')
  expect(await problem('POST', path, { topic: 'a', qos: 5, sub_props: { subid: '1' } })).toContain('root.qos')
  expect(await call('POST', path, { topic: 'from/mqtt', qos: 1, sub_props: { subid: '88' } })).toMatchObject({
    status: 201,
    body: { topic: 'from/mqtt', qos: 1, sub_props: { subid: '88' } },
  })
  const { client, end } = await stage.connect('mqtt-client')
  await client.publishAsync('from/mqtt', 'hello', { qos: 1 })
  expect(await device.next()).toContain('hello')
  await end()
  expect((await call('DELETE', `${path}/from%2Fmqtt`)).status).toBe(204)
  expect(await problem('DELETE', `${path}/from%2Fmqtt`)).toBe('404 RESOURCE_NOT_FOUND Resource not found')

  expect(await problem('GET', '/gateways/stomp/clients?node=nosuch')).toContain('500 NODE_DOWN')
  expect((await call('GET', '/gateways/stomp/clients?conn_state=foo')).status).toBe(400)
  expect((await call('DELETE', `/gateways/stomp/clients/${clientid}`)).status).toBe(204)
  expect(await problem('DELETE', `/gateways/stomp/clients/${clientid}`)).toBe('404 RESOURCE_NOT_FOUND Client not found')
  device.socket.destroy()
})

test('invalid settings are refused with the name of the field, and the gateway keeps its settings', async () => {
  await loadStomp({ frame: { max_headers: 10 } })
  const before = (await call('GET', '/gateways/stomp')).body
  for (const [body, part] of [
    [{ foo: 1 }, 'foo'],
    [{ frame: { max_headers: 'many' } }, 'root.frame.max_headers'],
    [{ idle_timeout: 'abc' }, 'root.idle_timeout'],
    [{ name: 'coap' }, 'root.name'],
    [{ listeners: [] }, 'root.listeners'],
    [{ listeners: [{ type: 'udp', name: 'x', bind: '1' }] }, 'root.type'],
    [{ authentication: { mechanism: 'jwt' } }, 'authentication'],
  ] as const)
    expect([body, await problem('PUT', '/gateways/stomp', body)]).toEqual([
      body,
      expect.stringMatching(`^400 .*${part}`),
    ])
  expect((await call('PUT', '/gateways/stomp', [1])).status).toBe(400)
  expect((await call('PUT', '/gateways/stomp', {})).status).toBe(204)
  const { listeners } = before as { readonly listeners: readonly object[] }
  expect((await call('PUT', '/gateways/stomp', { listeners })).status).toBe(204)
  const reordered = listeners.map((one) => Object.fromEntries(Object.entries(one).reverse()))
  expect((await call('PUT', '/gateways/stomp', { listeners: reordered })).status).toBe(204)
  const changed = listeners.map((one) => ({ ...one, max_connections: 7 }))
  expect(await problem('PUT', '/gateways/stomp', { listeners: changed })).toContain('cannot be changed here')
  expect((await call('GET', '/gateways/stomp')).body).toEqual(before)
})

test('a disabled gateway disconnects its clients and serves again when it is enabled', async () => {
  await loadStomp()
  const device = await connectStomp()
  expect(await device.next()).toContain('CONNECTED')
  expect((await call('PUT', '/gateways/stomp/enable/false')).status).toBe(204)
  await expect.poll(device.next).toBe('closed')
  expect((await call('GET', '/gateways/stomp')).body).toMatchObject({
    status: 'stopped',
    enable: false,
    stopped_at: expect.any(String),
  })
  expect((await call('PUT', '/gateways/stomp/enable/maybe')).status).toBe(400)
  expect(await problem('PUT', '/gateways/mqttsn/enable/true')).toContain('404 RESOURCE_NOT_FOUND')
  expect((await call('PUT', '/gateways/stomp/enable/true')).status).toBe(204)
  const again = await connectStomp()
  expect(await again.next()).toContain('CONNECTED')
  again.socket.destroy()
})

test('listeners are added, changed, stopped and deleted; invalid ones are refused and not stored', async () => {
  await loadStomp()
  const path = '/gateways/stomp/listeners'
  const other = await freePort()
  const bind = `127.0.0.1:${other}`
  expect(await call('POST', path, { type: 'tcp', name: 'two', bind, tcp_options: { active_n: 50 } })).toMatchObject({
    status: 201,
    body: { id: 'stomp:tcp:two', type: 'tcp', name: 'two', bind, running: true },
  })
  for (const [body, message] of [
    [{ type: 'tcp', name: 'two', bind }, 'Listener name has occupied'],
    [{ type: 'tcp', name: 'three', bind }, 'eaddrinuse.*gateway.stomp.listeners.tcp.three.bind'],
    [{ type: 'udp', name: 'u', bind }, 'root.type'],
    [{ type: 'foo', name: 'u', bind }, 'root.type'],
    [{ type: 'tcp', name: 'u', bind: 'bad' }, 'root.bind'],
    [{ type: 'tcp', name: 'u', bind: '127.0.0.1:99999' }, 'root.bind'],
    [{ type: 'tcp', name: 'u' }, 'bind is required'],
    [{ type: 'tcp', bind }, 'name is required'],
    [{ name: 'u', bind }, 'type is required'],
    [{ type: 'tcp', name: 'bad name!', bind }, 'root.name'],
    [{ type: 'tcp', name: 'u', bind, foo: 1 }, 'foo'],
    [{ type: 'tcp', name: 'u', bind, max_connections: 'many' }, 'root.max_connections'],
    [{ type: 'tcp', name: 'u', bind, max_conn_rate: '10/s' }, 'root.max_conn_rate'],
  ] as const)
    expect([body, await problem('POST', path, body)]).toEqual([
      body,
      expect.stringMatching(`^400 BAD_REQUEST .*${message}`),
    ])
  expect(((await call('GET', path)).body as { id: string }[]).map(({ id }) => id)).toEqual([
    'stomp:tcp:default',
    'stomp:tcp:two',
  ])
  const two = `${path}/stomp:tcp:two`
  expect(await call('PUT', two, { bind, max_connections: 10, enable: false })).toMatchObject({
    status: 200,
    body: { max_connections: 10, enable: false, running: false },
  })
  await expect(connectStomp([], other).then(({ next }) => next())).resolves.toBe('closed')
  expect(await problem('PUT', two, { type: 'ssl', bind })).toContain('root.type')
  expect(await problem('PUT', `${path}/stomp:tcp:nosuch`, { bind })).toBe(
    '400 BAD_REQUEST Listener stomp:tcp:nosuch not found',
  )
  expect(await problem('GET', `${path}/stomp:tcp:nosuch`)).toBe('404 RESOURCE_NOT_FOUND Listener not found')
  expect(await problem('GET', `${path}/tcp:default`)).toBe('404 RESOURCE_NOT_FOUND Listener not found: tcp:default')
  expect((await call('DELETE', two)).status).toBe(204)
  expect(await problem('DELETE', two)).toBe('404 RESOURCE_NOT_FOUND Listener not found')
})

test('a client of a listener is disconnected when its port changes or it is deleted, and the next port serves', async () => {
  await loadStomp()
  const [first, second] = [await freePort(), await freePort()]
  const path = '/gateways/stomp/listeners'
  const live = { type: 'tcp', name: 'live', bind: `127.0.0.1:${first}` }
  const connected = async (to: number) => {
    const device = await connectStomp([], to)
    expect(await device.next()).toContain('CONNECTED')
    return device
  }
  expect(await call('POST', path, live)).toMatchObject({ status: 201 })
  const before = await connected(first)
  const other = await connected(port)
  const moved = { ...live, bind: `127.0.0.1:${second}` }
  expect(await call('PUT', `${path}/stomp:tcp:live`, moved)).toMatchObject({ status: 200, body: { running: true } })
  expect(await closing(before)).toBe('closed')
  expect(await (await connectStomp([], first)).next()).toBe('closed')
  const after = await connected(second)
  // A port in use is refused, and the client stays.
  const used = { ...live, bind: `127.0.0.1:${port}` }
  expect(await problem('PUT', `${path}/stomp:tcp:live`, used)).toContain('eaddrinuse')
  after.socket.write('SEND\ndestination:a\nreceipt:r\n\nx\0')
  expect(await after.next()).toContain('RECEIPT')
  expect((await call('DELETE', `${path}/stomp:tcp:live`)).status).toBe(204)
  expect(await closing(after)).toBe('closed')
  expect(await (await connectStomp([], second)).next()).toBe('closed')
  // Clients of other listeners stay.
  other.socket.write('SEND\ndestination:a\nreceipt:r\n\nx\0')
  expect(await other.next()).toContain('RECEIPT')
})

/** The last frame: an ERROR with the reason may precede the end. */
async function closing({ next }: Awaited<ReturnType<typeof connectStomp>>): Promise<string> {
  const frame = await next()
  return frame.startsWith('ERROR') ? next() : frame
}

test('certificates given inline are stored in files', async () => {
  await loadStomp()
  const { cert, key } = await testCertificate()
  const bind = `127.0.0.1:${await freePort()}`
  const answer = await call('POST', '/gateways/stomp/listeners', {
    type: 'ssl',
    name: 'tls',
    bind,
    ssl_options: { certfile: cert, keyfile: key },
  })
  expect(answer).toMatchObject({
    status: 201,
    body: { ssl_options: { certfile: expect.stringMatching(/^\$\{EMQX_ETC_DIR\}\/certs\/gateway\/stomp/) } },
  })
  const bad = { type: 'ssl', name: 'bad', bind, ssl_options: { certfile: '/nowhere/c.pem', keyfile: '/nowhere/k.pem' } }
  expect(await problem('POST', '/gateways/stomp/listeners', bad)).toMatch(/^400 .*ssl_options/)
  expect((await call('DELETE', '/gateways/stomp/listeners/stomp:ssl:tls')).status).toBe(204)
})

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
}

test('an authenticator of a gateway or a listener decides on its clients, with users of its own', async () => {
  await loadStomp()
  const gateway = '/gateways/stomp/authentication'
  const listener = '/gateways/stomp/listeners/stomp:tcp:default/authentication'
  expect((await call('GET', gateway)).status).toBe(204)
  expect(await problem('GET', `${gateway}/users`)).toBe(
    '404 RESOURCE_NOT_FOUND Resource not found. path: gateway.stomp.authentication',
  )
  expect(await problem('PUT', gateway, builtIn)).toBe('400 BAD_REQUEST The authentication not found on stomp')
  expect(await problem('POST', gateway, { mechanism: 'scram', backend: 'built_in_database' })).toContain(
    'unsupported_mechanism',
  )
  expect(await call('POST', gateway, builtIn)).toMatchObject({ status: 201, body: builtIn })
  expect(await problem('POST', gateway, builtIn)).toBe('400 BAD_REQUEST The authentication already exist on stomp')
  expect((await call('GET', gateway)).body).toMatchObject({
    chain_name: 'stomp:global',
    id: 'password_based:built_in_database',
  })
  expect(await call('POST', `${gateway}/users`, { user_id: 'ann', password: 'secret' })).toEqual({
    status: 201,
    body: { user_id: 'ann', is_superuser: false },
  })
  expect(await problem('POST', `${gateway}/users`, { user_id: 'ann', password: 'x' })).toBe(
    '409 ALREADY_EXISTS User already exists',
  )
  const enter = async (login: string, passcode: string) => {
    const device = await connectStomp([`login:${login}`, `passcode:${passcode}`])
    const frame = await device.next()
    device.socket.destroy()
    return frame.split('\n')[0]
  }
  expect(await enter('ann', 'secret')).toBe('CONNECTED')
  expect(await enter('ann', 'wrong')).not.toBe('CONNECTED')
  // MQTT clients have authenticators of their own.
  await (await connectMqttJs({ host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 })).end()

  expect((await call('POST', listener, builtIn)).status).toBe(201)
  expect((await call('POST', `${listener}/users`, { user_id: 'bob', password: 'x' })).status).toBe(201)
  expect(await enter('bob', 'x')).toBe('CONNECTED')
  expect(await enter('ann', 'secret')).not.toBe('CONNECTED')
  expect((await call('GET', `${gateway}/users?like_user_id=an`)).body).toMatchObject({ data: [{ user_id: 'ann' }] })
  expect((await call('PUT', `${gateway}/users/ann`, { password: 'other', is_superuser: true })).body).toEqual({
    user_id: 'ann',
    is_superuser: true,
  })
  expect(await problem('GET', `${gateway}/users/nosuch`)).toBe('404 NOT_FOUND User not found')

  // A change of the listener keeps its authenticator.
  expect(
    (await call('PUT', '/gateways/stomp/listeners/stomp:tcp:default', { bind: `127.0.0.1:${port}`, acceptors: 8 }))
      .status,
  ).toBe(200)
  expect((await call('GET', listener)).status).toBe(200)
  expect((await call('DELETE', listener)).status).toBe(204)
  expect((await call('POST', listener, builtIn)).status).toBe(201)
  expect((await call('GET', `${listener}/users`)).body).toMatchObject({ data: [] })
  expect((await call('DELETE', listener)).status).toBe(204)
  expect((await call('DELETE', gateway)).status).toBe(204)
  expect((await call('DELETE', gateway)).status).toBe(204)
  expect(await enter('nobody', 'x')).toBe('CONNECTED')
})

test('users are imported from files with hashes and, with a parameter, with passwords', async () => {
  await loadStomp()
  const gateway = '/gateways/stomp/authentication'
  await call('POST', gateway, builtIn)
  const upload = async (name: string, text: string, query = '') => {
    const form = new FormData()
    form.set('filename', new Blob([text]), name)
    const response = await fetch(`${stage.server.urls.api}${gateway}/import_users${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.token()}` },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const one = { status: 200, body: { total: 1, success: 1, override: 0, skipped: 0, failed: 0 } }
  expect(await upload('u.csv', 'user_id,password_hash,salt,is_superuser\nimp1,abc,e,true\n')).toEqual(one)
  expect(await upload('u.json', '[{"user_id":"j1","password":"secret"}]', '?type=plain')).toEqual(one)
  expect((await upload('u.txt', 'x')).status).toBe(400)
  expect((await upload('u.csv', 'nonsense\n1\n')).status).toBe(400)
  expect((await call('GET', `${gateway}/users`)).body).toMatchObject({ meta: { count: 2 } })
  await call('DELETE', gateway)
})

test('viewers may read gateways but not change them', async () => {
  await loadStomp()
  const user = { username: 'gateway_viewer', password: 'Viewer12345!' }
  expect(await call('POST', '/users', { ...user, role: 'viewer', description: '' })).toMatchObject({ status: 200 })
  const { token } = (await call('POST', '/login', user)).body as { token: string }
  const as = (method: string, path: string) =>
    fetch(`${stage.server.urls.api}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  expect((await as('GET', '/gateways')).status).toBe(200)
  expect((await as('PUT', '/gateways/stomp/enable/false')).status).toBe(403)
  expect((await as('DELETE', '/gateways/stomp/listeners/stomp:tcp:default')).status).toBe(403)
})

test('devices of gateways that are not loaded do not exist', async () => {
  const request = { token: 't', method: 'get', payload: '', content_type: 'text/plain', timeout: '1s' }
  expect((await call('POST', '/gateways/coap/clients/x/request', request)).status).toBe(404)
  expect(await problem('POST', '/gateways/coap/clients/x/request', { ...request, method: 'patch' })).toContain(
    '"path":"method"',
  )
  expect((await call('GET', '/gateways/lwm2m/clients/x/lookup?path=/3/0/0&action=read')).status).toBe(404)
  expect((await call('POST', '/gateways/lwm2m/clients/x/read')).status).toBe(400)
})
