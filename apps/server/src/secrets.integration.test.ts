import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authnManifests, authzManifests } from '@mqdeck/access/catalog'
import { api, isRecord, type SomeStruct } from '@mqdeck/contract'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { type IntegrationKind, integrationManifests, structsOf, typesOf } from '@mqdeck/integrations/catalog'
import { connectMqttJs, eventually, startHttpServer, type TestHttpServer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { valueWithMarkers } from './test-secret-values.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let all: TestServer
let viewer: string
const created: string[] = []
const placed = new Set<string>()

const marker = (path: string) => `m4rker-${path.replaceAll(/[^\w]/g, '-')}`
const markerIn = /m4rker-[\w-]+/g

let target: TestHttpServer

beforeAll(async () => {
  all = await startTestServer()
  target = await startHttpServer()
  target.answer(
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"allow"}'),
  )
  const file = 'log { file.default { enable = true, level = debug }, audit.enable = true }'
  expect((await hocon(file)).status).toBe(200)
  await all.call('POST', '/users', { username: 'eve', password: 'Passw0rd-1', role: 'viewer', description: '' })
  viewer = await all.login('eve', 'Passw0rd-1')
  await all.call('POST', '/trace', { name: 'all', type: 'clientid', clientid: 'traced', payload_encode: 'text' })
})
afterAll(async () => {
  await target.down()
  await all.stop()
})

const hocon = (text: string) =>
  fetch(`${all.server.urls.api}/configs?mode=merge`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${all.token()}`, 'content-type': 'text/plain' },
    body: text,
  })

/** Sends a body with markers. Fields that the server rejects with a marker get none. */
async function place(
  struct: Pick<SomeStruct, 'fields'>,
  given: Readonly<Record<string, unknown>>,
  send: (body: Readonly<Record<string, unknown>>) => readonly [method: string, path: string, body?: unknown],
  of: string,
): Promise<Readonly<Record<string, unknown>>> {
  const refused = new Set<string>()
  for (let attempt = 0; attempt < 20; attempt++) {
    const body = valueWithMarkers(struct, given, (path) => marker(`${of}.${path}`), refused)
    const { status, body: answer } = await all.call(...send(body))
    if (status < 300) {
      for (const [found] of JSON.stringify(body).matchAll(markerIn)) placed.add(found)
      return body
    }
    const message = String((answer as unknown as { message: unknown }).message)
    const path = /"path":"([^"]*)"/.exec(message)?.[1] ?? ''
    const own = path.replace(/^(root|[a-z_]+\.[a-z_]+\.[\w-]+)\./, '')
    if (own === '' || refused.has(own)) throw new Error(`${JSON.stringify(body)}: ${message}`)
    refused.add(own)
  }
  throw new Error('every attempt was rejected')
}

const exampleOf = (part: IntegrationKind, type: string) =>
  integrationManifests.find((one) => one.type === type)?.[part]?.example ?? {}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const serviceAccount = JSON.stringify({
  type: 'service_account',
  project_id: 'p',
  private_key_id: marker('service-account'),
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'a@b.example',
  token_uri: 'http://127.0.0.1:1/',
})

/** Fields without an example in the manifest. */
const samples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'connector confluent_producer': { authentication: { username: 'u', password: marker('confluent') } },
  'connector azure_blob_storage': { account_name: 'account' },
  'connector gcp_pubsub_producer': { service_account_json: serviceAccount },
  'connector gcp_pubsub_consumer': { service_account_json: serviceAccount },
  'connector azure_event_hub_producer': { authentication: { password: marker('event-hub') } },
}

test('secrets of every connector, action and source are accepted', async () => {
  const failures: string[] = []
  for (const part of ['connector', 'action', 'source'] as const)
    for (const type of typesOf(part)) {
      const struct = structsOf(part, type)?.post
      if (!struct) continue
      const name = `${part}-${type}`.replaceAll('_', '-')
      const given = {
        ...exampleOf(part, type),
        ...samples[`${part} ${type}`],
        type,
        name,
        enable: false,
        ...(part !== 'connector' && { connector: `connector-${type}`.replaceAll('_', '-') }),
      }
      try {
        await place(struct, given, (body) => ['POST', `/${part}s`, body], name)
        created.push(`/${part}s/${type}:${name}`)
      } catch (error) {
        failures.push(String(error))
      }
    }
  expect(failures).toEqual([])
})

test('secrets of authenticators and authorization sources are accepted', async () => {
  for (const { structs, example, mechanism, backend } of authnManifests) {
    const [struct] = structs
    if (!struct) continue
    const url = { ...(backend === 'http' && { url: `${target.origin}/authn` }) }
    const hash = {
      ...(backend === 'built_in_database' &&
        mechanism !== 'scram' && { password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' } }),
    }
    const given = { ...example, ...url, ...hash, enable: backend === 'http' && !('iteration_count' in struct.fields) }
    const body = await place(struct, given, (one) => ['POST', '/authentication', one], `authn.${mechanism}.${backend}`)
    created.push(`/authentication/${[body.mechanism, body.backend].filter(Boolean).join(':')}`)
  }
  for (const { structs, example, type } of authzManifests) {
    const [struct] = structs
    if (!struct || type === 'file') continue
    const url = { ...(type === 'http' && { url: `${target.origin}/authz` }) }
    await place(
      struct,
      { ...example, ...url, type, enable: type === 'http' },
      (one) => ['POST', '/authorization/sources', one],
      `authz.${type}`,
    )
    created.push(`/authorization/sources/${type}`)
  }
})

test('secrets of gateways, registries, ExHook servers, exporters and listeners are accepted', async () => {
  for (const { name, clientInfoOverride } of gatewayManifests) {
    if (!['stomp', 'coap', 'mqttsn'].includes(name)) continue
    const settings = { clientinfo_override: { password: marker(`${name}.password`) }, listeners: [], enable: false }
    expect(clientInfoOverride.fields).toHaveProperty('password')
    const { status } = await all.call('PUT', `/gateways/${name}`, settings)
    expect(status).toBe(204)
    placed.add(marker(`${name}.password`))
    created.push(`/gateways/${name}`)
  }
  const secret = (name: string) => {
    placed.add(marker(name))
    return marker(name)
  }
  const bodies: readonly (readonly [method: string, path: string, body: unknown, read?: string])[] = [
    [
      'POST',
      '/schema_registry_external',
      { name: 'out', type: 'confluent', url: `http://u:${secret('registry')}@127.0.0.1:1/?token=${secret('query')}` },
      '/schema_registry_external/registry/out',
    ],
    ['POST', '/exhooks', { name: 'hook', url: `http://127.0.0.1:1`, enable: false }, '/exhooks/hook'],
  ]
  for (const [method, path, body, read] of bodies) {
    const { status, body: answer } = await all.call(method, path, body)
    expect([status, status < 300 ? '' : answer]).toEqual([expect.any(Number), ''])
    if (read !== undefined) created.push(read)
  }
  const text = `
    prometheus.push_gateway { url = "http://127.0.0.1:1/?apikey=${secret('push')}", headers { x-team = "${secret('push-header')}" } }
    opentelemetry.exporter { headers { x-team = "${secret('otel')}" } }
    listeners.ssl.default.ssl_options.password = ""
    rule_engine.rules.r { sql = "SELECT * FROM \\"t\\"", actions = [{ function = republish, args { topic = a, payload = "{\\"api_key\\": \\"${secret('rule')}\\"}" } }] }
  `
  const answer = await hocon(text)
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
  created.push('/rules/r')
})

test('no GET response for a viewer contains a secret', async () => {
  const paths = Object.values(api).flatMap(({ method, path }) =>
    method === 'GET' && !path.includes('{') ? [path] : [],
  )
  const versions = (await all.get('/mqdeck/config_versions')).body.data as unknown as readonly {
    readonly version: number
  }[]
  const more = versions.map(({ version }) => `/mqdeck/config_versions/${version}`)
  const leaks: string[] = []
  for (const path of [...paths, ...created, ...more, ...created.map((one) => `${one}/status`)]) {
    if (path === '/telemetry/data') continue
    const response = await fetch(`${all.server.urls.api}${path}`, { headers: { authorization: `Bearer ${viewer}` } })
    if (response.headers.get('content-type')?.includes('event-stream')) {
      await response.body?.cancel()
      continue
    }
    const text = await response.text()
    if (created.includes(path)) expect([path, response.status]).toEqual([path, 200])
    leaks.push(...[...text.matchAll(markerIn)].map(([found]) => `${path}: ${found}`))
  }
  expect(placed.size).toBeGreaterThan(100)
  expect(leaks).toEqual([])
})

test('a PUT with the body of a GET keeps the secrets', async () => {
  for (const path of created) {
    const read = (await all.get(path)).body as unknown
    const body = isRecord(read) ? read : {}
    const { status, body: answer } = await all.call('PUT', path, putBody(path, body))
    expect([path, status, status < 300 ? '' : answer]).toEqual([path, expect.any(Number), ''])
  }
  const text = readFileSync(join(all.folder, 'configs', 'cluster.hocon'), 'utf8')
  expect(text).not.toContain('******')
  expect([...placed].filter((one) => !text.includes(one))).toEqual([])
})

const readOnly = [
  'type',
  'name',
  'status',
  'status_reason',
  'node_status',
  'created_at',
  'last_modified_at',
  'actions',
  'rules',
]

function putBody(path: string, body: Readonly<Record<string, unknown>>): unknown {
  if (/^\/(connectors|actions|sources)\//.test(path))
    return Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)))
  if (path.startsWith('/rules/')) {
    const { name, sql, actions, enable, description } = body
    return { name, sql, actions, enable, description }
  }
  if (path.startsWith('/exhooks/')) {
    const { node_status: _, hooks: __, metrics: ___, node_metrics: ____, ...rest } = body
    return rest
  }
  if (path.startsWith('/gateways/')) {
    const { created_at: _, started_at: __, stopped_at: ___, status: ____, ...rest } = body
    return rest
  }
  if (path.startsWith('/schema_registry_external/')) {
    const { name: _, ...rest } = body
    return rest
  }
  return body
}

test('audit log, log files and traces contain no secret', async () => {
  const { end } = await connectMqttJs(
    { host: '127.0.0.1', port: all.server.ports.tcp ?? 0 },
    { clientId: 'traced', username: 'u', password: 'm4rker-client-password' },
  )
  await end()
  await eventually(
    async () => (await all.get('/audit?limit=1')).status === 200,
    () => 'there is no audit log',
  )
  const texts = new Map<string, string>()
  texts.set('audit', JSON.stringify((await all.get('/audit?limit=10000')).body))
  texts.set('trace', JSON.stringify((await all.get('/trace/all/log?bytes=1000000')).body))
  for (const name of readdirSync(join(all.folder, 'log')))
    texts.set(name, readFileSync(join(all.folder, 'log', name), 'utf8'))
  expect(texts.get('trace')).toContain('traced')
  const leaks = [...texts].flatMap(([name, text]) => [...text.matchAll(markerIn)].map(([found]) => `${name}: ${found}`))
  expect(leaks).toEqual([])
})

test('the preview of a backup contains no secret', async () => {
  const { filename } = (await all.call('POST', '/data/export')).body as unknown as { filename: string }
  const text = JSON.stringify(await all.call('POST', '/mqdeck/data/preview', { filename }))
  expect(text).toContain('"errors":[]')
  expect((await all.call('DELETE', '/actions/http:action-http')).status).toBe(204)
  const changed = JSON.stringify(await all.call('POST', '/mqdeck/data/preview', { filename }))
  expect(changed).toContain('action-http')
  expect([...(text + changed).matchAll(markerIn)]).toEqual([])
})
