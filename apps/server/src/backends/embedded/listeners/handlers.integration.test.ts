import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import {
  type Certificate,
  cheapPasswordCost,
  connectMqttJs,
  connectRaw,
  type Endpoint,
  freePort,
  testCertificate,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestResponse, type TestServer } from '../../../test-server.ts'
import { makeSelfSigned } from '../../../tls/self-signed.ts'

let test: TestServer
let certificate: Certificate
let other: Certificate
beforeAll(async () => {
  certificate = await testCertificate()
  other = await makeSelfSigned(Date.now())
  test = await startTestServer()
})
afterAll(() => test?.stop())

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  for (const id of ['tcp:t', 'ssl:t', 'ws:t', 'wss:t', 'quic:t', 'tcp:u']) await test.call('DELETE', `/listeners/${id}`)
})

type Type = 'tcp' | 'ssl' | 'ws' | 'wss' | 'quic'
const transports = { tcp: 'tcp', ssl: 'tls', ws: 'ws', wss: 'wss', quic: 'quic' } as const

async function create(type: Type, settings: object = {}, name = 't') {
  const port = await freePort()
  const answer = await test.call('POST', '/listeners', { type, name, bind: `127.0.0.1:${port}`, ...settings })
  return { answer, endpoint: { host: '127.0.0.1', port, transport: transports[type] }, id: `${type}:${name}` }
}

/** Connects and disconnects. */
async function canConnect(endpoint: Endpoint, options: object = {}): Promise<boolean> {
  try {
    await (await connectMqttJs(endpoint, options)).end()
    return true
  } catch {
    return false
  }
}

/** EMQX's message is JSON in a text. */
const problemOf = ({ status, body }: TestResponse) => {
  const { code, message } = body as unknown as { readonly code: string; readonly message: string } // an error response
  return { status, code, ...JSON.parse(message) }
}

const fileOf = (...path: readonly string[]) => join(test.folder, ...path)
const filesIn = (...path: readonly string[]) => (existsSync(fileOf(...path)) ? readdirSync(fileOf(...path)).sort() : [])

/** Serial number of the server's certificate. */
function serialAt({ port }: Endpoint): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

function occupy(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
    undo.push(() => new Promise((done) => server.close(done)))
  })
}

describe('a listener of each type', () => {
  it.each(['tcp', 'ssl', 'ws', 'wss'] as const)('%s is created, accepts clients and is deleted', async (type) => {
    const { answer, endpoint, id } = await create(type, { max_connections: 100 })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id, type, running: true, enable: true, max_connections: 100 })
    const client = await connectMqttJs(endpoint)
    expect((await test.get(`/listeners/${id}`)).body).toMatchObject({ current_connections: 1 })
    const closed = new Promise<void>((resolve) => client.client.once('close', () => resolve()))
    expect((await test.call('DELETE', `/listeners/${id}`)).status).toBe(204)
    await closed
    expect(await canConnect(endpoint)).toBe(false)
    expect(await test.get(`/listeners/${id}`)).toEqual({
      status: 404,
      body: { code: 'BAD_LISTENER_ID', message: 'Listener id not found' },
    })
  })

  it('with a port only listens on the bind address of the server, and shows it', async () => {
    const port = await freePort()
    const answer = await test.call('POST', '/listeners', { type: 'tcp', name: 't', bind: String(port) })
    expect(answer.body).toMatchObject({ bind: `127.0.0.1:${port}`, running: true })
    const summaries = (await test.get('/listeners?type=tcp')).body
    expect(summaries).toContainEqual(expect.objectContaining({ id: 'tcp:t', bind: `127.0.0.1:${port}` }))
    expect(await canConnect({ host: '127.0.0.1', port, transport: 'tcp' })).toBe(true)
    expect(await canConnect({ host: '127.0.0.2', port, transport: 'tcp' })).toBe(false)
  })

  it('gets an unused address suggested', async () => {
    const suggested = async () => {
      const types = (await test.get('/mqdeck/listener_types')).body as unknown as readonly Record<string, unknown>[]
      return String(types[0]?.suggested_bind)
    }
    const bind = await suggested()
    expect(bind).toMatch(/^127\.0\.0\.1:\d+$/)
    const created = await test.call('POST', '/listeners', { type: 'tcp', name: 't', bind })
    expect(created.body).toMatchObject({ bind, running: true })
    expect(await suggested()).not.toBe(bind)
  })

  it('of type quic works or is rejected, according to the list of types', async () => {
    const types = (await test.get('/mqdeck/listener_types')).body as unknown as readonly Record<string, unknown>[]
    expect(types.map(({ type, default_port }) => [type, default_port])).toEqual([
      ['tcp', 1883],
      ['ssl', 8883],
      ['ws', 8083],
      ['wss', 8084],
      ['quic', 14567],
    ])
    expect(types.slice(0, 4).every(({ available }) => available === true)).toBe(true)
    const { answer, endpoint, id } = await create('quic')
    const quic = types[4]
    if (quic?.available !== true) {
      expect(problemOf(answer)).toMatchObject({ path: 'listeners.quic.t.type', reason: quic?.reason })
      return
    }
    expect(answer.body).toMatchObject({ id, running: true })
    const client = await connectRaw(endpoint, { clientId: 'quick' })
    expect((await test.get('/clients/quick')).body.listener).toBe('quic:t')
    expect((await test.call('POST', `/listeners/${id}/stop`)).status).toBe(200)
    expect((await client.next('disconnect')).reasonCode).toBe(0x8b)
  })
})

describe('a change', () => {
  it('keeps fields that are not sent, also within objects, and replaces lists', async () => {
    const { id } = await create('ws', {
      websocket: { mqtt_path: '/a' },
      access_rules: ['allow all', 'deny 10.0.0.0/8'],
    })
    const change = { id, type: 'ws', websocket: { idle_timeout: '10s' }, access_rules: ['allow 127.0.0.1'] }
    expect((await test.call('PUT', `/listeners/${id}`, change)).body).toMatchObject({
      websocket: { mqtt_path: '/a', idle_timeout: '10s', compress: false },
      access_rules: ['allow 127.0.0.1'],
    })
  })

  it('of limits keeps clients connected, a change of the port does not', async () => {
    const { id, endpoint } = await create('tcp')
    const client = await connectMqttJs(endpoint)
    await test.call('PUT', `/listeners/${id}`, { id, type: 'tcp', max_connections: 1 })
    expect(client.client.connected).toBe(true)
    expect(await canConnect(endpoint)).toBe(false)
    const closed = new Promise<void>((resolve) => client.client.once('close', () => resolve()))
    const port = await freePort()
    expect((await test.call('PUT', `/listeners/${id}`, { id, type: 'tcp', bind: `127.0.0.1:${port}` })).status).toBe(
      200,
    )
    await closed
    expect(await canConnect({ ...endpoint, port })).toBe(true)
  })

  it('to another ID or type, or of an unknown listener, is rejected', async () => {
    const { id } = await create('tcp')
    expect((await test.call('PUT', `/listeners/${id}`, { id: 'tcp:u', type: 'tcp' })).body).toEqual({
      code: 'BAD_LISTENER_ID',
      message: "Path and body's listener id not match",
    })
    expect((await test.call('PUT', `/listeners/${id}`, { id, type: 'ws' })).status).toBe(400)
    expect((await test.call('PUT', '/listeners/tcp:u', { id: 'tcp:u', type: 'tcp' })).status).toBe(404)
  })

  it('in parallel to another one is not lost', async () => {
    const { id } = await create('tcp')
    const changes = [{ max_connections: 7 }, { mountpoint: 'm/' }, { zone: 'default', acceptors: 3 }]
    const answers = await Promise.all(
      changes.map((change) => test.call('PUT', `/listeners/${id}`, { id, type: 'tcp', ...change })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await test.get(`/listeners/${id}`)).body).toMatchObject({
      max_connections: 7,
      mountpoint: 'm/',
      acceptors: 3,
    })
    const twins = await Promise.all([create('tcp', {}, 'u'), create('tcp', {}, 'u')])
    expect(twins.map(({ answer }) => answer.status).sort()).toEqual([200, 400])
  })

  it('can swap the ports of two listeners', async () => {
    const [one, two] = [await create('tcp'), await create('tcp', {}, 'u')]
    const text = `listeners.tcp {
      t { bind = "127.0.0.1:${two.endpoint.port}", mountpoint = "one/" }
      u { bind = "127.0.0.1:${one.endpoint.port}", mountpoint = "two/" }
    }`
    expect((await putText(text)).status).toBe(200)
    const { client, end } = await connectMqttJs(two.endpoint, { clientId: 'swapped' })
    expect(client.connected).toBe(true)
    expect((await test.get('/clients/swapped')).body.listener).toBe('tcp:t')
    await end()
  })
})

const putText = (text: string) =>
  fetch(`${test.server.urls.api}/configs`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${test.token()}`, 'content-type': 'text/plain' },
    body: text,
  })

describe('starting and stopping', () => {
  it('enables and disables, as in EMQX, and is shown in the lists', async () => {
    const { id, endpoint } = await create('tcp')
    expect((await test.call('POST', `/listeners/${id}/stop`)).status).toBe(200)
    expect(await canConnect(endpoint)).toBe(false)
    expect((await test.get(`/listeners/${id}`)).body).toMatchObject({ enable: false, running: false })
    const lists = (await test.get('/listeners_status')).body as unknown as readonly Record<string, unknown>[]
    expect(lists.find(({ type }) => type === 'tcp')).toMatchObject({
      ids: ['tcp:default', 'tcp:t'],
      status: { running: 'inconsistent', max_connections: 'infinity' },
    })
    expect((await test.call('POST', `/listeners/${id}/start`)).status).toBe(200)
    expect(await canConnect(endpoint)).toBe(true)
  })

  it('again disconnects the clients and continues', async () => {
    const { id, endpoint } = await create('tcp')
    const client = await connectMqttJs(endpoint)
    const closed = new Promise<void>((resolve) => client.client.once('close', () => resolve()))
    expect((await test.call('POST', `/listeners/${id}/restart`)).status).toBe(200)
    await closed
    expect(await canConnect(endpoint)).toBe(true)
  })

  it('of an unknown listener is rejected', async () => {
    for (const action of ['start', 'stop', 'restart'])
      expect((await test.call('POST', `/listeners/tcp:u/${action}`)).status).toBe(404)
  })

  it('is rejected if the port is in use meanwhile, and the listener stays disabled', async () => {
    const { id, endpoint } = await create('tcp', { enable: false })
    await occupy(endpoint.port)
    expect(problemOf(await test.call('POST', `/listeners/${id}/start`))).toMatchObject({
      status: 400,
      path: 'listeners.tcp.t.bind',
    })
    expect((await test.get(`/listeners/${id}`)).body).toMatchObject({ enable: false, running: false })
  })
})

describe('an invalid change is rejected with its path, and changes nothing', () => {
  const before = () => ({
    listeners: test.server.broker.listeners().map(({ id, running }) => ({ id, running })),
    certificates: filesIn('certs'),
    versions: filesIn('configs', 'history').length,
  })

  it('a port in use', async () => {
    const port = await freePort()
    await occupy(port)
    const was = before()
    const answer = await test.call('POST', '/listeners', { type: 'tcp', name: 't', bind: `127.0.0.1:${port}` })
    const { path, reason } = problemOf(answer)
    expect({ path, reason }).toEqual({
      path: 'listeners.tcp.t.bind',
      reason: `eaddrinuse: 127.0.0.1:${port} is in use already`,
    })
    expect(before()).toEqual(was)
  })

  it('a listener that is moved to a port in use keeps its clients', async () => {
    const { id, endpoint } = await create('tcp')
    const client = await connectMqttJs(endpoint)
    const port = await freePort()
    await occupy(port)
    const answer = await test.call('PUT', `/listeners/${id}`, { id, type: 'tcp', bind: `127.0.0.1:${port}` })
    expect(problemOf(answer).path).toBe('listeners.tcp.t.bind')
    expect(client.client.connected).toBe(true)
    await client.end()
  })

  it.each([
    [{ zone: 'nowhere' }, 'listeners.ssl.t.zone'],
    [{ access_rules: ['allow everybody'] }, 'root.access_rules.1'],
    [{ max_connections: 0 }, 'root.max_connections'],
    [{ name: '../x' }, 'root.name'],
    [{ bind: '127.0.0.1:99999' }, 'root.bind'],
    [{ ssl_options: { certfile: '/none.pem' } }, 'listeners.ssl.t.ssl_options.certfile'],
    [{ ssl_options: { versions: [] } }, 'root.ssl_options.versions'],
    [{ ssl_options: { ciphers: ['NONE'] } }, 'listeners.ssl.t.ssl_options.ciphers.1'],
    [{ ssl_options: { certfile: '-----BEGIN CERTIFICATE-----\nx' } }, 'listeners.ssl.t.ssl_options.certfile'],
    [{ ssl_options: { cacertfile: '-----BEGIN CERTIFICATE-----\nx' } }, 'listeners.ssl.t.ssl_options.cacertfile'],
  ])('%j', async (settings, path) => {
    const was = before()
    expect(problemOf((await create('ssl', settings)).answer)).toMatchObject({ status: 400, code: 'BAD_REQUEST', path })
    expect(before()).toEqual(was)
  })

  it('an unknown type, an unknown field, a name that exists', async () => {
    const bind = '127.0.0.1:1'
    expect(problemOf(await test.call('POST', '/listeners', { type: 'udp', name: 't', bind }))).toMatchObject({
      path: 'root.type',
      reason: 'not_a_enum_symbol',
    })
    expect(problemOf((await create('tcp', { websocket: {} })).answer)).toMatchObject({
      reason: 'unknown_fields',
      unknown: 'websocket',
    })
    await create('tcp')
    expect((await create('tcp')).answer).toEqual({
      status: 400,
      body: { code: 'BAD_LISTENER_ID', message: 'Already Exist' },
    })
  })

  it('a key of another certificate', async () => {
    const was = before()
    const { answer } = await create('ssl', { ssl_options: { certfile: certificate.cert, keyfile: other.key } })
    expect(problemOf(answer)).toMatchObject({ status: 400, path: 'listeners.ssl.t.ssl_options.keyfile' })
    expect(before()).toEqual(was)
  })

  it('a zone of a listener, which cannot be deleted', async () => {
    expect((await putText('zones.z.mqtt.max_packet_size = "2KB"')).status).toBe(200)
    expect((await create('tcp', { zone: 'z' })).answer.status).toBe(200)
    const response = await fetch(`${test.server.urls.api}/configs?mode=replace`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${test.token()}`, 'content-type': 'text/plain' },
      body: 'zones {}',
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('it is the zone of tcp:t')
    expect((await putText('zones.default.mqtt.max_inflight = 1')).status).toBe(400)
  })
})

describe('a certificate sent as text', () => {
  const place = ['certs', 'listeners', 'ssl', 't'] as const

  it('is stored in files that only their owner can read, and the configuration contains their names', async () => {
    const { cert, key } = certificate
    const { answer, endpoint } = await create('ssl', {
      ssl_options: { certfile: cert, keyfile: key, cacertfile: cert },
    })
    expect(answer.status).toBe(200)
    const names = filesIn(...place)
    expect(names).toHaveLength(3)
    const [ca = '', own = '', secret = ''] = names
    expect([ca, own, secret].map((name) => name.split('-')[0])).toEqual(['cacert', 'cert', 'key'])
    expect(answer.body).toMatchObject({
      ssl_options: { keyfile: `\${EMQX_ETC_DIR}/certs/listeners/ssl/t/${secret}` },
    })
    expect(readFileSync(fileOf(...place, own), 'utf8')).toBe(cert)
    expect(statSync(fileOf(...place, secret)).mode & 0o777).toBe(0o600)
    expect(readFileSync(fileOf('configs', 'cluster.hocon'), 'utf8')).not.toContain('BEGIN')
    expect(await canConnect(endpoint, { ca: cert, rejectUnauthorized: true })).toBe(true)
  })

  it('is extracted from an imported configuration, too', async () => {
    const port = await freePort()
    const pem = (text: string) => JSON.stringify(text)
    const response = await putText(
      `listeners.ssl.t { bind = "127.0.0.1:${port}", ssl_options { certfile = ${pem(certificate.cert)}, keyfile = ${pem(certificate.key)} } }`,
    )
    expect(response.status).toBe(200)
    expect((await test.get('/listeners/ssl:t')).body).toMatchObject({
      ssl_options: { certfile: expect.stringContaining('certs/listeners/ssl/t/cert-') },
    })
  })

  it('works for the dashboard as well', async () => {
    const port = await freePort()
    const settings = (await test.get('/configs/dashboard')).body as unknown as { readonly listeners: object }
    const https = {
      bind: `127.0.0.1:${port}`,
      ssl_options: { certfile: certificate.cert, keyfile: certificate.key },
    }
    const put = (listeners: object) => test.call('PUT', '/configs/dashboard', { ...settings, listeners })
    expect((await put({ ...settings.listeners, https })).status).toBe(200)
    expect(await serialAt({ host: '127.0.0.1', port })).toBe(new X509Certificate(certificate.cert).serialNumber)
    const folder = ['certs', 'dashboard', 'listeners', 'https'] as const
    expect(filesIn(...folder)).toHaveLength(2)
    const wrong = { ...https, ssl_options: { ...https.ssl_options, keyfile: other.key } }
    expect(problemOf(await put({ ...settings.listeners, https: wrong })).path).toBe(
      'dashboard.listeners.https.ssl_options.keyfile',
    )
    expect(filesIn(...folder)).toHaveLength(2)
    expect((await put(settings.listeners)).status).toBe(200)
  })

  it('needs no CA if clients are not verified', async () => {
    const ssl_options = { certfile: certificate.cert, keyfile: certificate.key, cacertfile: '' }
    expect((await create('ssl', { ssl_options })).answer.status).toBe(200)
  })

  it('is replaced without a restart or disconnected clients', async () => {
    const { endpoint, id } = await create('ssl')
    const client = await connectMqttJs(endpoint)
    const first = await serialAt(endpoint)
    const ssl_options = { certfile: certificate.cert, keyfile: certificate.key }
    expect((await test.call('PUT', `/listeners/${id}`, { id, type: 'ssl', ssl_options })).status).toBe(200)
    expect(await serialAt(endpoint)).not.toBe(first)
    expect(client.client.connected).toBe(true)
    await client.end()
  })

  it('is removed when no version of the configuration refers to it, and is available when a version is restored', async () => {
    const { cert, key } = certificate
    const { id, endpoint } = await create('ssl', { ssl_options: { certfile: cert, keyfile: key } })
    const { data } = (await test.get('/mqdeck/config_versions')).body as unknown as {
      data: readonly { version: number }[]
    }
    const files = filesIn(...place)
    await test.call('DELETE', `/listeners/${id}`)
    await test.call('POST', `/mqdeck/config_versions/${data[0]?.version}/restore`)
    expect(await canConnect(endpoint, { ca: cert, rejectUnauthorized: true })).toBe(true)
    writeFileSync(fileOf(...place, 'cert-0000000000000000.pem'), cert)
    await test.call('PUT', `/listeners/${id}`, { id, type: 'ssl', max_connections: 5 })
    expect(filesIn(...place)).toEqual(files)
  })

  it('that is missing prevents the restore of its version, and nothing changes', async () => {
    const { id, endpoint } = await create('ssl', {
      ssl_options: { certfile: certificate.cert, keyfile: certificate.key },
    })
    const { data } = (await test.get('/mqdeck/config_versions')).body as unknown as {
      data: readonly { version: number }[]
    }
    await test.call('PUT', `/listeners/${id}`, {
      id,
      type: 'ssl',
      ssl_options: { certfile: other.cert, keyfile: other.key },
    })
    for (const name of filesIn(...place)) {
      const text = readFileSync(fileOf(...place, name), 'utf8')
      if (text === certificate.key) rmSync(fileOf(...place, name))
    }
    const answer = await test.call('POST', `/mqdeck/config_versions/${data[0]?.version}/restore`)
    expect(answer.status).toBe(400)
    expect(problemOf(answer).path).toBe('listeners.ssl.t.ssl_options.keyfile')
    expect(await canConnect(endpoint, { ca: other.cert, rejectUnauthorized: true })).toBe(true)
  })

  it('has its password masked as ******, which keeps it', async () => {
    const keyfile = createPrivateKey(certificate.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString()
    const ssl_options = { certfile: certificate.cert, keyfile }
    expect(problemOf((await create('ssl', { ssl_options })).answer).path).toBe('listeners.ssl.t.ssl_options.password')
    const { answer, id, endpoint } = await create('ssl', { ssl_options: { ...ssl_options, password: 'secret' } })
    expect(answer.body).toMatchObject({ ssl_options: { password: '******' } })
    const shown = answer.body as unknown as object
    const back = await test.call('PUT', `/listeners/${id}`, { ...shown, max_connections: 9 })
    expect(back.body).toMatchObject({ max_connections: 9 })
    expect(await canConnect(endpoint)).toBe(true)
  })

  it('is listed in the inventory, with automatically renewed ones', async () => {
    await create('ssl', { ssl_options: { certfile: certificate.cert, keyfile: certificate.key } })
    const rows = (await test.get('/mqdeck/certificates')).body as unknown as readonly Record<string, unknown>[]
    const [first, ...rest] = rows
    expect(first).toMatchObject({
      path: 'listeners.ssl.t.ssl_options.certfile',
      role: 'server',
      subject: 'CN=localhost',
      days_left: 0,
      key_matches: true,
      renewed_by_server: false,
    })
    expect(rest.map(({ path, renewed_by_server }) => [path, renewed_by_server])).toEqual([
      ['listeners.ssl.default.ssl_options.certfile', true],
      ['listeners.wss.default.ssl_options.certfile', true],
    ])
  })
})

describe('a restart of the server', () => {
  it('keeps listeners, enabled or not, with their certificates', async () => {
    const { stop, folder } = test
    let server: RunningServer | undefined
    const tcp = await create('tcp', { mountpoint: 'm/' })
    const ssl = await create('ssl', { ssl_options: { certfile: certificate.cert, keyfile: certificate.key } })
    const off = await create('tcp', { enable: false }, 'u')
    try {
      await test.server.stop()
      server = await startServer({ settings: { data_dir: folder, ...freePorts }, passwordCost: cheapPasswordCost })
      expect(await canConnect(tcp.endpoint)).toBe(true)
      expect(await canConnect(ssl.endpoint, { ca: certificate.cert, rejectUnauthorized: true })).toBe(true)
      expect(await canConnect(off.endpoint)).toBe(false)
    } finally {
      await server?.stop()
      await stop()
      test = await startTestServer()
    }
  })
})
