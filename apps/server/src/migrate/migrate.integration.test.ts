import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectMqttJs, eventually } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { binaryPayload, fillSource, retainedCount, sourceSecrets } from './test-source.ts'

let source: TestServer
let target: TestServer
beforeAll(async () => {
  source = await startTestServer()
  target = await startTestServer()
  await fillSource(source)
})
afterAll(async () => {
  await source.stop()
  await target.stop()
})

interface Item {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly detail: string
  readonly differences: readonly string[]
  readonly counts: Readonly<Record<string, number>> | null
}
interface Status {
  readonly state: string
  readonly error: string | null
  readonly items: readonly Item[]
}

const login = () => ({ url: target.server.urls.dashboard, username: 'admin', password: 'public' })
const post = async (path: string, body: object) => {
  const { status, body: answer } = await source.call('POST', `/mqdeck/migration/${path}`, body)
  return { status, body: answer as unknown as Status }
}
const statesOf = ({ items }: Pick<Status, 'items'>) => Object.fromEntries(items.map(({ id, state }) => [id, state]))

async function finished(from: TestServer = source): Promise<Status> {
  for (;;) {
    const status = (await from.get('/mqdeck/migration')).body as unknown as Status
    if (status.state !== 'running') return status
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function run(body: object = {}): Promise<Status> {
  const answer = await post('run', { ...login(), ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  return finished()
}

const createdOnce = [
  'settings/mqtt',
  'settings/log',
  'settings/authorization',
  'settings/slow_subs',
  'settings/zones.factory',
  'authenticator/jwt',
  'authenticator/password_based:built_in_database',
  'authn_users/password_based:built_in_database',
  'authenticator/scram:built_in_database',
  'authenticator/order',
  'authz_source/built_in_database',
  'authz_source/order',
  'authz_rules/clients',
  'authz_rules/users',
  'authz_rules/all',
  'ban/all',
  'connector/http:h',
  'connector/mqtt:up',
  'connector/redis:r',
  'action/mqtt:out',
  'topic_metrics/all',
  'listener/tcp:extra',
  'listener/ssl:own',
  'gateway/stomp',
  'schema/reading',
  'external_registry/confluent',
  'retained/all',
  'validation/checked',
  'transformation/moved',
  'auto_subscribe/all',
  'rewrite/all',
  'exhook/devices',
  'source/mqtt:in',
  'rule/double',
  'rule/asleep',
  'rule/with_schema',
]
const cannot = [
  'authn_users/scram:built_in_database',
  'api_key/robot',
  'dashboard_user/carol',
  'delayed/all',
  'settings/log.file',
  'authn_users/stomp',
  'plugin/my_plugin-1.0.0',
]

describe('a migration to another broker', () => {
  it('plans first and changes nothing', async () => {
    const { status, body } = await post('plan', login())
    expect(status, JSON.stringify(body)).toBe(200)
    const states = statesOf(body)
    expect(
      Object.keys(states)
        .filter((id) => states[id] === 'create')
        .sort(),
    ).toEqual(createdOnce.toSorted())
    expect(
      Object.keys(states)
        .filter((id) => states[id] === 'impossible')
        .sort(),
    ).toEqual(cannot.toSorted())
    expect(states['dashboard_user/admin']).toBe('equal')
    expect(body.items.find(({ id }) => id === 'retained/all')?.counts).toMatchObject({
      total: retainedCount,
      missing: retainedCount,
    })
    for (const secret of sourceSecrets) expect(JSON.stringify(body)).not.toContain(secret)
    expect((await target.get('/connectors')).body).toEqual([])
  })

  it('creates everything on the target in a valid order', async () => {
    const status = await run()
    expect(status).toMatchObject({ state: 'done', error: null })
    const states = statesOf(status)
    expect(status.items.filter(({ state }) => ['failed', 'blocked', 'cancelled'].includes(state))).toEqual([])
    expect(
      Object.keys(states)
        .filter((id) => states[id] === 'created')
        .sort(),
    ).toEqual(createdOnce.toSorted())
    for (const secret of sourceSecrets) expect(JSON.stringify(status)).not.toContain(secret)
  })

  it('makes both sides equal', async () => {
    for (const path of [
      '/authentication',
      '/authorization/sources',
      '/authorization/settings',
      '/authorization/sources/built_in_database/rules/users',
      '/authorization/sources/built_in_database/rules/clients',
      '/authorization/sources/built_in_database/rules/all',
      '/configs/global_zone',
      '/slow_subscriptions/settings',
      '/mqdeck/zones',
      '/mqtt/topic_rewrite',
      '/mqtt/auto_subscribe',
      '/banned',
      '/schema_registry',
      '/schema_registry_external',
      '/schema_validations',
      '/message_transformations',
      '/gateways/stomp/authentication',
    ])
      expect((await target.get(path)).body, path).toEqual((await source.get(path)).body)
    const gateway = (await target.get('/gateways/stomp')).body
    expect(gateway).toMatchObject({ enable: false, mountpoint: 'stomp/', listeners: [{ max_connections: 7 }] })
    for (const path of ['/connectors/mqtt:up', '/actions/mqtt:out', '/sources/mqtt:in', '/rules/double']) {
      const { created_at, last_modified_at, ssl, ...ours } = (await source.get(path)).body as never as Record<
        string,
        unknown
      >
      expect((await target.get(path)).body, path).toMatchObject(ours)
    }
  })

  it('migrates secrets and certificates', async () => {
    const stored = readFileSync(join(target.folder, 'configs/cluster.hocon'), 'utf8')
    for (const secret of sourceSecrets) expect(stored).toContain(secret)
    const listener = (await target.get('/listeners/ssl:own')).body as never as { ssl_options: { certfile: string } }
    expect(listener.ssl_options.certfile).toMatch(/certs\/listeners\/ssl\/own\/cert-/)
  })

  it('accepts users with their passwords under the same rules', async () => {
    const ann = await connectTo(target, { username: 'ann', password: 'ann-password' })
    await expect(connectTo(target, { username: 'ann', password: 'wrong' })).rejects.toThrow()
    await ann.client.subscribeAsync('calculated', { qos: 1 })
    await ann.client.publishAsync('calc/x', '{"n": 21}', { qos: 1 })
    expect(await ann.message('calculated')).toBe('42')
    await ann.end()
  })

  it('delivers retained messages unchanged to subscribers', async () => {
    const bob = await connectTo(target, { username: 'bob', password: 'bob-password' })
    const got = new Map<string, { payload: Buffer; properties: unknown }>()
    const all = new Promise<void>((done) => {
      bob.client.on('message', (topic, payload, packet) => {
        got.set(topic, { payload, properties: packet.properties })
        if (got.size === retainedCount) done()
      })
    })
    await bob.client.subscribeAsync(['kept/#', 'bin/#', 'calc/kept'], { qos: 2 })
    await all
    expect(String(got.get('kept/7')?.payload)).toBe('message 7')
    expect(got.get('bin/255')?.payload).toEqual(binaryPayload)
    expect(got.get('bin/255')?.properties).toMatchObject({
      contentType: 'application/x-bytes',
      responseTopic: 'answers',
      correlationData: Buffer.from('mark'),
      userProperties: { colour: 'green' },
    })
    await bob.end()
  })

  it('finds everything on the target in a second run, and creates nothing', async () => {
    const status = await run()
    const states = statesOf(status)
    expect(Object.values(states).filter((state) => state === 'created' || state === 'changed')).toEqual([])
    for (const id of createdOnce) expect(states[id], id).toBe('equal')
  })

  it('keeps changes on the target, unless overwrite is set', async () => {
    await target.call('PUT', '/rules/double', { sql: 'SELECT 1 as n FROM "calc/#"', actions: [] })
    const first = await run({ only: ['rule'] })
    expect(first.items.find(({ id }) => id === 'rule/double')).toMatchObject({
      state: 'differs',
      differences: ['sql', 'actions'],
    })
    const second = await run({ only: ['rule'], overwrite: true })
    expect(statesOf(second)['rule/double']).toBe('changed')
    expect(statesOf(await run({ only: ['rule'] }))['rule/double']).toBe('equal')
  })
})

describe('a running migration', () => {
  it('is the only one, can be cancelled, and continues in the next run', async () => {
    const other = await startTestServer()
    const { api_key, api_secret } = (await other.call('POST', '/api_key', { name: 'k', desc: '', enable: true })).body
    const request = { url: other.server.urls.dashboard, api_key, api_secret, only: ['retained'] }
    expect((await post('run', request)).status).toBe(202)
    expect((await post('run', request)).status).toBe(409)
    expect((await post('plan', request)).status).toBe(409)
    await eventually(
      async () =>
        JSON.stringify((await source.get('/mqdeck/migration')).body).includes('"current":{"id":"retained/all"'),
      () => 'it does not begin',
    )
    expect((await source.call('POST', '/mqdeck/migration/cancel')).status).toBe(204)
    const status = await finished()
    expect(status.state).toBe('cancelled')
    expect(status.items).toMatchObject([{ id: 'retained/all', state: 'cancelled' }])
    expect((await post('run', request)).status).toBe(202)
    expect(await finished()).toMatchObject({ state: 'done', items: [{ id: 'retained/all', state: 'created' }] })
    expect(JSON.stringify((await source.get('/mqdeck/migration')).body)).not.toContain(api_secret)
    await other.stop()
  })
})

describe('a migration that fails', () => {
  it('creates no listener if its authenticator cannot be created', async () => {
    const strict = await startTestServer()
    const bare = await startTestServer()
    const algorithm = { name: 'argon2' }
    const authenticator = {
      mechanism: 'password_based',
      backend: 'built_in_database',
      user_id_type: 'username',
      password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
    }
    const made = [
      await strict.call('POST', '/authentication', { ...authenticator, password_hash_algorithm: algorithm }),
      await strict.call('POST', '/listeners', { type: 'tcp', name: 'public', bind: '127.0.0.1:0' }),
    ]
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    const login = { url: bare.server.urls.dashboard, username: 'admin', password: 'public' }
    expect((await strict.call('POST', '/mqdeck/migration/run', login)).status).toBe(202)
    const status = await finished(strict)
    const guard = 'authenticator/password_based:built_in_database'
    expect(statesOf(status)[guard]).toBe('impossible')
    expect(status.items.find(({ id }) => id === 'listener/tcp:public')).toMatchObject({
      state: 'impossible',
      reason: 'needs',
      detail: guard,
    })
    expect(JSON.stringify((await bare.get('/listeners')).body)).not.toContain('tcp:public')
    await strict.stop()
    await bare.stop()
  })

  it('reports a wrong password', async () => {
    const { status, body } = await post('plan', { ...login(), password: 'not it' })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('BAD_USERNAME_OR_PWD')
    expect(JSON.stringify(body)).not.toContain('not it')
  })

  it.each([
    ['ftp://127.0.0.1', 400],
    ['nonsense', 400],
    ['http://u:p@127.0.0.1', 400],
    ['http://127.0.0.1:9', 503],
  ])('to %s', async (url, expected) => {
    expect((await post('plan', { ...login(), url })).status).toBe(expected)
  })

  it('is for administrators', async () => {
    const token = await source.login('carol', 'Abcd1234!')
    expect((await source.call('POST', '/mqdeck/migration/plan', login(), token)).status).toBe(403)
    expect((await source.call('GET', '/mqdeck/migration', undefined, token)).status).toBe(403)
  })
})

async function connectTo({ server }: TestServer, options: object) {
  return connectMqttJs({ host: '127.0.0.1', port: server.ports.tcp ?? 0 }, { protocolVersion: 5, ...options })
}
