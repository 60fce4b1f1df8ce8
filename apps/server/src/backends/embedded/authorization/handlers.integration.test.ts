import { connectRaw, eventually, mosquittoPublish, uniqueName } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())
afterEach(async () => {
  await all.clear()
  await all.call('PUT', '/authorization/settings', settings())
})

const sources = '/authorization/sources'
const rules = `${sources}/built_in_database/rules`
const settings = (changes: object = {}) => ({ no_match: 'allow', deny_action: 'ignore', cache: {}, ...changes })
const endpoint = () => ({ host: '127.0.0.1', port: all.server.ports.tcp ?? 0 })
const putFile = (text: string) => all.call('PUT', `${sources}/file`, { type: 'file', enable: true, rules: text })
const types = async () => ((await all.get(sources)).body as unknown as Sources).sources.map(({ type }) => type)

interface Sources {
  readonly sources: readonly { readonly type: string; readonly rules?: string }[]
}

const publishOf = (client: Awaited<ReturnType<typeof connectRaw>>) => client.publish('private/x', 'x', { qos: 1 })

describe('authorization of clients', () => {
  beforeEach(() => putFile('{deny, {username, "eve"}, all, ["private/#", "will/#"]}.\n{allow, all}.'))

  it('denies a publish with 0x87 in MQTT 5, acknowledges it for earlier versions, and delivers it to no one [MQTT-3.3.5-2]', async () => {
    const reader = await all.connect('reader')
    await reader.client.subscribeAsync('#', { qos: 2 })
    const young = await connectRaw(endpoint(), { username: 'eve' })
    expect(await publishOf(young)).toBe(0x87)
    expect(await young.publish('private/x', 'x', { qos: 2 })).toBe(0x87)
    expect(await young.publish('private/x', 'x', { qos: 0 })).toBe(0)
    const old = await connectRaw(endpoint(), { username: 'eve', version: 4 })
    expect(await publishOf(old)).toBe(0)
    expect(await young.publish('public', 'last', { qos: 1 })).toBe(0)
    expect(await reader.message('public')).toBe('last')
    expect(reader.messages.all.map(({ topic }) => topic)).toEqual(['public'])
    await Promise.all([young.disconnect(), old.disconnect()])
  })

  it('denies single filters of a SUBSCRIBE with 0x87, in MQTT 3.1.1 with 0x80 [MQTT-3.9.3-2]', async () => {
    for (const [version, code] of [
      [5, 0x87],
      [4, 0x80],
    ] as const) {
      const client = await connectRaw(endpoint(), { username: 'eve', version })
      expect((await client.subscribe(['private/x', 'public/x'])).granted).toEqual([code, 0])
      expect((await client.subscribe(['$share/g/private/x'])).granted).toEqual([code])
      await client.disconnect()
    }
  })

  it('checks will messages when they are published', async () => {
    const reader = await all.connect('reader')
    await reader.client.subscribeAsync(['will/x', 'other/x'])
    for (const topic of ['will/x', 'other/x']) {
      const dying = await connectRaw(endpoint(), {
        username: 'eve',
        will: { topic, payload: Buffer.from('bye'), qos: 0, retain: false },
      })
      await dying.destroy()
    }
    expect(await reader.message('other/x')).toBe('bye')
    expect(reader.messages.all.map(({ topic }) => topic)).toEqual(['other/x'])
  })

  it('disconnects the client if deny_action is disconnect', async () => {
    await all.call('PUT', '/authorization/settings', settings({ deny_action: 'disconnect' }))
    for (const attempt of ['publish', 'subscribe'] as const) {
      const client = await connectRaw(endpoint(), { username: 'eve' })
      if (attempt === 'publish')
        client.send({ cmd: 'publish', topic: 'private/x', payload: 'x', qos: 0, retain: false, dup: false })
      else client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'private/x', qos: 0 }] })
      expect((await client.next('disconnect')).reasonCode).toBe(0x87)
      await client.waitForClose()
    }
    const old = await connectRaw(endpoint(), { username: 'eve', version: 4 })
    old.send({ cmd: 'publish', topic: 'private/x', payload: 'x', qos: 0, retain: false, dup: false })
    await old.waitForClose()
  })

  it('applies to mosquitto clients as well', async () => {
    const reader = await all.connect('reader')
    await reader.client.subscribeAsync('#')
    const send = (topic: string) => mosquittoPublish(endpoint(), { args: ['-t', topic, '-m', 'x', '-u', 'eve'] })
    await send('private/m')
    await send('public/m')
    await reader.message('public/m')
    expect(reader.messages.all.map(({ topic }) => topic)).toEqual(['public/m'])
  })

  it('is cached per client, and the cache can be cleared', async () => {
    const client = await connectRaw(endpoint(), { clientId: 'cached', username: 'eve' })
    await publishOf(client)
    await client.subscribe('public/#')
    const path = '/clients/cached/authorization/cache'
    expect((await all.get(path)).body).toEqual([
      {
        access: { action_type: 'publish', qos: 1, retain: false },
        topic: 'private/x',
        result: 'deny',
        updated_time: expect.any(Number),
      },
      {
        access: { action_type: 'subscribe', qos: 0 },
        topic: 'public/#',
        result: 'allow',
        updated_time: expect.any(Number),
      },
    ])
    expect((await all.call('DELETE', path)).status).toBe(204)
    expect((await all.get(path)).body).toEqual([])
    await publishOf(client)
    expect((await all.call('DELETE', '/authorization/cache')).status).toBe(204)
    expect((await all.get(path)).body).toEqual([])
    expect((await all.get('/clients/nobody/authorization/cache')).status).toBe(404)
    await client.disconnect()
  })

  it('is reported with the source that decided', async () => {
    const reported: string[] = []
    const off = all.server.broker.hooks.on('client.check_authz_complete', (_, action, result, source) => {
      reported.push(`${result} ${action.topic} by ${source}`)
    })
    const client = await connectRaw(endpoint(), { username: 'eve' })
    await publishOf(client)
    await publishOf(client)
    off()
    expect(reported).toEqual(['deny private/x by file', 'deny private/x by cache'])
    await client.disconnect()
  })
})

describe('sources', () => {
  it('a new one is the first; they can be reordered, moved, replaced and deleted', async () => {
    const builtIn = { type: 'built_in_database' }
    expect((await all.call('POST', sources, builtIn)).status).toBe(204)
    expect(await types()).toEqual(['built_in_database', 'file'])
    expect((await all.get(`${sources}/built_in_database`)).body).toEqual({ ...builtIn, enable: true, max_rules: 100 })
    expect((await all.call('POST', sources, builtIn)).status).toBe(400)
    expect((await all.call('PUT', `${sources}/order`, [{ type: 'file' }, builtIn])).status).toBe(204)
    expect(await types()).toEqual(['file', 'built_in_database'])
    expect((await all.call('PUT', `${sources}/order`, [{ type: 'file' }])).body).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'No positions are specified for authorization sources: built_in_database',
    })
    expect((await all.call('POST', `${sources}/file/move`, { position: 'after:built_in_database' })).status).toBe(204)
    expect(await types()).toEqual(['built_in_database', 'file'])
    expect((await all.call('POST', `${sources}/file/move`, { position: 'up' })).status).toBe(400)
    const status = (await all.get(`${sources}/built_in_database/status`)).body
    expect(status).toMatchObject({ status: 'connected', resource_metrics: {}, metrics: { total: 0, ignore: 0 } })
    expect((await all.call('DELETE', `${sources}/built_in_database`)).status).toBe(204)
    expect((await all.call('DELETE', `${sources}/built_in_database`)).body).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Not found: built_in_database',
    })
  })

  it('an invalid ACL text is rejected with line and column, and changes nothing', async () => {
    await putFile('{deny, all}.')
    const refused = await putFile('{allow, all}.\n{allow, {username, 7}, publish, ["a"]}.')
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('line 2, column 20')
    expect((await all.get(`${sources}/file`)).body).toEqual({ type: 'file', enable: true, rules: '{deny, all}.' })
    const client = await connectRaw(endpoint())
    expect(await publishOf(client)).toBe(0x87)
    await client.disconnect()
    await putFile('{allow, all}.')
  })
})

describe('rules of the built-in database', () => {
  beforeEach(() => all.call('POST', sources, { type: 'built_in_database' }))
  afterEach(() => all.call('DELETE', `${sources}/built_in_database`))
  const allow = (topic: string) => ({ topic, permission: 'allow', action: 'all' })
  const deny = (topic: string) => ({ topic, permission: 'deny', action: 'all' })
  const full = (rule: object) => ({ ...rule, qos: [0, 1, 2], retain: 'all' })

  it('are stored for clients, users and all clients, and checked in this order', async () => {
    const clientId = uniqueName('ruled')
    expect(
      (await all.call('POST', `${rules}/clients`, [{ clientid: clientId, rules: [allow('t/client')] }])).status,
    ).toBe(204)
    expect(
      (await all.call('POST', `${rules}/users`, [{ username: 'ann', rules: [deny('t/client'), allow('t/user')] }]))
        .status,
    ).toBe(204)
    expect((await all.call('POST', `${rules}/all`, { rules: [deny('t/#')] })).status).toBe(204)
    const client = await connectRaw(endpoint(), { clientId, username: 'ann' })
    const codes: number[] = []
    for (const topic of ['t/client', 't/user', 't/other', 'free'])
      codes.push(await client.publish(topic, 'x', { qos: 1 }))
    expect(codes.map((code) => code === 0x87)).toEqual([false, false, true, false])
    expect((await all.call('PUT', `${rules}/users/ann`, { username: 'ann', rules: [deny('t/user')] })).status).toBe(204)
    expect(await client.publish('t/user', 'x', { qos: 1 })).toBe(0x87)
    expect((await all.call('DELETE', `${rules}/users/ann`)).status).toBe(204)
    await client.disconnect()
    expect((await all.get(`${rules}/users/ann`)).status).toBe(404)
    expect((await all.get(`${rules}/clients?like_clientid=ruled`)).body).toEqual({
      data: [{ clientid: clientId, rules: [full(allow('t/client'))] }],
      meta: { hasnext: false, limit: 100, page: 1 },
    })
  })

  it('are rejected for existing owners, and if there are too many or they are invalid', async () => {
    const ann = { username: 'ann', rules: [allow('a')] }
    await all.call('POST', `${rules}/users`, [ann])
    expect((await all.call('POST', `${rules}/users`, [{ username: 'bob', rules: [] }, ann])).body).toMatchObject({
      code: 'ALREADY_EXISTS',
      message: "Users 'ann' already exist",
    })
    expect((await all.get(`${rules}/users/bob`)).status).toBe(404)
    const many = { username: 'ann', rules: Array.from({ length: 101 }, () => allow('a')) }
    expect((await all.call('PUT', `${rules}/users/ann`, many)).status).toBe(400)
    expect((await all.call('PUT', `${rules}/users/ann`, { ...ann, username: 'eve' })).status).toBe(400)
    expect((await all.call('POST', `${rules}/all`, { rules: [{ ...allow('a'), qos: [3] }] })).status).toBe(400)
    expect((await all.call('POST', `${rules}/users`, [{ username: 'x'.repeat(3000), rules: [] }])).status).toBe(400)
  })

  it('are exported and restored', async () => {
    const before = [{ username: 'ann', rules: [full(allow('a'))] }]
    await all.call('POST', `${rules}/users`, before)
    await all.call('POST', `${rules}/all`, { rules: [deny('b')] })
    const { body } = await all.call('POST', '/data/export', { table_sets: ['builtin_authz'] })
    await all.call('DELETE', `${rules}/users/ann`)
    await all.call('DELETE', `${rules}/all`)
    const { filename } = body as unknown as { filename: string }
    expect((await all.call('POST', '/data/import', { filename })).status).toBe(204)
    expect((await all.get(`${rules}/users`)).body.data).toEqual(before)
    expect((await all.get(`${rules}/all`)).body).toEqual({ rules: [full(deny('b'))] })
  })

  it('are all deleted only while the source is disabled, and when it is deleted', async () => {
    await all.call('POST', `${rules}/all`, { rules: [deny('a')] })
    expect((await all.call('DELETE', rules)).status).toBe(400)
    await all.call('PUT', `${sources}/built_in_database`, { type: 'built_in_database', enable: false })
    expect((await all.call('DELETE', rules)).status).toBe(204)
    expect((await all.get(`${rules}/all`)).body).toEqual({ rules: [] })
    await all.call('POST', `${rules}/all`, { rules: [deny('a')] })
    await all.call('DELETE', `${sources}/built_in_database`)
    expect((await all.get(`${rules}/all`)).status).toBe(404)
    await all.call('POST', sources, { type: 'built_in_database' })
    expect((await all.get(`${rules}/all`)).body).toEqual({ rules: [] })
  })
})

it('settings can be read and replaced', async () => {
  const next = {
    no_match: 'deny',
    deny_action: 'ignore',
    source_failure: 'ignore',
    recheck_sessions: false,
    cache: { enable: false, max_size: 5, ttl: '10s', excludes: ['x/#'] },
  }
  expect(await all.call('PUT', '/authorization/settings', next)).toEqual({ status: 200, body: next })
  expect((await all.get('/authorization/settings')).body).toEqual(next)
  expect((await all.call('PUT', '/authorization/settings', { ...next, no_match: 'maybe' })).status).toBe(400)
  await eventually(
    async () => (await types()).includes('file'),
    () => 'the sources are gone',
  )
})
