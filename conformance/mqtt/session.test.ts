import { type ConnectOptions, type RawClient, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { expectNothing } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

const keep: ConnectOptions = { clean: false, properties: { sessionExpiryInterval: 60 } }

const again = (client: RawClient, options: ConnectOptions = keep) =>
  mqtt.connect({ ...options, clientId: client.clientId, version: client.version })

/** Waits until a session with an expiry of one second has ended, which publishes its will. */
async function expireSession(clientId: string): Promise<void> {
  const topic = uniqueName('expired')
  const watcher = await mqtt.connect()
  await watcher.subscribe(topic)
  const client = await mqtt.connect({
    clientId,
    clean: false,
    will: { topic, payload: '', properties: { willDelayInterval: 600 } },
    properties: { sessionExpiryInterval: 1 },
  })
  await client.destroy()
  await watcher.receive()
}

describe('session state', () => {
  test('[MQTT-3.1.2-6] [MQTT-3.2.2-3] a new client has no session, with any clean start flag', async () => {
    for (const clean of [true, false]) {
      const client = await mqtt.connect({ clean })
      expect(client.connack().sessionPresent).toBe(false)
    }
  })

  test('[MQTT-3.1.2-5] [MQTT-3.1.2-23] [MQTT-3.2.2-3] a session is resumed with its subscriptions', async () => {
    const topic = uniqueName('resume')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const resumed = await again(client)
    expect(resumed.connack().sessionPresent).toBe(true)
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    expect(await resumed.receive()).toMatchObject({ topic, qos: 1 })
  })

  test('[MQTT-3.1.2-4] [MQTT-3.2.2-2] clean start discards the session', async () => {
    const topic = uniqueName('clean')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'old', { qos: 1 })
    const clean = await again(client, { ...keep, clean: true })
    expect(clean.connack().sessionPresent).toBe(false)
    await publisher.publish(topic, 'new', { qos: 1 })
    await expectNothing(clean)
  })

  test('[MQTT-4.1.0-2] a session without expiry interval ends with the connection', async () => {
    const client = await mqtt.connect({ clean: false })
    await client.subscribe(uniqueName())
    await client.disconnect()
    expect((await again(client)).connack().sessionPresent).toBe(false)
  })

  test('[MQTT-4.1.0-2] a session is discarded when its expiry interval has passed', async () => {
    const clientId = uniqueName('expiring')
    await expireSession(clientId)
    const client = await mqtt.connect({ ...keep, clientId })
    expect(client.connack().sessionPresent).toBe(false)
  })

  test('[MQTT-4.1.0-1] a session does not expire while its client is connected', async () => {
    const client = await mqtt.connect({ clean: false, properties: { sessionExpiryInterval: 1 } })
    const topic = uniqueName('connected')
    await client.subscribe(topic, { qos: 1 })
    await expireSession(uniqueName('clock'))
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    await client.receive()
  })

  test('a session with an expiry of 0xFFFFFFFF is kept', async () => {
    const client = await mqtt.connect({ clean: false, properties: { sessionExpiryInterval: 0xffffffff } })
    await client.disconnect()
    expect((await again(client)).connack().sessionPresent).toBe(true)
    // Cleans up on a real broker.
    await again(client, { clean: true })
  })

  test('DISCONNECT can shorten the session expiry interval (MQTT 5, 3.14.2.2.2)', async () => {
    const client = await mqtt.connect(keep)
    await client.disconnect({ sessionExpiryInterval: 0 })
    expect((await again(client)).connack().sessionPresent).toBe(false)
  })

  test('DISCONNECT can lengthen a session expiry interval that is not zero', async () => {
    const client = await mqtt.connect({ clean: false, properties: { sessionExpiryInterval: 1 } })
    await client.disconnect({ sessionExpiryInterval: 60 })
    await expireSession(uniqueName('clock'))
    expect((await again(client)).connack().sessionPresent).toBe(true)
  })

  test('[MQTT-3.14.2-2] DISCONNECT cannot give an expiry to a session that had none', async () => {
    const client = await mqtt.connect({ clean: false })
    client.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 60 } })
    await client.waitForClose()
    for (const packet of client.unread) expect(packet).toMatchObject({ cmd: 'disconnect', reasonCode: 0x82 })
    expect((await again(client)).connack().sessionPresent).toBe(false)
  })

  test('an unsubscribed topic stays unsubscribed in a resumed session', async () => {
    const topic = uniqueName('gone')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.unsubscribe(topic)
    await client.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    await expectNothing(await again(client))
  })

  test('messages for a disconnected client are queued in order, QoS 1 and 2', async () => {
    const topic = uniqueName('queue')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 2 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    const sent = Array.from({ length: 50 }, (_, index) => `m${index}`)
    for (const [index, payload] of sent.entries()) {
      await publisher.publish(topic, payload, { qos: index % 2 === 0 ? 1 : 2 })
    }
    const resumed = await again(client)
    const received: string[] = []
    while (received.length < sent.length) received.push((await resumed.receive()).payload.toString())
    expect(received).toEqual(sent)
  })

  test('MQTT 3.1.1: clean session 0 keeps, clean session 1 discards [3.1.1 MQTT-3.1.2-4] [3.1.1 MQTT-3.1.2-6]', async () => {
    const topic = uniqueName('v4')
    const client = await mqtt.connect({ version: 4, clean: false })
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    const resumed = await again(client, { clean: false })
    expect(resumed.connack().sessionPresent).toBe(true)
    expect((await resumed.receive()).payload.toString()).toBe('x')
    await resumed.disconnect()
    const clean = await again(client, { clean: true })
    expect(clean.connack().sessionPresent).toBe(false)
    await clean.disconnect()
    expect((await again(client, { clean: true })).connack().sessionPresent).toBe(false)
  })
})

describe('redelivery', () => {
  test('[MQTT-4.4.0-1] [MQTT-3.3.1-1] an unacknowledged QoS 1 PUBLISH is sent again with its id and DUP', async () => {
    const topic = uniqueName('dup')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1 })
    const first = await client.next('publish')
    expect(first.dup).toBe(false)
    await client.destroy()
    const resumed = await again(client)
    const second = await resumed.receive()
    expect(second).toMatchObject({ messageId: first.messageId, dup: true, qos: 1, topic })
    await resumed.ping()
    await resumed.destroy()
    await expectNothing(await again(client))
  })

  test('[MQTT-4.4.0-1] an unacknowledged QoS 2 PUBLISH is sent again with its id and DUP', async () => {
    const topic = uniqueName('dup')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 2 })
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 2 })
    const first = await client.next('publish')
    await client.destroy()
    const resumed = await again(client)
    expect(await resumed.receive()).toMatchObject({ messageId: first.messageId, dup: true, qos: 2 })
  })

  test('[MQTT-4.4.0-1] [MQTT-4.3.3-5] after PUBREC it is PUBREL that is sent again', async () => {
    const topic = uniqueName('rel')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 2 })
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 2 })
    const { messageId = 0 } = await client.next('publish')
    client.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
    await client.next('pubrel')
    await client.destroy()
    const resumed = await again(client)
    expect(await resumed.next('pubrel')).toMatchObject({ messageId })
    resumed.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
    await expectNothing(resumed)
  })

  test('[MQTT-4.3.3-10] a QoS 2 PUBLISH repeated after a reconnect is delivered once', async () => {
    const topic = uniqueName('once')
    const watcher = await mqtt.connect()
    await watcher.subscribe(topic, { qos: 2 })
    const client = await mqtt.connect(keep)
    const publish = { cmd: 'publish', topic, payload: 'x', qos: 2, retain: false, messageId: 7 } as const
    client.send({ ...publish, dup: false })
    await client.next('pubrec')
    await client.destroy()
    const resumed = await again(client)
    resumed.send({ ...publish, dup: true })
    await resumed.next('pubrec')
    resumed.send({ cmd: 'pubrel', messageId: 7, reasonCode: 0 })
    await resumed.next('pubcomp')
    await watcher.receive()
    await expectNothing(watcher)
  })

  test('[MQTT-4.6.0-1] unacknowledged messages are sent again in their original order, before queued ones', async () => {
    const topic = uniqueName('order')
    const client = await mqtt.connect({ ...keep, properties: { sessionExpiryInterval: 60, receiveMaximum: 3 } })
    await client.subscribe(topic, { qos: 1 })
    const publisher = await mqtt.connect()
    for (let index = 0; index < 6; index += 1) await publisher.publish(topic, `${index}`, { qos: 1 })
    for (let index = 0; index < 3; index += 1) await client.next('publish')
    await client.destroy()
    const resumed = await again(client)
    const received: string[] = []
    while (received.length < 6) received.push((await resumed.receive()).payload.toString())
    expect(received).toEqual(['0', '1', '2', '3', '4', '5'])
  })
})

describe('takeover', () => {
  test('[MQTT-3.1.4-3] the first connection of a client ID gets 0x8E and is closed', async () => {
    const client = await mqtt.connect()
    await again(client)
    expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x8e })
    await client.waitForClose()
  })

  test('[3.1.1 MQTT-3.1.4-2] an MQTT 3.1.1 connection is closed without a packet', async () => {
    const client = await mqtt.connect({ version: 4 })
    await again(client)
    await client.waitForClose()
    expect(client.unread).toEqual([])
  })

  test('the second connection takes over subscriptions and unacknowledged messages', async () => {
    const topic = uniqueName('takeover')
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'before', { qos: 1 })
    const first = await client.next('publish')
    const second = await again(client)
    expect(second.connack().sessionPresent).toBe(true)
    expect(await second.receive()).toMatchObject({ messageId: first.messageId, dup: true })
    await publisher.publish(topic, 'after', { qos: 1 })
    expect((await second.receive()).payload.toString()).toBe('after')
  })

  test.each([
    ['MQTT 5 with expiry interval 0', { clean: false }],
    ['MQTT 3.1.1 with clean session 1', { version: 4, clean: true }],
  ] as const)(
    'a takeover of a connection of %s starts a new session (MQTT 5, 3.1.2.11.2) [3.1.1 MQTT-3.1.2-6]',
    async (_, options) => {
      const topic = uniqueName('ended')
      const client = await mqtt.connect(options)
      await client.subscribe(topic, { qos: 1 })
      const taken = await again(client)
      expect(taken.connack().sessionPresent).toBe(false)
      await client.waitForClose()
      const publisher = await mqtt.connect()
      await publisher.publish(topic, 'x', { qos: 1 })
      await expectNothing(taken)
    },
  )

  test('the delayed will of a session with expiry interval 0 is published at a takeover (MQTT 5, 3.1.3.2.2)', async () => {
    const topic = uniqueName('will')
    const watcher = await mqtt.connect()
    await watcher.subscribe(topic)
    const client = await mqtt.connect({
      clean: false,
      will: { topic, payload: 'gone', properties: { willDelayInterval: 600 } },
    })
    await again(client)
    expect((await watcher.receive()).payload.toString()).toBe('gone')
  })

  test('many parallel connections of one client ID leave one connection', async () => {
    const clientId = uniqueName('crowd')
    const clients = await Promise.all(Array.from({ length: 10 }, () => mqtt.open()))
    for (const client of clients) {
      client.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clientId, clean: true, keepalive: 0 })
    }
    await Promise.all(clients.map((client) => client.next('connack').catch(() => undefined)))
    const last = await mqtt.connect({ clientId })
    await Promise.all(clients.map((client) => client.waitForClose()))
    await last.ping()
  })
})
