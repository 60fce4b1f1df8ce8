import { type Store, silentLog } from '@mqdeck/kit'
import {
  type ConnectOptions,
  connectMqttJs,
  connectRaw,
  createFakeClock,
  createTempFolder,
  type EmbeddedBroker,
  eventually,
  type FakeClock,
  startEmbedded,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTopicRewrite } from '../topic-rewrite/topic-rewrite.ts'
import { createDelayedPublish, type DelayedPublish, type DelayedPublishOptions } from './delayed-publish.ts'

let folder: TempFolder
let clock: FakeClock
let embedded: EmbeddedBroker
let delayed: DelayedPublish
beforeEach(async () => {
  folder = await createTempFolder()
  clock = createFakeClock()
  await start()
})
afterEach(async () => {
  await stop()
  await folder.remove()
})

async function start(change: Partial<DelayedPublishOptions> = {}) {
  embedded = await startEmbedded({ folder: folder.path, clock })
  const { broker, store } = embedded
  const settings = { enable: true, max_delayed_messages: 0 }
  delayed = createDelayedPublish({ settings, broker, ...(store && { store }), clock, log: silentLog, ...change })
  delayed.start()
}

async function stop() {
  await delayed.stop()
  await embedded.stop()
}

async function restart(change: Partial<DelayedPublishOptions> = {}) {
  await stop()
  await start(change)
}

const connect = (options: ConnectOptions = {}) => connectRaw(embedded.endpoint(), options)

describe.each([3, 4, 5] as const)('with MQTT version %i', (version) => {
  it.each([0, 1, 2] as const)('a message of QoS %i arrives when its time has come, and not before', async (qos) => {
    const client = await connect({ version })
    await client.subscribe(['a/b', '$delayed/#'], { qos: 2 })
    expect(await client.publish('$delayed/5/a/b', 'later', { qos })).toBe(version === 5 && qos > 0 ? 0x10 : 0)
    await client.ping()
    clock.advance(4999)
    await client.ping()
    expect(client.unread).toEqual([])
    expect(delayed.count).toBe(1)
    clock.advance(1)
    const { topic, payload, qos: received } = await client.receive()
    expect([topic, `${payload}`, received]).toEqual(['a/b', 'later', qos])
    await client.disconnect()
  })

  it.each([1, 2] as const)(
    'a message of QoS %i without a valid delay is rejected, with a reason code in MQTT 5',
    async (qos) => {
      const client = await connect({ version })
      await client.subscribe('#', { qos: 2 })
      await client.subscribe('$delayed/#', { qos: 2 })
      for (const topic of ['$delayed/soon/a', '$delayed/5'])
        expect(await client.publish(topic, 'x', { qos })).toBe(version === 5 ? 0x90 : 0)
      await client.publish('fine', 'y', { qos })
      expect((await client.receive()).topic).toBe('fine')
      expect(delayed.count).toBe(0)
      await client.disconnect()
    },
  )

  it('a message above the limit is rejected, and its packet identifier is released', async () => {
    delayed.update({ enable: true, max_delayed_messages: 1 })
    const client = await connect({ version })
    await client.publish('$delayed/5/a', 'x', { qos: 2 })
    for (const qos of [1, 2] as const)
      expect(await client.publish('$delayed/5/a', 'x', { qos })).toBe(version === 5 ? 0x97 : 0)
    expect(embedded.broker.client(client.clientId)?.awaitingRelCount).toBe(0)
    expect(delayed.count).toBe(1)
    await client.disconnect()
  })

  it('a message that is acknowledged outlives a restart, and goes to a session that does too', async () => {
    const session: ConnectOptions = {
      version,
      clientId: 'reader',
      clean: false,
      ...(version === 5 && { properties: { sessionExpiryInterval: 1000 } }),
    }
    const reader = await connect(session)
    await reader.subscribe('a/+', { qos: 2 })
    await reader.disconnect()
    const writer = await connect({ version })
    for (const [seconds, qos] of [
      [20, 2],
      [10, 2],
      [100, 1],
    ] as const)
      await writer.publish(`$delayed/${seconds}/a/${seconds}`, `${seconds}`, { qos })
    await writer.disconnect()
    await stop()
    clock.advance(60_000)
    await start()
    expect(delayed.list(0, 9).map(({ message }) => message.topic)).toEqual(['a/10', 'a/20', 'a/100'])
    clock.advance(0)
    const again = await connect(session)
    const [first, second] = [await again.receive(), await again.receive()]
    expect([first.topic, first.qos, second.topic, second.qos]).toEqual(['a/10', 2, 'a/20', 2])
    clock.advance(40_000)
    expect((await again.receive()).topic).toBe('a/100')
    await again.disconnect()
    await restart()
    expect(delayed.count).toBe(0)
  })
})

describe('a delayed message', () => {
  it('is retained when it is published, not before', async () => {
    const { retained } = embedded.broker
    const client = await connect()
    await client.publish('$delayed/5/kept', 'x', { qos: 1, retain: true })
    expect(retained.count).toBe(0)
    clock.advance(5000)
    await eventually(
      () => retained.get('kept'),
      () => 'not retained',
    )
    await client.disconnect()
  })

  it('keeps its properties, and less of its life [MQTT-3.3.2-6]', async () => {
    const client = await connect()
    await client.subscribe('a')
    const properties = { messageExpiryInterval: 60, contentType: 'text/plain', correlationData: Buffer.from('c') }
    await client.publish('$delayed/20/a', 'x', { qos: 1, properties })
    await client.publish('$delayed/20/a', 'dead', { qos: 1, properties: { messageExpiryInterval: 10 } })
    clock.advance(20_000)
    const received = await client.receive()
    expect(received.properties).toMatchObject({ ...properties, messageExpiryInterval: 40 })
    await client.ping()
    expect(client.unread).toEqual([])
    await client.disconnect()
  })

  it('counts as received once, and as delayed', async () => {
    const { metrics } = embedded.broker
    const client = await connect()
    await client.subscribe('a')
    await client.publish('$delayed/1/a', 'x', { qos: 1 })
    clock.advance(1000)
    await client.receive()
    expect([metrics['messages.received'], metrics['messages.qos1.received'], metrics['messages.delayed']]).toEqual([
      1, 1, 1,
    ])
    await client.disconnect()
  })

  it('is allowed or not by the topic it is for', async () => {
    embedded.hooks.fold('client.authorize', (decision, _, { type, topic }) =>
      type === 'publish' && topic === 'secret' ? 'deny' : decision,
    )
    const client = await connect()
    expect(await client.publish('$delayed/1/secret', 'x', { qos: 1 })).toBe(0x87)
    expect(await client.publish('$delayed/1/$delayed/1/secret', 'x', { qos: 1 })).toBe(0x87)
    expect(await client.publish('$delayed/1/open', 'x', { qos: 1 })).toBe(0x10)
    await client.disconnect()
  })

  it('may be delayed by a rewrite rule', async () => {
    createTopicRewrite({
      settings: [{ action: 'publish', source_topic: 'slow/#', re: '^slow/(.+)$', dest_topic: '$delayed/5/$1' }],
      hooks: embedded.hooks,
      log: silentLog,
    })
    const { client, message, end } = await connectMqttJs(embedded.endpoint())
    await client.subscribeAsync('a')
    await client.publishAsync('slow/a', 'x', { qos: 2 })
    expect(delayed.list(0, 1)).toMatchObject([{ interval: 5, message: { topic: 'a' } }])
    clock.advance(5000)
    expect(await message('a')).toBe('x')
    await end()
  })

  it('may be a will', async () => {
    const client = await connect({ will: { topic: '$delayed/5/a', payload: Buffer.from('x'), qos: 1, retain: false } })
    await client.destroy()
    await eventually(
      () => delayed.count === 1,
      () => 'no will waits',
    )
  })

  it('from the management interface has no receivers yet in its response, as in EMQX', async () => {
    const message = (topic: string) => ({
      topic,
      payload: Buffer.from('later'),
      qos: 1 as const,
      retain: false,
      from: { clientId: 'http_api', username: undefined, peername: undefined, protocol: 'http' },
    })
    expect(await embedded.broker.publish(message('$delayed/600/dl/1'))).toMatchObject({ delivered: 0 })
    expect(await embedded.broker.publish(message('$delayed/soon/dl/1'))).toEqual({ rejected: 0x90 })
    expect(delayed.list(0, 1)).toMatchObject([{ interval: 600, message: { from: { clientId: 'http_api' } } }])
  })
})

it('while delayed publish is disabled, its topic has no special meaning', async () => {
  delayed.update({ enable: false, max_delayed_messages: 0 })
  const client = await connect()
  await client.subscribe('$delayed/#')
  expect(await client.publish('$delayed/5/a', 'x', { qos: 1 })).toBe(0)
  expect((await client.receive()).topic).toBe('$delayed/5/a')
  await client.disconnect()
})

it('a delayed message that cannot be written to disk is not acknowledged', async () => {
  const full = () => Promise.reject(new Error('full'))
  const { store } = embedded
  if (!store) throw new Error('there is no store')
  const refusing: Store = { ...store, table: (...args) => ({ ...store.table<never>(...args), put: full }) }
  delayed.update({ enable: false, max_delayed_messages: 0 })
  const { broker } = embedded
  const settings = { enable: true, max_delayed_messages: 0 }
  const onFullDisk = createDelayedPublish({ settings, broker, store: refusing, clock, log: silentLog })
  const client = await connect()
  expect(await client.publish('$delayed/5/a', 'x', { qos: 1 })).toBe(0x97)
  expect(await client.publish('$delayed/5/a', 'x', { qos: 2 })).toBe(0x97)
  expect(onFullDisk.count).toBe(0)
  // MQTT 3 has no word for it: without an acknowledgement the client sends the message again.
  const old = await connect({ version: 4 })
  const ended = old.waitForClose()
  old.send({ cmd: 'publish', topic: '$delayed/5/a', payload: 'x', qos: 1, messageId: 1, dup: false, retain: false })
  await ended
  expect(old.unread).toEqual([])
  await client.disconnect()
})
