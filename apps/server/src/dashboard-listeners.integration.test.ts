import { X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get as httpGet, request as httpRequest } from 'node:http'
import { get as httpsGet } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import { dashboardHttps, dashboardTls, toPlain } from '@mqdeck/contract'
import { createTrustedProxies, silentLog } from '@mqdeck/kit'
import { createFakeClock, eventually, freePort, testAuthority, testCertificate } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDashboardListeners } from './dashboard-listeners.ts'
import { createWebListeners } from './http/web-listeners.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let one: TestServer
beforeEach(async () => {
  one = await startTestServer()
})
afterEach(() => one.stop())

interface DashboardSettings {
  readonly listeners: Readonly<Record<string, object>>
}
const settings = async () => (await one.get('/configs/dashboard')).body as unknown as DashboardSettings
const change = async (listeners: Readonly<Record<string, object>>, others: object = {}) => {
  const before = await settings()
  const { status, body } = await one.call('PUT', '/configs/dashboard', {
    ...before,
    ...others,
    listeners: { ...before.listeners, ...listeners },
  })
  return { status, body: body as unknown as { message?: string } }
}
const pathOf = ({ body }: { body: { message?: string } }) => JSON.parse(body.message ?? '{}').path as unknown

/** Status of a page over a new connection. Undefined if nothing listens. */
const statusOf = (url: string, options: object = {}): Promise<number | undefined> =>
  new Promise((resolve) => {
    const get = url.startsWith('https') ? httpsGet : httpGet
    get(`${url}/api/v5/status`, { agent: false, ...options }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', () => resolve(undefined))
  })

const writeCertificate = async (name: string) => {
  const { cert, key } = await testCertificate()
  mkdirSync(join(one.folder, name))
  writeFileSync(join(one.folder, name, 'cert.pem'), cert)
  writeFileSync(join(one.folder, name, 'key.pem'), key)
  const place = (file: string) => `\${EMQX_ETC_DIR}/${name}/${file}`
  return { certfile: place('cert.pem'), keyfile: place('key.pem') }
}

describe("the dashboard's own listener", () => {
  test('moves to another port while the server runs, and the old one is free again', async () => {
    const old = one.server.urls.dashboard
    const port = await freePort()
    expect(await change({ http: { bind: `127.0.0.1:${port}` } })).toMatchObject({ status: 200 })
    expect(one.server.ports.dashboard).toBe(port)
    expect(await statusOf(`http://127.0.0.1:${port}`)).toBe(200)
    expect(await statusOf(old)).toBeUndefined()
    expect(await settings()).toMatchObject({ listeners: { http: { bind: `127.0.0.1:${port}` } } })
  })

  test('stays on its port if the new one is in use, and reports it', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo // a server that listens on a port
    const answer = await change({ http: { bind: `127.0.0.1:${port}` } })
    expect(answer.status).toBe(400)
    expect(pathOf(answer)).toBe('dashboard.listeners.http.bind')
    expect(await statusOf(one.server.urls.dashboard)).toBe(200)
    expect(JSON.stringify(await settings())).not.toContain(String(port))
    await new Promise((resolve) => taken.close(resolve))
  })

  test('can listen on all addresses of the same port, and on one again', async () => {
    const port = await freePort()
    await change({ http: { bind: `127.0.0.1:${port}` } })
    expect(await change({ http: { bind: `0.0.0.0:${port}`, backlog: 10 } })).toMatchObject({ status: 200 })
    expect(await statusOf(`http://127.0.0.2:${port}`)).toBe(200)
    expect(await change({ http: { bind: `127.0.0.1:${port}` } })).toMatchObject({ status: 200 })
    expect(await statusOf(`http://127.0.0.2:${port}`)).toBeUndefined()
    expect(await statusOf(`http://127.0.0.1:${port}`)).toBe(200)
  })

  test('serves https with a given certificate, and replaces it without closing connections', async () => {
    const port = await freePort()
    const https = { bind: `127.0.0.1:${port}`, ssl_options: await writeCertificate('first') }
    expect(await change({ https })).toMatchObject({ status: 200 })
    const insecure = { rejectUnauthorized: false }
    expect(await statusOf(`https://127.0.0.1:${port}`, insecure)).toBe(200)
    const ssl_options = { ...(await writeCertificate('second')), versions: ['tlsv1.3'] }
    expect(await change({ https: { ...https, ssl_options } })).toMatchObject({ status: 200 })
    expect(await statusOf(`https://127.0.0.1:${port}`, insecure)).toBe(200)
    expect(await statusOf(`https://127.0.0.1:${port}`, { ...insecure, maxVersion: 'TLSv1.2' })).toBeUndefined()
    expect(await change({ https: { ...https, bind: 0 } })).toMatchObject({ status: 200 })
    expect(await statusOf(`https://127.0.0.1:${port}`, insecure)).toBeUndefined()
  })

  test.each([
    ['a certificate that is not there', { certfile: '/nowhere.pem' }, 'dashboard.listeners.https.ssl_options.certfile'],
    [
      'a key that is not one',
      { keyfile: '${EMQX_ETC_DIR}/a/cert.pem' },
      'dashboard.listeners.https.ssl_options.keyfile',
    ],
    ['ciphers nobody knows', { ciphers: ['NO-SUCH-CIPHER'] }, 'dashboard.listeners.https.ssl_options.ciphers.1'],
  ])('rejects %s with its path', async (_, wrong, path) => {
    const ssl_options = { ...(await writeCertificate('a')), ...wrong }
    const answer = await change({ https: { bind: `127.0.0.1:${await freePort()}`, ssl_options } })
    expect(answer.status).toBe(400)
    expect(pathOf(answer)).toBe(path)
  })

  test('is unchanged if only one of two can start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo // a server that listens on a port
    const own = await freePort()
    await change({ http: { bind: `127.0.0.1:${own}` } })
    const https = { bind: `127.0.0.1:${port}`, ssl_options: await writeCertificate('a') }
    const answer = await change({ http: { bind: `0.0.0.0:${own}` }, https })
    expect(pathOf(answer)).toBe('dashboard.listeners.https.bind')
    expect(await statusOf(`http://127.0.0.1:${own}`)).toBe(200)
    expect(await statusOf(`http://127.0.0.2:${own}`)).toBeUndefined()
    await new Promise((resolve) => taken.close(resolve))
  })

  test('cannot be disabled completely', async () => {
    const answer = await change({ http: { bind: 0 } })
    expect(pathOf(answer)).toBe('root.listeners')
  })

  test('rejects foreign host names only on a loopback address', async () => {
    const port = await freePort()
    const foreign = (at: number) => statusOf(`http://127.0.0.1:${at}`, { headers: { host: 'evil.example' } })
    expect(await foreign(one.server.ports.dashboard)).toBe(421)
    await change({ http: { bind: `0.0.0.0:${port}` } })
    expect(await foreign(port)).toBe(200)
  })

  test('accepts connections up to its limit', async () => {
    const port = await freePort()
    await change({ http: { bind: `127.0.0.1:${port}`, max_connections: 1 } })
    const url = `http://127.0.0.1:${port}`
    const idle = httpRequest(url).on('error', () => {})
    await new Promise((resolve) => idle.once('socket', (socket) => socket.once('connect', resolve)))
    expect(await statusOf(url)).toBeUndefined()
    idle.destroy()
    await eventually(
      async () => (await statusOf(url)) === 200,
      () => 'it does not answer again',
    )
  })
})

describe('the certificate of the https listener', () => {
  const openListeners = async () => {
    const files = await writeCertificate('own')
    const clock = createFakeClock()
    const events: string[] = []
    const write = (_: object, event: string) => void events.push(event)
    const log = { ...silentLog, info: write, error: write }
    const web = createWebListeners({
      handler: (_request, response) => response.end(),
      http: {},
      proxies: createTrustedProxies([]),
      log: silentLog,
    })
    const dashboardListeners = createDashboardListeners({ web, folder: one.folder, bind: '127.0.0.1', clock, log })
    const https = toPlain(dashboardHttps, {
      ...dashboardHttps.schema.parse({ bind: '127.0.0.1:0', ssl_options: dashboardTls.schema.parse(files) }),
    })
    await dashboardListeners.update({ https })
    return { web, dashboardListeners, clock, events, url: `https://127.0.0.1:${web.port('https')}` }
  }
  const shown = (url: string) =>
    new Promise<string>((resolve) => {
      const socket = tlsConnect(
        { port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false },
        () => {
          resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
          socket.destroy()
        },
      )
    })

  test('is reloaded when its files change; an invalid one is logged once, and the previous one stays', async () => {
    const { web, dashboardListeners, clock, events, url } = await openListeners()
    const before = await shown(url)
    writeFileSync(join(one.folder, 'own', 'cert.pem'), 'half a cert')
    clock.advance(20_000)
    await dashboardListeners.reload()
    expect(await shown(url)).toBe(before)
    const next = await testAuthority()
    writeFileSync(join(one.folder, 'own', 'key.pem'), next.key)
    writeFileSync(join(one.folder, 'own', 'cert.pem'), next.cert)
    clock.advance(10_000)
    await dashboardListeners.reload()
    expect(await shown(url)).toBe(new X509Certificate(next.cert).fingerprint256)
    expect(events).toEqual(['certificate_reload_failed', 'certificate_reloaded'])
    dashboardListeners.stop()
    await web.close()
  })
})

test('https verifies client certificates if configured', async () => {
  const [authority, stranger] = await Promise.all([testAuthority('ours'), testAuthority('theirs')])
  const files = await writeCertificate('server')
  writeFileSync(join(one.folder, 'server', 'ca.pem'), authority.cert)
  const port = await freePort()
  const ssl_options = {
    ...files,
    cacertfile: '${EMQX_ETC_DIR}/server/ca.pem',
    verify: 'verify_peer',
    fail_if_no_peer_cert: true,
  }
  expect(await change({ https: { bind: `127.0.0.1:${port}`, ssl_options } })).toMatchObject({ status: 200 })
  const by = (certificate: object) =>
    statusOf(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, ...certificate })
  expect(await by(await authority.issue({ commonName: 'me' }))).toBe(200)
  expect(await by(await stranger.issue({ commonName: 'me' }))).toBeUndefined()
  expect(await by({})).toBeUndefined()
})

test('sessions expire after the configured time', async () => {
  const { status } = await change({}, { token_expired_time: '1m' })
  expect(status).toBe(200)
  expect(await settings()).toMatchObject({ token_expired_time: '1m' })
  expect((await change({}, { token_expired_time: '0s' })).status).toBe(400)
})

test('other origins may call the API if enabled, and the API documentation can be disabled', async () => {
  const { dashboard, api } = one.server.urls
  const origin = { origin: 'https://console.example' }
  expect((await fetch(`${api}/status`, { headers: origin })).headers.get('access-control-allow-origin')).toBeNull()
  await change({}, { cors: true, swagger_support: false })
  expect((await fetch(`${api}/status`, { headers: origin })).headers.get('access-control-allow-origin')).toBe('*')
  const preflight = await fetch(`${api}/nodes`, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'GET' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'authorization, content-type',
  ])
  expect((await fetch(`${dashboard}/api-docs/swagger.json`)).status).toBe(404)
})

test('the default password cannot be changed here', async () => {
  const answer = await change({}, { default_password: 'other' })
  expect(pathOf(answer)).toBe('dashboard.default_password')
})
