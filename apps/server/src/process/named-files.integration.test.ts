import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  freePorts,
  type RunningProcess,
  startProcess,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from './test-program.ts'

let folder: TempFolder
let pipe: string
let ports: readonly number[]
let server: RunningProcess
let token: string
let changes = 0

// A server of its own process: a blocked event loop would block the test as well.
beforeAll(async () => {
  folder = await createTempFolder()
  pipe = join(folder.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  ports = await freePorts(3)
  server = startProcess({
    command: process.execPath,
    args: [program],
    cwd: folder.path,
    env: {
      MQDECK_DATA_DIR: join(folder.path, 'data'),
      MQDECK_DASHBOARD_PORT: String(ports[0]),
      MQDECK_TCP_PORT: String(ports[1]),
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WS_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
    },
  })
  await server.line(/Ctrl-C/, 25_000)
  const answer = await send('POST', '/login', { username: 'admin', password: 'public' })
  token = (JSON.parse(answer.text) as { token: string }).token
})
afterAll(async () => {
  await server.kill()
  await folder.remove()
})

async function send(method: string, path: string, body: object | string) {
  const isText = typeof body === 'string'
  const response = await fetch(`http://127.0.0.1:${ports[0]}/api/v5${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': isText ? 'text/plain' : 'application/json' },
    body: isText ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, text: await response.text() }
}

type Request = (file: string, field: string) => Promise<{ readonly status: number; readonly text: string }>

const tls = (file: string, field: string) => ({ enable: true, verify: 'verify_peer', [field]: file })
const clientFields = ['cacertfile', 'certfile', 'keyfile']

const requests: readonly (readonly [what: string, fields: readonly string[], send: Request])[] = [
  [
    'JWT authenticator',
    ['public_key'],
    (file) =>
      send('POST', '/authentication', { mechanism: 'jwt', use_jwks: false, algorithm: 'public-key', public_key: file }),
  ],
  [
    'authenticator with the built-in database',
    ['bootstrap_file'],
    (file) =>
      send('POST', '/authentication', {
        mechanism: 'password_based',
        backend: 'built_in_database',
        password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
        bootstrap_file: file,
      }),
  ],
  [
    'HTTP authenticator',
    clientFields,
    (file, field) =>
      send('POST', '/authentication', {
        mechanism: 'password_based',
        backend: 'http',
        method: 'post',
        url: 'https://127.0.0.1:1/',
        ssl: tls(file, field),
      }),
  ],
  [
    'HTTP authorization source',
    clientFields,
    (file, field) =>
      send('POST', '/authorization/sources', {
        type: 'http',
        method: 'post',
        url: 'https://127.0.0.1:1/',
        ssl: tls(file, field),
      }),
  ],
  [
    'ACL file',
    ['path'],
    (file) =>
      send('PUT', '/configs?mode=merge', `authorization.sources = [{type = file, path = ${JSON.stringify(file)}}]`),
  ],
  [
    'API key file',
    ['bootstrap_file'],
    (file) => send('PUT', '/configs?mode=merge', `api_key.bootstrap_file = ${JSON.stringify(file)}`),
  ],
  [
    'listener',
    ['cacertfile', 'certfile', 'keyfile', 'dhfile'],
    (file, field) =>
      send('POST', '/listeners', {
        type: 'ssl',
        name: 'pipe',
        bind: `127.0.0.1:${ports[2]}`,
        ssl_options: { verify: 'verify_peer', [field]: file },
      }),
  ],
  [
    'dashboard',
    ['certfile', 'keyfile'],
    (file, field) =>
      send(
        'PUT',
        '/configs?mode=merge',
        `dashboard.listeners.https { bind = "127.0.0.1:${ports[2]}", ssl_options { ${field} = ${JSON.stringify(file)} } }`,
      ),
  ],
  [
    'connector',
    clientFields,
    (file, field) =>
      send('POST', '/connectors', { type: 'http', name: 'pipe', url: 'https://127.0.0.1:1/', ssl: tls(file, field) }),
  ],
  [
    'OpenTelemetry exporter',
    clientFields,
    (file, field) =>
      send(
        'PUT',
        '/configs?mode=merge',
        `opentelemetry { metrics.enable = true, exporter { endpoint = "https://127.0.0.1:1", ssl_options { enable = true, ${field} = ${JSON.stringify(file)} } } }`,
      ),
  ],
  [
    'ExHook server',
    clientFields,
    (file, field) => send('POST', '/exhooks', { name: 'pipe', url: 'https://127.0.0.1:1', ssl: tls(file, field) }),
  ],
  [
    'gateway listener',
    ['certfile', 'keyfile'],
    (file, field) =>
      send('PUT', '/gateways/stomp', {
        listeners: [{ type: 'ssl', name: 'pipe', bind: `127.0.0.1:${ports[2]}`, ssl_options: { [field]: file } }],
      }),
  ],
]

const rows = requests.flatMap(([what, fields, request]) => fields.map((field) => [what, field, request] as const))

test.each(rows)(
  'a pipe or device as a file of %s (%s) is rejected, and broker and settings keep working',
  async (...[, field, request]) => {
    for (const file of [pipe, '/dev/zero', folder.path]) {
      const { status, text } = await request(file, field)
      expect([status, text]).toEqual([400, expect.stringContaining(field)])
    }
    const { client, end } = await connectMqttJs({ host: '127.0.0.1', port: ports[1] ?? 0 }, { clientId: 'while' })
    await client.publishAsync('t', 'm', { qos: 1 })
    await end()
    changes += 1
    expect((await send('PUT', '/configs?mode=merge', `mqtt.max_inflight = ${30 + changes}`)).status).toBe(200)
  },
)

test('probing a connector with a pipe as certificate reports the field', async () => {
  const connector = { type: 'http', name: 'pipe', url: 'https://127.0.0.1:1/', ssl: tls(pipe, 'certfile') }
  const { status, text } = await send('POST', '/connectors_probe', connector)
  expect([status, text]).toEqual([400, expect.stringContaining('certfile')])
})

test('SIGTERM ends the server after these requests', async () => {
  process.kill(server.pid, 'SIGTERM')
  expect(await server.waitForExit()).toEqual({ code: 0, signal: null })
})
