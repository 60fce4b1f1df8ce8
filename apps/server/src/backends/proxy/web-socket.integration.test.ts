import { once } from 'node:events'
import { connect } from 'node:net'
import {
  cheapPasswordCost,
  connectMqttJs,
  createTempFolder,
  eventually,
  freePort,
  openWebSocketTo,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../server.ts'
import { freePorts } from '../../test-server.ts'

let folder: TempFolder
let cluster: RunningServer
let front: RunningServer
let token: string

beforeAll(async () => {
  folder = await createTempFolder()
  const port = await freePort()
  cluster = await startServer({
    settings: { data_dir: folder.path, ...freePorts, 'listeners.ws.port': port, trusted_proxies: ['127.0.0.1'] },
    passwordCost: cheapPasswordCost,
  })
  front = await startServer({
    settings: { broker: [cluster.urls.dashboard], 'dashboard.port': 0, base_path: '/mqtt' },
  })
  token = await login('admin', 'public')
})
afterAll(async () => {
  await front.stop()
  await cluster.stop()
  await folder.remove()
})

async function login(username: string, password: string, server = front): Promise<string> {
  const answer = await fetch(`${server.urls.api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return ((await answer.json()) as { token: string }).token // EMQX's format
}

const call = (method: string, path: string, body: object, authorization = `Bearer ${token}`) =>
  fetch(`${cluster.urls.api}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const bearer = (value: string) => `mqdeck.bearer.${Buffer.from(value).toString('base64url')}`
const places = () => [
  ['in front of a cluster', front, '/mqtt/mqdeck/ws/ws:default/mqtt'] as const,
  ['with a broker of its own', cluster, '/mqdeck/ws/ws:default/mqtt'] as const,
]

function open(
  server: RunningServer,
  path: string,
  subprotocols: readonly string[] = ['mqtt', bearer(token)],
  headers: Readonly<Record<string, string>> = {},
) {
  const { dashboard: port } = server.ports
  return openWebSocketTo({ transport: 'ws', host: '127.0.0.1', port, path, subprotocols, headers })
}

/** Status of a response without a WebSocket. */
async function refusal(server: RunningServer, path: string, subprotocols?: readonly string[]): Promise<number> {
  const socket = open(server, path, subprotocols)
  const [, { statusCode }] = await once(socket, 'unexpected-response')
  socket.on('error', () => {})
  socket.terminate()
  return statusCode
}

it('does not prevent a server from stopping', async () => {
  const own = await createTempFolder()
  const server = await startServer({ settings: { data_dir: own.path, ...freePorts }, passwordCost: cheapPasswordCost })
  const login = await fetch(`${server.urls.api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"admin","password":"public"}',
  })
  const { token: mine } = (await login.json()) as { token: string } // EMQX's format
  const socket = open(server, '/mqdeck/ws/ws:default/mqtt', ['mqtt', bearer(mine)])
  await once(socket, 'open')
  const closed = once(socket, 'close')
  socket.on('error', () => {})
  await server.stop()
  await closed
  await own.remove()
})

describe.each([0, 1])('MQTT through the port of a dashboard (%i)', (index) => {
  const place = () => places()[index] ?? places()[0]

  it('works as through the port of the listener', async () => {
    const [, server, path] = place() ?? []
    if (!server || path === undefined) throw new Error('no such place')
    const mqtt = await connectMqttJs(
      { transport: 'ws', host: '127.0.0.1', port: server.ports.dashboard, path },
      { clientId: `through-${index}`, createWebsocket: () => open(server, path) as never }, // as MQTT.js generates it
    )
    await mqtt.client.subscribeAsync('t/#', { qos: 1 })
    const payload = 'x'.repeat(300_000)
    await mqtt.client.publishAsync('t/1', payload, { qos: 1 })
    expect(await mqtt.message('t/1')).toBe(payload)
    expect(cluster.broker.client(`through-${index}`)?.info.listener).toBe('ws:default')
    await mqtt.end()
    await eventually(
      () => !cluster.broker.client(`through-${index}`),
      () => 'the broker has not seen the end',
    )
  })

  it('is closed on both sides, regardless of which side closes it', async () => {
    const [, server, path] = place() ?? []
    if (!server || path === undefined) throw new Error('no such place')
    const mqtt = await connectMqttJs(
      { transport: 'ws', host: '127.0.0.1', port: server.ports.dashboard, path },
      { clientId: 'kicked', createWebsocket: () => open(server, path) as never },
    )
    const closed = new Promise<void>((resolve) => mqtt.client.once('close', () => resolve()))
    await cluster.broker.kick('kicked', 'kicked')
    await closed
    const socket = open(server, path)
    await once(socket, 'open')
    socket.terminate()
    await eventually(
      () => cluster.broker.listeners().find(({ id }) => id === 'ws:default')?.currentConnections === 0,
      () => 'the listener still has a connection',
    )
  })

  it('forwards the address of the caller, who cannot choose another one', async () => {
    const [, server, path] = place() ?? []
    if (!server || path === undefined) throw new Error('no such place')
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'mqdeck-caller': 'x 203.0.113.9 1', 'X-Real-IP': '203.0.113.9' }
    // The cluster trusts 127.0.0.1, the server in front of it trusts no proxy.
    const expected = server === front ? '127.0.0.1' : '203.0.113.9'
    const mqtt = await connectMqttJs(
      { transport: 'ws', host: '127.0.0.1', port: server.ports.dashboard, path },
      { clientId: 'forged', createWebsocket: () => open(server, path, undefined, headers) as never },
    )
    expect(cluster.broker.client('forged')?.info.peerhost).toBe(expected)
    await mqtt.end()
  })

  it('is refused for viewers, who may not publish, and for paths that are not of the listener', async () => {
    const [, server, path] = place() ?? []
    if (!server || path === undefined) throw new Error('no such place')
    const name = `viewer${index}`
    await call('POST', '/users', { username: name, password: 'Abcd1234!', description: '', role: 'viewer' })
    const viewer = await login(name, 'Abcd1234!', server)
    expect(await refusal(server, path, ['mqtt', bearer(viewer)])).toBe(403)
    for (const other of ['/other/mqtt', '/mqtt/', '/', '/mqtt/../status'])
      expect([other, await refusal(server, path.replace(/\/mqtt$/, other))]).toEqual([other, 404])
  })

  it('requires permission to read the listeners, and connects to listeners only', async () => {
    const [, server, path] = place() ?? []
    if (!server || path === undefined) throw new Error('no such place')
    expect(await refusal(server, path, ['mqtt'])).toBe(401)
    expect(await refusal(server, path, ['mqtt', bearer('wrong')])).toBe(401)
    for (const id of ['tcp:default', 'ws:none', '22', '127.0.0.1:22', '%ff']) {
      expect(await refusal(server, path.replace('ws:default', id))).toBe(404)
    }
  })
})

it('a page of a dashboard with another host name may connect to a listener on a loopback address', async () => {
  const origin = { Origin: 'https://dashboard.example' }
  const socket = open(cluster, '/mqdeck/ws/ws:default/mqtt', undefined, origin)
  await once(socket, 'open')
  socket.terminate()
  const direct = openWebSocketTo({
    transport: 'ws',
    host: '127.0.0.1',
    port: cluster.ports.ws ?? 0,
    headers: origin,
  })
  const [, { statusCode }] = await once(direct, 'unexpected-response')
  direct.on('error', () => {}).terminate()
  expect(statusCode).toBe(403)
})

it.each(['sign-out', 'password change', 'deletion of the API key'])('%s ends the connection', async (how) => {
  const path = '/mqdeck/ws/ws:default/mqtt'
  const user = `boss_${how.slice(0, 4)}`
  await call('POST', '/users', { username: user, password: 'Abcd1234!', description: '', role: 'administrator' })
  const own = await login(user, 'Abcd1234!', cluster)
  const created = await call('POST', '/api_key', {
    name: user,
    desc: '',
    enable: true,
    expired_at: 'infinity',
    role: 'administrator',
  })
  const { api_key, api_secret } = (await created.json()) as { api_key: string; api_secret: string } // EMQX's format
  const key = `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}`
  const mqtt = await connectMqttJs(
    { transport: 'ws', host: '127.0.0.1', port: cluster.ports.dashboard, path },
    {
      clientId: user,
      createWebsocket: () =>
        (how.includes('key')
          ? open(cluster, path, ['mqtt'], { authorization: key })
          : open(cluster, path, ['mqtt', bearer(own)])) as never, // as MQTT.js generates it
    },
  )
  const closed = new Promise<void>((resolve) => mqtt.client.once('close', () => resolve()))
  const ended =
    how === 'sign-out'
      ? await call('POST', '/logout', { username: user }, `Bearer ${own}`)
      : how === 'password change'
        ? await call(
            'POST',
            `/users/${user}/change_pwd`,
            { old_pwd: 'Abcd1234!', new_pwd: 'Dcba4321!' },
            `Bearer ${own}`,
          )
        : await call('DELETE', `/api_key/${user}`, {})
  expect(ended.status).toBe(204)
  await closed
})

it('an upgrade request to another path is handled like a normal request', async () => {
  const socket = connect(front.ports.dashboard, '127.0.0.1')
  socket.write(
    'GET /mqtt/api/v5/nope HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 (401|404) /)
})

it.each([0, 1])('a request with an unsupported upgrade is handled with its body (%i)', async (index) => {
  const server = index === 0 ? front : cluster
  const body = JSON.stringify({ username: 'admin', password: 'public' })
  const socket = connect(server.ports.dashboard, '127.0.0.1')
  socket.write(
    `POST /api/v5/login HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  socket.write(body.slice(10))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const answer = Buffer.concat(chunks).toString()
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('"token"')
})
