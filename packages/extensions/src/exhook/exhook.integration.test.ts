import { type AddressInfo, createServer, type Socket } from 'node:net'
import { exhookServer, toPlain } from '@mqdeck/contract'
import { silentLog, systemClock } from '@mqdeck/kit'
import {
  connectRaw,
  type EmbeddedBroker,
  type ExHookProvider,
  eventually,
  everyExHook,
  startEmbedded,
  startExHookProvider,
  testAuthority,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createExHooks, type ExHooks } from './exhooks.ts'

const identity = { node: 'mqdeck@127.0.0.1', version: '5.8.0', sysdescr: 'MQDeck', clusterName: 'emqxcl' }
let broker: EmbeddedBroker
let exhooks: ExHooks
let provider: ExHookProvider
beforeAll(async () => {
  broker = await startEmbedded()
  exhooks = createExHooks({
    hooks: broker.hooks,
    identity,
    clock: systemClock,
    log: silentLog,
    startedAt: 0,
    folder: '.',
  })
  provider = await startExHookProvider()
})
afterAll(async () => {
  await exhooks?.stop()
  await broker?.stop()
  await provider?.stop()
})
afterEach(async () => {
  await exhooks.update([])
  for (const method of ['OnClientConnect', 'OnClientAuthenticate', 'OnMessagePublish', 'OnMessageDelivered'])
    await provider.answer(method, {})
  provider.calls.clear()
})

const settings = (more: object = {}, to = provider) =>
  toPlain(
    exhookServer,
    exhookServer.schema.parse({ name: 'a', url: `http://127.0.0.1:${to.port}`, pool_size: 2, ...more }),
  )
const choose = (names: readonly string[], to = provider) =>
  to.answer('OnProviderLoaded', { hooks: names.map((name) => ({ name, topics: [] })) })
const open = (clientId: string) => connectRaw(broker.endpoint(), { clientId })
const codeOf = async (clientId: string) => (await open(clientId)).connack().reasonCode
const until = (status: string) =>
  eventually(
    () => exhooks.get('a')?.status === status,
    () => `the status is ${exhooks.get('a')?.status}, not ${status}`,
  )

describe('a server that dies', () => {
  test('is connecting immediately, denies or is ignored, and is loaded again when it is back', async () => {
    const mortal = await startExHookProvider({ hooks: everyExHook })
    await mortal.answer('OnClientAuthenticate', { type: 'CONTINUE', bool_result: true })
    await exhooks.update([settings({ auto_reconnect: '100ms' }, mortal)])
    expect(exhooks.get('a')).toMatchObject({ status: 'connected', reason: undefined })
    expect(await codeOf('living')).toBe(0)
    await mortal.stop()
    await until('connecting')
    expect(await codeOf('denied')).toBe(0x87)
    expect(exhooks.get('a')?.hooks).toHaveLength(19)
    expect(exhooks.get('a')?.metrics.failed).toBeGreaterThan(0)
    await eventually(
      () => /ECONNREFUSED 127\.0\.0\.1:\d+$/.test(exhooks.get('a')?.reason ?? ''),
      () => `the reason is ${exhooks.get('a')?.reason}`,
    )
    const again = await startExHookProvider({ port: mortal.port, hooks: [{ name: 'client.authenticate' }] })
    await again.answer('OnClientAuthenticate', { type: 'CONTINUE', bool_result: true })
    await eventually(
      () => exhooks.get('a')?.status === 'connected',
      () => 'the server was not loaded again',
    )
    await exhooks.reload('a')
    expect(exhooks.get('a')?.hooks.map(({ name }) => name)).toEqual(['client.authenticate'])
    expect(await codeOf('back')).toBe(0)
    await again.stop()
  })

  test('is disconnected without automatic reconnect, and does not matter with failed_action ignore', async () => {
    const mortal = await startExHookProvider()
    await choose(['client.authenticate', 'message.publish'], mortal)
    await exhooks.update([settings({ auto_reconnect: false, failed_action: 'ignore' }, mortal)])
    await mortal.stop()
    await until('disconnected')
    const client = await open('ignored')
    expect(client.connack().reasonCode).toBe(0)
    expect(await client.publish('t', 'x', { qos: 1 })).toBe(0x10)
  })
})

describe('a server that does not work', () => {
  test('with failed_action deny, clients are rejected until it has been loaded', async () => {
    const deny = settings({ url: 'http://127.0.0.1:1', auto_reconnect: '100ms' })
    await exhooks.update([deny])
    expect(exhooks.get('a')).toMatchObject({ status: 'connecting', hooks: [] })
    expect(await codeOf('early')).toBe(0x87)
    const late = await startExHookProvider({ hooks: [{ name: 'client.connected' }] })
    await exhooks.update([settings({ auto_reconnect: '100ms' }, late)])
    expect(await codeOf('later')).toBe(0)
    await exhooks.update([])
    await late.stop()
  })

  test('with failed_action deny, clients are rejected as soon as a new server is announced', async () => {
    await choose(['client.connected'])
    const withdraw = exhooks.announce([settings()])
    expect(await codeOf('during the check')).toBe(0x87)
    withdraw()
    expect(exhooks.list()).toEqual([])
    expect(await codeOf('after a failed check')).toBe(0)
    exhooks.announce([settings()])
    await exhooks.update([settings()])
    expect(exhooks.get('a')).toMatchObject({ status: 'connected' })
    expect(await codeOf('after loading')).toBe(0)
  })

  test('that accepts connections and never answers does not hold up a change of the servers', async () => {
    const held = new Set<Socket>()
    const mute = createServer((socket) => held.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as AddressInfo // it listens on a port
    const silent = settings({ url: `http://127.0.0.1:${port}`, request_timeout: '1h' })
    await exhooks.update([silent])
    expect(exhooks.get('a')).toMatchObject({ status: 'connecting', hooks: [] })
    await exhooks.update([])
    for (const socket of held) socket.destroy()
    mute.close()
  })

  test('is connecting with the reason if nothing listens, or if it chooses an unknown hook or an invalid filter', async () => {
    await provider.answer('OnProviderLoaded', { hooks: [{ name: 'client.made_up' }] })
    await exhooks.update([settings()])
    expect(exhooks.get('a')).toMatchObject({
      status: 'connecting',
      reason: 'the server chose the hook client.made_up, which does not exist',
      hooks: [],
    })
    await provider.answer('OnProviderLoaded', { hooks: [{ name: 'message.publish', topics: ['a/#/b'] }] })
    await exhooks.reload('a')
    expect(exhooks.get('a')?.reason).toBe(
      'the server chose the topic filter a/#/b for the hook message.publish, which is not valid',
    )
    await expect(exhooks.test(settings({ url: 'http://127.0.0.1:1' }))).rejects.toThrow(
      'connect ECONNREFUSED 127.0.0.1:1',
    )
    expect(await codeOf('without-hooks')).toBe(0x87)
  })

  test('fails a call that it does not answer in time, without holding up other clients', async () => {
    await choose(['client.authenticate', 'message.publish', 'client.connect'])
    await provider.answer('OnClientAuthenticate', { type: 'CONTINUE', bool_result: true })
    await exhooks.update([settings({ request_timeout: '1s' })])
    const [slow, quick] = [await open('slow'), await open('quick')]
    await provider.answer('OnMessagePublish', { sleep: 3 })
    const refused = slow.publish('t', 'x', { qos: 1 })
    await provider.calls.take(({ method }) => method === 'OnMessagePublish', 'the first message')
    await provider.answer('OnMessagePublish', { type: 'IGNORE' })
    expect(await quick.publish('t', 'y', { qos: 1 })).toBe(0x10)
    expect(await refused).toBe(0x83)
    expect(exhooks.get('a')?.hooks.find(({ name }) => name === 'message.publish')?.metrics).toMatchObject({
      failed: 1,
      succeed: 1,
    })
  })

  test('accepts a client that it cannot authenticate if failed_action is ignore', async () => {
    await choose(['client.authenticate'])
    await provider.answer('OnClientAuthenticate', { raise: true })
    await exhooks.update([settings({ failed_action: 'ignore' })])
    expect(await codeOf('fails-open')).toBe(0)
    await exhooks.update([settings({ failed_action: 'deny' })])
    expect(await codeOf('fails-closed')).toBe(0x87)
  })

  test('drops reports beyond the limit, and the broker keeps running', async () => {
    await choose(['message.delivered'])
    await exhooks.update([settings({ request_timeout: '1s', pool_size: 1 })])
    await provider.answer('OnMessageDelivered', { sleep: 1, quiet: true })
    const client = await open('flooded')
    await client.subscribe('flood')
    const payload = new Uint8Array(64 * 1024)
    const from = { clientId: 'here', username: undefined, peername: undefined, protocol: 'http' }
    for (let n = 0; n < 1100; n += 1)
      await broker.broker.publish({ topic: 'flood', payload, qos: 0, retain: false, from })
    await eventually(
      () => (exhooks.get('a')?.metrics.dropped ?? 0) > 0,
      () => `no report was dropped: ${JSON.stringify(exhooks.get('a')?.metrics)}`,
    )
    await client.ping()
  })
})

test('servers are asked in their order until one stops, and messages only if the topic matches', async () => {
  const second = await startExHookProvider()
  await provider.answer('OnProviderLoaded', { hooks: [{ name: 'message.publish', topics: ['t/+'] }] })
  await choose(['message.publish'], second)
  await provider.answer('OnMessagePublish', { type: 'CONTINUE', change: { payload: 'first' } })
  await second.answer('OnMessagePublish', { type: 'CONTINUE', change: { topic: 't/second' } })
  const both = [settings(), settings({ name: 'b' }, second)]
  await exhooks.update(both)
  const client = await open('ordered')
  await client.subscribe('#')
  const next = async (topic: string) => {
    await client.publish(topic, 'x', { qos: 1 })
    const { topic: at, payload } = await client.next('publish')
    return `${at} ${String(payload)}`
  }
  expect(await next('t/1')).toBe('t/second first')
  expect(await next('other/1')).toBe('t/second x')
  await provider.answer('OnMessagePublish', { type: 'STOP_AND_RETURN', change: { payload: 'only' } })
  expect(await next('t/1')).toBe('t/1 only')
  await exhooks.update(both.toReversed())
  expect(exhooks.list().map(({ name }) => name)).toEqual(['b', 'a'])
  expect(await next('t/1')).toBe('t/second only')
  await second.stop()
})

test('a server of version 3 is recognized and gets user properties', async () => {
  const newer = await startExHookProvider({ version: 'v3' })
  await choose(['client.connect', 'message.publish'], newer)
  await exhooks.update([settings({}, newer)])
  expect(await exhooks.test(settings({}, newer))).toMatchObject({
    version: 'v3',
    hooks: [{ name: 'client.connect' }, {}],
  })
  const userProperties = { color: ['red', 'blue'] }
  const client = await connectRaw(broker.endpoint(), { clientId: 'v3', properties: { userProperties } })
  await client.publish('t', 'x', { qos: 1, properties: { contentType: 'text', userProperties: { a: 'b' } } })
  const colors = ['red', 'blue'].map((value) => ({ name: 'color', value }))
  const connect = await newer.calls.take(({ method }) => method === 'OnClientConnect', 'the connection')
  expect(connect.request).toMatchObject({ user_props: colors, props: [] })
  const publish = await newer.calls.take(({ method }) => method === 'OnMessagePublish', 'the message')
  expect(publish.request).toMatchObject({
    props: [{ name: 'Content-Type', value: 'text' }],
    user_props: [{ name: 'a', value: 'b' }],
  })
  expect(publish.metadata['grpc-message-type']).toBe('emqx.exhook.v3.MessagePublishRequest')
  await newer.stop()
})

test('TLS verifies both sides, and a certificate that cannot be used names its field', async () => {
  const authority = await testAuthority()
  const { cert, key } = await authority.issue()
  const secure = await startExHookProvider({ tls: { cert, key, clientCa: authority.cert } })
  await choose(['client.connect'], secure)
  const url = `https://127.0.0.1:${secure.port}`
  const own = { enable: true, verify: 'verify_peer', server_name_indication: 'localhost', certfile: cert, keyfile: key }
  const ssl = { ...own, cacertfile: authority.cert }
  await exhooks.update([settings({ url, ssl })])
  expect(exhooks.get('a')).toMatchObject({ status: 'connected', hooks: [{ name: 'client.connect' }] })
  await expect(exhooks.test(settings({ url, ssl: own }))).rejects.toThrow(/certificate|issuer|signed/)
  await expect(exhooks.checkTls(settings({ url, ssl: { ...ssl, certfile: 'no.pem' } }))).rejects.toMatchObject({
    field: 'ssl.certfile',
  })
  await secure.stop()
})
