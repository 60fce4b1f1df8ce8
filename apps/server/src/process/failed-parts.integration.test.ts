import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  eventually,
  freePorts,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
  type TempFolder,
  testAuthority,
  testCertificate,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openData } from '../store/open-data.ts'
import { program } from './test-program.ts'

let folder: TempFolder
let running: RunningProcess
let taken: Server
let http = 0
let tcp = 0
let token = ''

const gone = '/nowhere/gone.pem'
const unresolvable = 'nowhere.invalid'
/** Nothing listens on it. */
const refused = '127.0.0.1:1'
const tls = { enable: true, cacertfile: gone, verify: 'verify_peer' }

const connectors = {
  clickhouse: { url: `http://${refused}`, username: 'u', password: 'p', database: 'd' },
  elasticsearch: { server: unresolvable, authentication: { username: 'u', password: 'p' } },
  http: { url: `http://${refused}` },
  influxdb: {
    server: unresolvable,
    parameters: { influxdb_type: 'influxdb_api_v2', bucket: 'b', org: 'o', token: 't' },
  },
  kafka_consumer: { bootstrap_hosts: refused, authentication: 'none' },
  kafka_producer: { bootstrap_hosts: `${unresolvable}:9092`, authentication: 'none' },
  matrix: { server: refused, database: 'd', username: 'u' },
  mongodb: { parameters: { mongo_type: 'single', server: refused }, database: 'd' },
  mqtt: { server: refused, ssl: tls },
  mysql: { server: unresolvable, database: 'd', username: 'u' },
  opents: { server: `http://${refused}` },
  pgsql: { server: refused, database: 'd', username: 'u', ssl: tls },
  rabbitmq: { server: unresolvable, username: 'u', password: 'p' },
  redis: { parameters: { redis_type: 'single', server: refused, database: 0 } },
  s3: { host: unresolvable, port: 9000, access_key_id: 'a', secret_access_key: 's' },
  timescale: { server: unresolvable, database: 'd', username: 'u' },
}

const jdbc = { server: refused, database: 'd', username: 'u', password: 'p' }

const authenticators = {
  'password_based:built_in_database': { bootstrap_file: '/nowhere/users.txt', bootstrap_type: 'plain' },
  'password_based:http': { method: 'post', url: `https://${refused}`, body: { u: '${username}' }, ssl: tls },
  'password_based:ldap': {
    server: refused,
    base_dn: 'dc=x',
    filter: '(uid=${username})',
    username: 'cn=x',
    password: 'p',
  },
  'password_based:mongodb': { mongo_type: 'single', server: refused, collection: 'c', database: 'd', filter: {} },
  'password_based:mysql': { ...jdbc, query: 'SELECT password_hash FROM u WHERE username = ${username} LIMIT 1' },
  'password_based:postgresql': {
    ...jdbc,
    server: `${unresolvable}:5432`,
    query: 'SELECT password_hash FROM u WHERE username = ${username} LIMIT 1',
  },
  'password_based:redis': { redis_type: 'single', server: refused, cmd: 'HMGET u:${username} password_hash' },
  jwt: { use_jwks: true, endpoint: `http://${refused}/jwks` },
}

const sources = {
  http: { method: 'get', url: `http://${unresolvable}/acl` },
  ldap: { server: refused, base_dn: 'dc=x', username: 'cn=x', password: 'p' },
  mongodb: { mongo_type: 'single', server: refused, collection: 'c', database: 'd', filter: {} },
  mysql: { ...jdbc, query: 'SELECT 1' },
  postgresql: { ...jdbc, query: 'SELECT 1', ssl: tls },
  redis: { redis_type: 'single', server: refused, cmd: 'HGETALL u:${username}' },
}

beforeAll(async () => {
  folder = await createTempFolder()
  const [one = 0, two = 0, inUse = 0] = await freePorts(3)
  http = one
  tcp = two
  taken = createServer()
  await new Promise<void>((resolve) => taken.listen(inUse, '127.0.0.1', resolve))
  const { cert, key } = await testCertificate()
  const other = await (await testAuthority('other')).issue()
  // A configuration without a database is rejected.
  await (await openData(join(folder.path, 'data'))).close()
  const configs = join(folder.path, 'data/configs')
  mkdirSync(configs, { recursive: true })
  writeFileSync(join(folder.path, 'no-folder'), '')
  const pem = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text)
    return join(folder.path, name)
  }
  const certfile = pem('cert.pem', cert)
  const keyfile = pem('key.pem', key)
  const byType = <T>(all: Readonly<Record<string, T>>, wrap: (settings: T) => object) =>
    Object.fromEntries(Object.entries(all).map(([type, settings]) => [type, { c: wrap(settings) }]))
  const stored = {
    listeners: {
      tcp: {
        taken: { bind: `127.0.0.1:${inUse}` },
        unresolvable: { bind: `${unresolvable}:1999` },
        good: { bind: `127.0.0.1:${tcp}` },
      },
      ssl: {
        gone: { bind: '127.0.0.1:0', ssl_options: { certfile: gone } },
        invalid: { bind: '127.0.0.1:0', ssl_options: { certfile: pem('invalid.pem', 'none'), keyfile } },
      },
      ws: { taken: { bind: `127.0.0.1:${inUse}` } },
      wss: { mismatch: { bind: '127.0.0.1:0', ssl_options: { certfile, keyfile: pem('other.pem', other.key) } } },
      quic: { gone: { bind: '127.0.0.1:0', ssl_options: { certfile: gone } } },
    },
    dashboard: { listeners: { https: { bind: '127.0.0.1:0', ssl_options: { certfile: gone } } } },
    log: {
      file: { bad: { path: join(folder.path, 'no-folder/x.log') } },
      audit: { enable: true, path: join(folder.path, 'no-folder/audit.log') },
    },
    api_key: { bootstrap_file: '/nowhere/keys.txt' },
    opentelemetry: {
      metrics: { enable: true },
      exporter: { endpoint: 'https://127.0.0.1:1', ssl_options: { cacertfile: gone } },
    },
    prometheus: { push_gateway: { enable: true, url: `http://${unresolvable}`, interval: '1s' } },
    authentication: Object.entries(authenticators).map(([id, settings]) => {
      const [mechanism, backend] = id.split(':')
      return { mechanism, ...(backend && { backend }), ...settings }
    }),
    authorization: { sources: Object.entries(sources).map(([type, settings]) => ({ type, ...settings })) },
    connectors: byType(connectors, (settings) => settings),
    actions: {
      http: { a: { connector: 'c', parameters: { method: 'post' } } },
      mysql: { a: { connector: 'c', parameters: { sql: 'INSERT INTO t VALUES (${payload})' } } },
    },
    sources: { mqtt: { s: { connector: 'c', parameters: { topic: 't', qos: 1 } } } },
    rule_engine: {
      rules: {
        r: {
          sql: 'SELECT * FROM "$bridges/mqtt:s", "t/1"',
          actions: ['http:a', 'mysql:gone', { function: 'console' }],
        },
      },
    },
  }
  writeFileSync(join(configs, 'cluster.hocon'), JSON.stringify(stored))
  running = startProcess({
    command: process.execPath,
    args: [program],
    cwd: folder.path,
    env: {
      MQDECK_DATA_DIR: join(folder.path, 'data'),
      MQDECK_DASHBOARD_PORT: String(http),
      // This port is in use as well, and must not prevent the start of the broker.
      MQDECK_TCP_PORT: String(inUse),
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WS_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
    },
  })
  await running.line(/Ctrl-C/, startTimeoutMs)
  token = (await call<{ readonly token: string }>('/login', { username: 'admin', password: 'public' })).token
}, 2 * startTimeoutMs)
afterAll(async () => {
  await running.stop()
  taken.close()
  await folder.remove()
})

async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${http}/api/v5${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(`${response.status} ${response.ok ? '' : text}`).toBe('200 ')
  return JSON.parse(text)
}

interface Alarms {
  readonly data: readonly { readonly name: string; readonly message: string }[]
}

async function expectAlarm(name: string, reason: RegExp): Promise<void> {
  let message: string | undefined
  await eventually(
    async () => {
      message = (await call<Alarms>('/alarms?limit=1000')).data.find((one) => one.name === name)?.message
      return message !== undefined
    },
    () => `no alarm ${name}\n${running.output()}`,
    startTimeoutMs,
  )
  expect(message).toMatch(reason)
}

describe('a part of the stored configuration that cannot start', () => {
  test.each([
    ['listener:tcp:default', /eaddrinuse/],
    ['listener:tcp:taken', /eaddrinuse/],
    ['listener:tcp:unresolvable', /enotfound|cannot be used/],
    ['listener:ssl:gone', /ssl_options\.certfile: .*cannot be read/],
    ['listener:ssl:invalid', /ssl_options\.certfile: does not contain a certificate/],
    ['listener:ws:taken', /eaddrinuse/],
    ['listener:wss:mismatch', /does not belong to the certificate/],
    ['listener:quic:gone', /ssl_options\.certfile: .*cannot be read|not available/],
    ['dashboard.listeners.https', /ssl_options\.certfile: .*cannot be read/],
    ['log.file.bad', /ENOTDIR|EEXIST/],
    ['log.audit', /ENOTDIR|EEXIST/],
    ['api_key.bootstrap_file', /cannot be read \(ENOENT\)/],
    ['authentication.bootstrap_file', /must have the extension \.csv or \.json/],
    ['opentelemetry', /cacertfile|cannot be read/],
  ])('%s: the server runs without it, with the reason in an alarm and in the log', async (name, reason) => {
    await expectAlarm(name, reason)
    expect(running.output()).toContain(`configured_part_not_started, part: ${name}`)
  })

  test.each(Object.keys(connectors))('connector of %s: is disconnected with a reason', async (type) => {
    await expectAlarm(`connector:${type}:c`, /resource down: ./)
    const { status, status_reason } = await call<{ readonly status: string; readonly status_reason: string }>(
      `/connectors/${type}:c`,
    )
    expect(status).toMatch(/disconnected|connecting/)
    expect(status_reason).not.toBe('')
  })

  test.each(Object.keys(authenticators).filter((id) => id !== 'password_based:built_in_database'))(
    'authenticator %s: has an alarm with a reason',
    (id) => expectAlarm(`authn:${id}`, /resource down: ./),
  )

  test.each(Object.keys(sources))('authorization source %s: has an alarm with a reason', (type) =>
    expectAlarm(`authz:${type}`, /resource down: ./),
  )

  test('the push gateway that does not answer is shown as failing', async () => {
    await eventually(
      async () => JSON.stringify(await call('/mqdeck/monitoring')).includes(unresolvable),
      () => running.output(),
      startTimeoutMs,
    )
  })

  test('other parts are not affected: listeners authenticate clients, rules exist', async () => {
    await expect(connectMqttJs({ host: '127.0.0.1', port: tcp })).rejects.toThrow(/Not authorized|Bad User/i)
    expect(await call('/rules/r')).toMatchObject({ enable: true })
    expect(running.output()).toContain('NOT STARTED: listener:tcp:taken')
  })

  test('the alarm of a listener ends when a change lets it start', async () => {
    const path = `http://127.0.0.1:${http}/api/v5/listeners/tcp:taken`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = { type: 'tcp', id: 'tcp:taken', bind: '127.0.0.1:0' }
    const answer = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(body) })
    expect(`${answer.status} ${answer.ok ? '' : running.output()}`).toBe('200 ')
    await eventually(
      async () => !(await call<Alarms>('/alarms?limit=1000')).data.some(({ name }) => name === 'listener:tcp:taken'),
      () => running.output(),
    )
    expect(await call('/listeners/tcp:taken')).toMatchObject({ running: true })
  })
})
