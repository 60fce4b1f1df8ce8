import {
  type BrokerProcess,
  connectRaw,
  createTempFolder,
  type RawClient,
  startBrokerProcess,
  type TempFolder,
  uniqueName,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectNothing } from './expect-nothing.ts'
import { isEmbedded } from './target.ts'

const keep = { clean: false, properties: { sessionExpiryInterval: 3_600, receiveMaximum: 65_535 } }

describe.skipIf(!isEmbedded)('acknowledged data survives kill -9', () => {
  let folder: TempFolder
  let broker: BrokerProcess
  const clients: RawClient[] = []
  const start = async () => {
    // Large enough that the queue drops nothing: what is lost here is lost by the disk.
    broker = await startBrokerProcess({ folder: folder.path, settings: { max_mqueue_len: 1_000_000 } })
  }
  const connect = async (options: Parameters<typeof connectRaw>[1] = {}) => {
    const client = await connectRaw(broker.endpoint, options)
    clients.push(client)
    return client
  }
  const killAndRestart = async () => {
    await broker.kill()
    await start()
  }
  beforeEach(async () => {
    folder = await createTempFolder()
    await start()
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.destroy()))
    await broker.stop()
    await folder.remove()
  })

  test('a session and its subscriptions with all their options', async () => {
    const topic = uniqueName('kept')
    const client = await connect(keep)
    await client.subscribe(topic, { qos: 2, rap: true, nl: true, properties: { subscriptionIdentifier: 7 } })
    await client.subscribe(`$share/group/${topic}/shared`, { qos: 1 })
    await client.subscribe(`${topic}/gone`, { qos: 1 })
    await client.unsubscribe(`${topic}/gone`)
    await killAndRestart()
    const again = await connect({ ...keep, clientId: client.clientId })
    expect(again.connack().sessionPresent).toBe(true)
    const publisher = await connect()
    await publisher.publish(`${topic}/gone`, 'gone', { qos: 1 })
    await publisher.publish(topic, 'x', { qos: 2, retain: true })
    await publisher.publish(`${topic}/shared`, 'shared', { qos: 1 })
    expect(await again.receive()).toMatchObject({
      topic,
      qos: 2,
      retain: true,
      properties: { subscriptionIdentifier: 7 },
    })
    expect(await again.receive()).toMatchObject({ topic: `${topic}/shared`, qos: 1 })
    await again.publish(topic, 'own', { qos: 1 })
    await expectNothing(again)
  })

  test('an ended session is not restored', async () => {
    const client = await connect(keep)
    await client.subscribe(uniqueName(), { qos: 1 })
    await client.disconnect()
    const clean = await connect({ clientId: client.clientId, clean: true })
    await clean.disconnect()
    await killAndRestart()
    expect((await connect({ ...keep, clientId: client.clientId })).connack().sessionPresent).toBe(false)
  })

  test.each([1, 2] as const)(
    'queued QoS %i messages of a disconnected client, with all their properties',
    async (qos) => {
      const topic = uniqueName('waiting')
      const client = await connect(keep)
      await client.subscribe(topic, { qos })
      await client.disconnect()
      const publisher = await connect()
      const properties = {
        contentType: 'text/plain',
        responseTopic: 'answers',
        correlationData: Buffer.from([0, 255]),
        payloadFormatIndicator: true,
        messageExpiryInterval: 1_000,
      }
      await publisher.publish(topic, 'first', { qos, properties })
      await publisher.publish(topic, Buffer.from([0, 1, 255]), { qos })
      await killAndRestart()
      const again = await connect({ ...keep, clientId: client.clientId })
      const first = await again.receive()
      expect(first).toMatchObject({
        topic,
        qos,
        properties: { ...properties, messageExpiryInterval: expect.any(Number) },
      })
      expect((await again.receive()).payload).toEqual(Buffer.from([0, 1, 255]))
      await expectNothing(again)
    },
  )

  test('unacknowledged messages are sent again with their IDs and DUP, released ones as PUBREL', async () => {
    const topic = uniqueName('inflight')
    const client = await connect(keep)
    await client.subscribe(topic, { qos: 2 })
    const publisher = await connect()
    for (const [payload, qos] of [
      ['acknowledged', 1],
      ['pending', 1],
      ['released', 2],
    ] as const) {
      await publisher.publish(topic, payload, { qos })
    }
    await client.receive()
    const pending = await client.next('publish')
    const released = await client.next('publish')
    client.send({ cmd: 'pubrec', messageId: released.messageId ?? 0, reasonCode: 0 })
    await client.next('pubrel')
    await client.ping()
    await killAndRestart()
    const again = await connect({ ...keep, clientId: client.clientId })
    expect(await again.receive()).toMatchObject({ messageId: pending.messageId, dup: true, qos: 1 })
    expect((await again.next('pubrel')).messageId).toBe(released.messageId)
    again.send({ cmd: 'pubcomp', messageId: released.messageId ?? 0, reasonCode: 0 })
    await expectNothing(again)
  })

  test('[MQTT-4.3.3-10] a QoS 2 message that was received but not released is not delivered twice', async () => {
    const topic = uniqueName('exactly')
    const [publisher, subscriber] = [await connect(keep), await connect(keep)]
    await subscriber.subscribe(topic, { qos: 2 })
    const message = { cmd: 'publish', topic, payload: 'once', qos: 2, retain: false, messageId: 11 } as const
    publisher.send({ ...message, dup: false })
    await publisher.next('pubrec')
    await killAndRestart()
    const back = await connect({ ...keep, clientId: publisher.clientId })
    back.send({ ...message, dup: true })
    await back.next('pubrec')
    back.send({ cmd: 'pubrel', messageId: 11, reasonCode: 0 })
    await back.next('pubcomp')
    const again = await connect({ ...keep, clientId: subscriber.clientId })
    expect((await again.receive()).payload.toString()).toBe('once')
    await expectNothing(again)
  })

  test('retained messages, the last of each topic, and deleted ones stay deleted', async () => {
    const topic = uniqueName('retained')
    const publisher = await connect()
    const properties = { contentType: 'text/plain' }
    await publisher.publish(`${topic}/a`, 'old', { qos: 1, retain: true })
    await publisher.publish(`${topic}/a`, 'new', { qos: 1, retain: true, properties })
    await publisher.publish(`${topic}/b`, 'removed', { qos: 1, retain: true })
    await publisher.publish(`${topic}/b`, '', { qos: 1, retain: true })
    await publisher.publish(`${topic}/c`, 'with qos 2', { qos: 2, retain: true })
    await killAndRestart()
    const late = await connect()
    await late.subscribe(`${topic}/#`, { qos: 2 })
    const received = [await late.receive(), await late.receive()].sort((a, b) => a.topic.localeCompare(b.topic))
    expect(received).toMatchObject([
      { topic: `${topic}/a`, qos: 1, retain: true, properties },
      { topic: `${topic}/c`, qos: 2, retain: true },
    ])
    expect(received[0]?.payload.toString()).toBe('new')
    await expectNothing(late)
  })

  test('every message acknowledged before the kill arrives, with many messages in flight', async () => {
    const topic = uniqueName('storm')
    const subscriber = await connect(keep)
    await subscriber.subscribe(`${topic}/+`, { qos: 2 })
    await subscriber.disconnect()
    const acknowledged: string[] = []
    const publishers = await Promise.all([1, 2, 1, 2].map((qos) => connect().then((client) => ({ client, qos }))))
    const retainedTopics: string[] = []
    const storm = publishers.map(async ({ client, qos }, lane) => {
      // Thirty at a time in every lane, until the broker is no more.
      const work = async (worker: number) => {
        for (let serial = 0; ; serial += 1) {
          const payload = `${lane}-${worker}-${serial}`
          const retain = serial % 10 === 0
          await client.publish(`${topic}/${lane}-${worker}`, payload, { qos: qos === 1 ? 1 : 2, retain })
          acknowledged.push(payload)
          if (retain) retainedTopics.push(`${topic}/${lane}-${worker}`)
        }
      }
      await Promise.allSettled(Array.from({ length: 30 }, (_, worker) => work(worker)))
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3_000)
    await broker.kill()
    await Promise.all(storm)
    await start()
    const again = await connect({ ...keep, clientId: subscriber.clientId })
    expect(again.connack().sessionPresent).toBe(true)
    const received = new Set<string>()
    const missing = () => acknowledged.filter((payload) => !received.has(payload))
    while (missing().length > 0) {
      const message = await again.receive().catch(() => undefined)
      if (!message) break
      received.add(message.payload.toString())
      // Looking through thousands after every message would take longer than receiving them.
      while (received.size < acknowledged.length && again.unread.some(({ cmd }) => cmd === 'publish')) {
        received.add((await again.receive()).payload.toString())
      }
    }
    expect(missing()).toEqual([])
    const late = await connect()
    await late.subscribe(`${topic}/+`)
    await late.ping()
    const found = new Set(late.unread.map((packet) => (packet.cmd === 'publish' ? packet.topic : '')))
    expect([...new Set(retainedTopics)].filter((each) => !found.has(each))).toEqual([])
  })

  test('repeated kills during start and operation lose nothing', async () => {
    const topic = uniqueName('again')
    const subscriber = await connect(keep)
    await subscriber.subscribe(topic, { qos: 1 })
    await subscriber.disconnect()
    for (let turn = 0; turn < 4; turn += 1) {
      const publisher = await connect()
      for (let index = 0; index < 10; index += 1) await publisher.publish(topic, `${turn}-${index}`, { qos: 1 })
      await killAndRestart()
    }
    const again = await connect({ ...keep, clientId: subscriber.clientId })
    const received: string[] = []
    while (received.length < 40) received.push((await again.receive()).payload.toString())
    expect(received).toEqual(Array.from({ length: 40 }, (_, index) => `${Math.floor(index / 10)}-${index % 10}`))
  })

  test('a clean stop keeps sessions and messages, and sends DISCONNECT to clients', async () => {
    const topic = uniqueName('stop')
    const client = await connect(keep)
    await client.subscribe(topic, { qos: 1 })
    const absent = await connect(keep)
    await absent.subscribe(topic, { qos: 1 })
    await absent.disconnect()
    const publisher = await connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    await client.receive()
    expect((await broker.stop()).code).toBe(0)
    expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x8b })
    await start()
    expect((await (await connect({ ...keep, clientId: absent.clientId })).receive()).payload.toString()).toBe('x')
    await expectNothing(await connect({ ...keep, clientId: client.clientId }))
  })
})
