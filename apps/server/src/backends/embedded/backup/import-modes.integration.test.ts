import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { BackupPreview, BackupResult } from '@mqdeck/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let source: TestServer
let target: TestServer
beforeEach(async () => {
  ;[source, target] = await Promise.all([startTestServer(), startTestServer()])
})
afterEach(() => Promise.all([source.stop(), target.stop()]))

async function ask<T = unknown>(server: TestServer, method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, body)
  return { status: answer.status, body: answer.body as unknown as T }
}

async function make(server: TestServer, path: string, body: object, method = 'POST'): Promise<void> {
  const { status, body: answer } = await ask(server, method, path, body)
  expect([path, status < 300, status < 300 ? '' : answer]).toEqual([path, true, ''])
}

/** A file of the source in the folder of the target. */
async function moved(token = source.token()): Promise<string> {
  const body = (await source.call('POST', '/data/export', {}, token)).body as unknown as { readonly filename: string }
  copyFileSync(join(source.folder, 'backup', body.filename), join(target.folder, 'backup', body.filename))
  return body.filename
}

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
}
const jwt = (secret: string) => ({
  mechanism: 'jwt',
  from: 'password',
  use_jwks: false,
  algorithm: 'hmac-based',
  secret,
  secret_base64_encoded: false,
})
const httpSource = { type: 'http', method: 'get', url: 'http://127.0.0.1:1/acl', body: {} }
const connector = (name: string) => ({ type: 'http', name, url: 'http://127.0.0.1:1', enable: false })
const action = (name: string, connectorName: string) => ({
  type: 'http',
  name,
  connector: connectorName,
  parameters: { path: '/', method: 'post' },
  enable: false,
})
const rule = (id: string, sql = 'SELECT * FROM "t/#"') => ({ id, sql, actions: [] })
const schema = (name: string) => ({ name, type: 'json', source: '{"type":"object"}' })
const listener = (name: string, max = 10) => ({ type: 'tcp', name, bind: '127.0.0.1:0', max_connections: max })
const exhook = (name: string) => ({ name, url: 'http://127.0.0.1:1', enable: false })

/** One object of each kind that only this server has, and one with a name that both have. */
async function fill(server: TestServer, own: string): Promise<void> {
  await make(server, '/authentication', own === 'source' ? jwt('of the source') : builtIn)
  if (own === 'target') {
    await make(server, '/authentication', jwt('of the target'))
    await make(server, '/authorization/sources', httpSource)
  }
  for (const name of [own, 'both']) {
    await make(server, '/connectors', connector(name))
    await make(server, '/actions', action(name, name))
    await make(server, '/rules', rule(name, `SELECT ${own === 'source' ? '1' : '2'} as x FROM "t/#"`))
    await make(server, '/schema_registry', schema(name))
    await make(server, '/listeners', listener(name, own === 'source' ? 11 : 12))
    await make(server, '/exhooks', exhook(name))
    await make(server, '/mqtt/topic_metrics', { topic: `metrics/${name}` })
  }
  const rewrite = (name: string) => ({ action: 'publish', source_topic: `${name}/#`, dest_topic: 'x', re: '.*' })
  await make(server, '/mqtt/topic_rewrite', [rewrite(own), rewrite('both')] as never, 'PUT')
}

async function namesIn(server: TestServer, path: string, field = 'name'): Promise<readonly string[]> {
  const { body } = await ask<Readonly<Record<string, readonly object[]>> | readonly object[]>(server, 'GET', path)
  const rows: readonly object[] = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [])
  return rows.map((row) => String((row as Record<string, unknown>)[field])).sort()
}

const kinds = [
  ['/connectors', 'name'],
  ['/actions', 'name'],
  ['/rules', 'id'],
  ['/schema_registry', 'name'],
  ['/exhooks', 'name'],
] as const

it('a restore adds and replaces objects, and keeps those that only the target has', async () => {
  await fill(source, 'source')
  await fill(target, 'target')
  const filename = await moved()
  const preview = await ask<BackupPreview>(target, 'POST', '/mqdeck/data/preview', { filename })
  expect(preview.body.roots.flatMap(({ removed }) => removed)).toEqual([])
  expect(preview.body.roots.find(({ name }) => name === 'rule_engine')).toMatchObject({
    added: ['rule_engine.rules.source'],
    changed: ['rule_engine.rules.both'],
  })

  expect((await ask(target, 'POST', '/data/import', { filename })).status).toBe(204)
  for (const [path, field] of kinds)
    expect([path, await namesIn(target, path, field)]).toEqual([path, ['both', 'source', 'target']])
  expect(await namesIn(target, '/authentication', 'id')).toEqual(['jwt', 'password_based:built_in_database'])
  expect(await namesIn(target, '/authorization/sources', 'type')).toEqual(['file', 'http'])
  expect(await namesIn(target, '/mqtt/topic_rewrite', 'source_topic')).toEqual(['both/#', 'source/#', 'target/#'])
  expect(await namesIn(target, '/mqtt/topic_metrics', 'topic')).toEqual([
    'metrics/both',
    'metrics/source',
    'metrics/target',
  ])
  expect((await ask<{ sql: string }>(target, 'GET', '/rules/both')).body.sql).toContain('SELECT 1')
  expect((await ask<{ max_connections: number }>(target, 'GET', '/listeners/tcp:both')).body.max_connections).toBe(11)
  expect((await ask(target, 'GET', '/listeners/tcp:target')).status).toBe(200)
  expect((await ask(target, 'GET', '/listeners/ssl:default')).status).toBe(200)
})

it('a restore of an archive with empty lists keeps the objects of the target', async () => {
  await fill(target, 'target')
  await make(target, '/schema_validations', {
    name: 'v',
    topics: ['t/#'],
    strategy: 'all_pass',
    failure_action: 'drop',
    checks: [{ type: 'sql', sql: 'SELECT * WHERE true' }],
  })
  await make(target, '/message_transformations', {
    name: 'm',
    topics: ['t/#'],
    failure_action: 'drop',
    payload_decoder: { type: 'none' },
    payload_encoder: { type: 'none' },
    operations: [],
  })
  const subscription = { topic: 'a', qos: 1, nl: 0, rap: 0, rh: 0 }
  await make(target, '/mqtt/auto_subscribe', [subscription], 'PUT')
  const empty = [
    'authentication',
    'authorization.sources',
    'exhook.servers',
    'rewrite',
    'auto_subscribe.topics',
    'topic_metrics',
    'schema_validation.validations',
    'message_transformation.transformations',
  ]
  const { archive: filename } = await editedArchive({
    'cluster.hocon': (text) => `${text}\n${empty.map((path) => `${path} = []\n`).join('')}`,
  })
  const lists = [
    ['/authentication', 'id', 2],
    ['/authorization/sources', 'type', 2],
    ['/exhooks', 'name', 2],
    ['/mqtt/topic_rewrite', 'source_topic', 2],
    ['/mqtt/auto_subscribe', 'topic', 1],
    ['/mqtt/topic_metrics', 'topic', 2],
    ['/schema_validations', 'name', 1],
    ['/message_transformations', 'name', 1],
  ] as const
  const preview = await ask<BackupPreview>(target, 'POST', '/mqdeck/data/preview', { filename })
  expect(preview.body.roots.flatMap(({ removed }) => removed)).toEqual([])
  expect((await ask(target, 'POST', '/data/import', { filename })).status).toBe(204)
  for (const [path, field, count] of lists)
    expect([path, (await namesIn(target, path, field)).length]).toEqual([path, count])
})

it('a restore that replaces names what it removes before and afterwards', async () => {
  await fill(source, 'source')
  await fill(target, 'target')
  const request = { filename: await moved(), mode: 'replace' }
  const removed = [
    'actions.http.target',
    'authentication.password_based:built_in_database',
    'authorization.sources.http',
    'connectors.http.target',
    'exhook.servers.target',
    'listeners.tcp.target',
    'rewrite.publish target/# .*',
    'rule_engine.rules.target',
    'schema_registry.schemas.target',
    'topic_metrics.metrics/target',
  ]
  const preview = await ask<BackupPreview>(target, 'POST', '/mqdeck/data/preview', request)
  expect(preview.body.roots.flatMap((root) => root.removed).sort()).toEqual(removed)
  const result = await ask<BackupResult>(target, 'POST', '/mqdeck/data/import', request)
  expect([...result.body.configuration.removed].sort()).toEqual(removed)
  for (const [path, field] of kinds)
    expect([path, await namesIn(target, path, field)]).toEqual([path, ['both', 'source']])
})

it('users and API keys are restored only if the request names them', async () => {
  await make(source, '/users', { username: 'ann', password: 'Harbour-123', description: '', role: 'viewer' })
  await make(source, '/api_key', { name: 'k', desc: '', enable: true })
  await make(source, '/users/admin/change_pwd', { old_pwd: 'public', new_pwd: 'Other-1234' })
  const filename = await moved(await source.login('admin', 'Other-1234'))
  expect((await ask(target, 'POST', '/data/import', { filename })).status).toBe(204)
  expect(await namesIn(target, '/users', 'username')).toEqual(['admin'])
  expect(await namesIn(target, '/api_key')).toEqual([])
  expect(await target.login('admin', 'public')).toBeTruthy()

  for (const body of [{ include: ['banned'] }, { include: ['nothing'] }, { table_sets: ['api_keys'] }]) {
    const refused = await ask(target, 'POST', '/mqdeck/data/import', { filename, ...body })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^(include|table_sets): /) } })
  }
  const include = ['dashboard_users', 'api_keys']
  expect((await ask(target, 'POST', '/data/import', { filename, include, password: 'public' })).status).toBe(204)
  // The session of the replaced administrator has ended.
  await target.signInAgain('Other-1234')
  expect(await namesIn(target, '/users', 'username')).toEqual(['admin', 'ann'])
  expect(await namesIn(target, '/api_key')).toEqual(['k'])
})

it('listeners whose port is in use are restored disabled, with an alarm until they are enabled', async () => {
  const blocker = createServer()
  const port = await new Promise<number>((resolve) =>
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port)),
  )
  try {
    // Disabled on the source, and enabled in the archive only.
    const bind = `127.0.0.1:${port}`
    await make(
      source,
      '/gateways/stomp',
      { name: 'stomp', listeners: [{ type: 'tcp', name: 'default', bind }], enable: false },
      'PUT',
    )
    await make(source, '/listeners', { ...listener('taken'), bind, enable: false })
    await make(source, '/schema_registry', schema('kept'))
    const { archive } = await enabledInArchive()
    const result = await ask<BackupResult>(target, 'POST', '/mqdeck/data/import', { filename: archive })
    expect(result.status).toBe(200)
    expect(result.body.configuration.disabled.map(({ path }) => path).sort()).toEqual([
      'gateway.stomp.listeners.tcp.default',
      'listeners.tcp.taken',
    ])
    expect(await namesIn(target, '/schema_registry')).toEqual(['kept'])
    expect((await ask(target, 'GET', '/listeners/tcp:taken')).body).toMatchObject({ enable: false })
    expect((await ask(target, 'GET', '/gateways/stomp')).body).toMatchObject({ enable: true })
    const alarms = () => namesIn(target, '/alarms')
    expect(await alarms()).toEqual(
      expect.arrayContaining(['gateway.stomp.listeners.tcp.default', 'listeners.tcp.taken']),
    )

    await new Promise((resolve) => blocker.close(resolve))
    await make(target, '/listeners/tcp:taken/start', {})
    await expect.poll(alarms, { timeout: 5000 }).not.toContain('listeners.tcp.taken')
  } finally {
    blocker.close()
  }
})

it('plugins that are not installed are named, because archives do not contain their packages', async () => {
  const { archive } = await enabledInArchive('plugins = ["my_plugin-1.0.0"]\n')
  const preview = await ask<BackupPreview>(target, 'POST', '/mqdeck/data/preview', { filename: archive })
  expect(preview.body.missing_plugins).toEqual(['my_plugin-1.0.0'])
  const result = await ask<BackupResult>(target, 'POST', '/mqdeck/data/import', { filename: archive })
  expect(result.body.missing_plugins).toEqual(['my_plugin-1.0.0'])
})

/** An archive of the source in which every listener and gateway is enabled, with more metadata. */
const enabledInArchive = (more = '') =>
  editedArchive({
    'cluster.hocon': (text) => text.replaceAll(/enable *= *false/g, 'enable = true'),
    'META.hocon': (text) => text.replace(/plugins = .*\n?/, '') + more,
  })

/** An archive of the source with changed files. */
async function editedArchive(
  changes: Readonly<Record<string, (text: string) => string>>,
): Promise<{ readonly archive: string }> {
  const filename = await moved()
  const folder = join(target.folder, 'unpacked')
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', join(target.folder, 'backup', filename), '-C', folder])
  const top = filename.replace('.tar.gz', '')
  for (const [name, change] of Object.entries(changes)) {
    const file = join(folder, top, name)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  execFileSync('tar', ['-czf', join(target.folder, 'backup/edited.tar.gz'), '-C', folder, top])
  return { archive: 'edited.tar.gz' }
}
