import { get, request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { cheapPasswordCost, createTempFolder, eventually } from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../server.ts'
import type { Settings } from '../start-options/start-options.ts'
import { freePorts } from '../test-server.ts'

let stops: (() => Promise<unknown>)[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stop of stops.splice(0).reverse()) await stop()
  stops = []
})

async function start(settings: Partial<Settings> = {}): Promise<RunningServer> {
  const folder = await createTempFolder()
  stops.push(folder.remove)
  const server = await startServer({
    settings: { data_dir: folder.path, ...freePorts, ...settings },
    passwordCost: cheapPasswordCost,
  })
  stops.push(server.stop)
  return server
}

const login = (server: RunningServer, password: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.urls.api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'admin', password }),
  })

/** Sends wrong passwords until an attempt is rejected without a check, and returns this response. */
async function failUntilRefused(server: RunningServer, headersOf = (_: number) => ({})): Promise<Response> {
  for (let time = 0; time < 20; time++) {
    const answer = await login(server, 'wrong', headersOf(time))
    if (answer.status !== 401) return answer
  }
  throw new Error('no attempt was refused')
}

describe('failed logins', () => {
  test('the next attempt is rejected with the seconds to wait, in header and body', async () => {
    const server = await start()
    const answer = await failUntilRefused(server)
    const seconds = Number(answer.headers.get('retry-after'))
    expect([answer.status, seconds >= 1 && seconds <= 10]).toEqual([429, true])
    expect(await answer.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: `Too many attempts. Try again in ${seconds} s.`,
      retry_after: seconds,
    })
    await eventually(
      async () => (await login(server, 'public')).status === 200,
      () => 'the right password is not accepted',
    )
  })

  test('a known browser is not rejected for the failures of others', async () => {
    const server = await start()
    const first = await login(server, 'public')
    const cookie = first.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    expect(cookie).toMatch(/^mqdeck_browser_/)
    await failUntilRefused(server)
    expect((await login(server, 'public', { cookie })).status).toBe(200)
  })

  test('behind a trusted proxy, clients are counted separately, and the audit log contains their addresses', async () => {
    const server = await start({ trusted_proxies: ['127.0.0.1'] })
    const client = (address: string) => ({ 'x-forwarded-for': address })
    const { token } = JSON.parse(await (await login(server, 'public', client('192.0.2.9'))).text())
    const api = (method: string, path: string, body?: object) =>
      fetch(`${server.urls.api}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...client('192.0.2.9') },
        ...(body && { body: JSON.stringify(body) }),
      })
    const log = JSON.parse(await (await api('GET', '/configs/log')).text())
    expect((await api('PUT', '/configs/log', { ...log, audit: { ...log.audit, enable: true } })).status).toBe(200)
    await failUntilRefused(server, () => client('192.0.2.1'))
    expect((await login(server, 'public', client('192.0.2.2'))).status).toBe(200)
    expect(await (await api('GET', '/audit?limit=100')).text()).toContain('"source_ip":"192.0.2.1"')
  })

  test('without a trusted proxy, the header is ignored', async () => {
    const server = await start()
    const answer = await failUntilRefused(server, (n) => ({ 'x-forwarded-for': `192.0.2.${n}` }))
    expect(answer.status).toBe(429)
  })
})

/** Connections from `from` that send only the start of a request. */
function openSlow(port: number, count: number, from: string): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    socket.on('error', () => {}).resume()
    socket.write('GET /api/v5/status HTTP/1.1\r\nHost: localhost\r\n')
    sockets.push(socket)
    return socket
  })
}

/** A new connection, because `fetch` may reuse an open one. */
const isServed = (server: RunningServer) =>
  new Promise<boolean>((resolve) => {
    get(server.urls.dashboard, { agent: false }, (answer) => resolve(answer.resume().statusCode !== undefined)).on(
      'error',
      () => resolve(false),
    )
  })

const closed = (some: readonly Socket[]) => some.filter(({ destroyed }) => destroyed).length

const backends: readonly (readonly [string, Partial<Settings>, number])[] = [
  ['the embedded broker', {}, 512],
  ['a cluster', { broker: ['http://127.0.0.1:1'] }, 1024],
]

describe.each(backends)('connections to the dashboard of %s', (_, settings, most) => {
  test('are limited per address, and slow headers time out', async () => {
    const server = await start(settings)
    const { port } = new URL(server.urls.dashboard)
    const slow = openSlow(Number(port), most, '127.0.0.2')
    await eventually(
      () => closed(slow) === (most * 3) / 4,
      () => `${closed(slow)} are closed`,
    )
    // Another address can still load the page.
    expect(await isServed(server)).toBe(true)
    await eventually(
      () => closed(slow) === most,
      () => `${closed(slow)} are closed`,
    )
  })

  test('the share does not apply to a trusted proxy', async () => {
    const server = await start({ ...settings, trusted_proxies: ['127.0.0.2'] })
    const slow = openSlow(Number(new URL(server.urls.dashboard).port), most / 2, '127.0.0.2')
    await eventually(
      () => slow.every(({ readyState }) => readyState === 'open'),
      () => 'not all are open',
    )
    expect(await isServed(server)).toBe(true)
    expect(closed(slow)).toBe(0)
  })
})

/** Connections that send the start of a login and no more of its body. */
function openUnfinished(port: number, count: number, from: string, headers = ''): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    socket.on('error', () => {}).resume()
    socket.write(
      `POST /api/v5/login HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    )
    sockets.push(socket)
    return socket
  })
}

/** Whether a login from an address that has no other connection is answered. */
const canSignIn = (server: RunningServer, from: string) =>
  new Promise<number | undefined>((resolve) => {
    const body = JSON.stringify({ username: 'admin', password: 'public' })
    const asked = request(`${server.urls.api}/login`, {
      method: 'POST',
      agent: false,
      localAddress: from,
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    asked.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined))
    asked.end(body)
  })

test('unfinished logins of many addresses do not lock out another address, and are cut after five seconds', async () => {
  const server = await start()
  const port = Number(new URL(server.urls.dashboard).port)
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']
  const slow = addresses.flatMap((from) => openUnfinished(port, 130, from))
  await eventually(
    () => slow.every(({ readyState }) => readyState !== 'opening'),
    () => 'some connections are still opening',
  )
  expect(closed(slow)).toBeLessThan(slow.length)
  for (const from of ['127.0.0.8', '127.0.0.9']) expect(await canSignIn(server, from)).toBe(200)
  await eventually(
    () => closed(slow) === slow.length,
    () => `${closed(slow)} of ${slow.length} are closed`,
    20_000,
  )
})

test('behind a trusted proxy, unfinished logins count for the forwarded address', async () => {
  const server = await start({ trusted_proxies: ['127.0.0.1'] })
  const port = Number(new URL(server.urls.dashboard).port)
  const slow = openUnfinished(port, 500, '127.0.0.1', 'X-Forwarded-For: 192.0.2.1\r\n')
  await eventually(
    () => closed(slow) >= 500 - 128,
    () => `${closed(slow)} are closed`,
  )
  expect((await login(server, 'public', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(200)
})

test('in front of a cluster, a login whose body does not arrive is cut after five seconds', async () => {
  const cluster = await start()
  const server = await start({ broker: [cluster.urls.dashboard] })
  const slow = openUnfinished(Number(new URL(server.urls.dashboard).port), 10, '127.0.0.2')
  await eventually(
    () => closed(slow) === slow.length,
    () => `${closed(slow)} are closed`,
    20_000,
  )
  expect((await login(server, 'public')).status).toBe(200)
})

test('over HTTPS one address has a share of the connections, also before the handshake and after an upgrade', async () => {
  const server = await start()
  const { token } = JSON.parse(await (await login(server, 'public')).text())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { listeners } = JSON.parse(await (await fetch(`${server.urls.api}/configs/dashboard`, { headers })).text())
  const free = createServer()
  const port = await new Promise<number>((resolve) =>
    free.listen(0, '127.0.0.1', () => resolve(Number(Object(free.address()).port))),
  )
  await new Promise((resolve) => free.close(resolve))
  const dashboard = JSON.parse(await (await fetch(`${server.urls.api}/configs/dashboard`, { headers })).text())
  const https = { bind: `127.0.0.1:${port}`, max_connections: 64, ssl_options: {} }
  const body = JSON.stringify({ ...dashboard, listeners: { ...listeners, https } })
  const changed = await fetch(`${server.urls.api}/configs/dashboard`, { method: 'PUT', headers, body })
  expect(`${changed.status} ${changed.ok ? '' : await changed.text()}`).toBe('200 ')
  const silent = openSlow(port, 64, '127.0.0.2')
  await eventually(
    () => closed(silent) >= 48,
    () => `${closed(silent)} are closed`,
  )
  const other = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await new Promise((resolve, reject) => other.once('secureConnect', () => resolve(undefined)).once('error', reject))
  other.destroy()
})
