import { type RawClient, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

async function pair(topic: string, qos: 0 | 1 | 2 = 2): Promise<[publisher: RawClient, subscriber: RawClient]> {
  const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
  await subscriber.subscribe(topic, { qos })
  return [publisher, subscriber]
}

describe('quality of service', () => {
  const levels = [0, 1, 2] as const
  test.each(levels.flatMap((sent) => levels.map((granted) => [sent, granted] as const)))(
    '[MQTT-3.8.4-8] a QoS %i message reaches a QoS %i subscription with the lower of both',
    async (sent, granted) => {
      const topic = uniqueName('qos')
      const [publisher, subscriber] = await pair(topic, granted)
      await publisher.publish(topic, 'x', { qos: sent })
      const message = await subscriber.receive()
      expect(message.qos).toBe(Math.min(sent, granted))
      expect(message.payload.toString()).toBe('x')
    },
  )

  test('[MQTT-4.3.2-4] [MQTT-2.2.1-5] PUBACK carries the id of its PUBLISH', async () => {
    const publisher = await mqtt.connect()
    for (const messageId of [1, 300, 65_535]) {
      publisher.send({
        cmd: 'publish',
        topic: uniqueName(),
        payload: 'x',
        qos: 1,
        dup: false,
        retain: false,
        messageId,
      })
      expect((await publisher.next('puback')).messageId).toBe(messageId)
    }
  })

  test('[MQTT-4.3.2-5] an id that has been acknowledged may be used for a new message', async () => {
    const topic = uniqueName('reuse')
    const [publisher, subscriber] = await pair(topic)
    for (const payload of ['a', 'b']) {
      publisher.send({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId: 9 })
      await publisher.next('puback')
      expect((await subscriber.receive()).payload.toString()).toBe(payload)
    }
  })

  test('[MQTT-4.3.3-8] [MQTT-4.3.3-11] QoS 2 goes PUBREC, PUBREL, PUBCOMP with one id', async () => {
    const publisher = await mqtt.connect()
    const messageId = 77
    publisher.send({ cmd: 'publish', topic: uniqueName(), payload: 'x', qos: 2, dup: false, retain: false, messageId })
    expect((await publisher.next('pubrec')).messageId).toBe(messageId)
    publisher.send({ cmd: 'pubrel', messageId, reasonCode: 0 })
    expect(await publisher.next('pubcomp')).toMatchObject({ messageId, reasonCode: 0 })
  })

  test('[MQTT-4.3.3-10] a QoS 2 PUBLISH that is repeated before PUBREL is delivered once', async () => {
    const topic = uniqueName('twice')
    const [publisher, subscriber] = await pair(topic)
    const message = { cmd: 'publish', topic, payload: 'x', qos: 2, retain: false, messageId: 5 } as const
    publisher.send({ ...message, dup: false })
    await publisher.next('pubrec')
    publisher.send({ ...message, dup: true })
    await publisher.next('pubrec')
    publisher.send({ cmd: 'pubrel', messageId: 5, reasonCode: 0 })
    await publisher.next('pubcomp')
    await subscriber.receive()
    await expectNothing(subscriber)
  })

  test('[MQTT-4.3.3-12] after PUBCOMP the same id is a new message', async () => {
    const topic = uniqueName('anew')
    const [publisher, subscriber] = await pair(topic)
    for (const payload of ['a', 'b']) {
      publisher.send({ cmd: 'publish', topic, payload, qos: 2, dup: false, retain: false, messageId: 5 })
      await publisher.next('pubrec')
      publisher.send({ cmd: 'pubrel', messageId: 5, reasonCode: 0 })
      await publisher.next('pubcomp')
      expect((await subscriber.receive()).payload.toString()).toBe(payload)
    }
  })

  test('a PUBREL whose id is unknown is answered with PUBCOMP 0x92 (MQTT 5, 3.7.2.1)', async () => {
    const publisher = await mqtt.connect()
    publisher.send({ cmd: 'pubrel', messageId: 999, reasonCode: 0 })
    const { messageId, reasonCode } = await publisher.next('pubcomp')
    expect(messageId).toBe(999)
    // 0 is what brokers answer that keep no state of ids they have released.
    expect([0x92, 0]).toContain(reasonCode)
  })

  test('a PUBREC whose id is unknown is answered with PUBREL 0x92, or closes (MQTT 5, 3.6.2.1)', async () => {
    const client = await mqtt.connect()
    client.send({ cmd: 'pubrec', messageId: 999, reasonCode: 0 })
    const answer = await Promise.race([
      client.next('pubrel').then(({ reasonCode }) => reasonCode),
      client.waitForClose().then(() => 'closed'),
    ])
    expect([0x92, 0, 'closed']).toContain(answer)
  })

  test.each(['puback', 'pubcomp'] as const)('a %s with an unknown ID does no harm', async (cmd) => {
    const topic = uniqueName('harmless')
    const [publisher, subscriber] = await pair(topic)
    subscriber.send({ cmd, messageId: 999, reasonCode: 0 })
    await subscriber.ping()
    await publisher.publish(topic, 'x', { qos: 2 })
    await subscriber.receive()
  })

  test('[MQTT-4.4.0-2] PUBACK with an error ends the delivery', async () => {
    const topic = uniqueName('error')
    const publisher = await mqtt.connect()
    const subscriber = await mqtt.connect({ clean: false, properties: { sessionExpiryInterval: 60 } })
    await subscriber.subscribe(topic, { qos: 1 })
    await publisher.publish(topic, 'x', { qos: 1 })
    const { messageId = 0 } = await subscriber.next('publish')
    subscriber.send({ cmd: 'puback', messageId, reasonCode: 0x80 })
    await subscriber.ping()
    await subscriber.destroy()
    await expectNothing(await mqtt.connect({ clientId: subscriber.clientId, clean: false }))
  })

  test('[MQTT-4.3.3-4] PUBREC with an error ends the delivery without PUBREL', async () => {
    const topic = uniqueName('error')
    const publisher = await mqtt.connect()
    const subscriber = await mqtt.connect({ clean: false, properties: { sessionExpiryInterval: 60 } })
    await subscriber.subscribe(topic, { qos: 2 })
    await publisher.publish(topic, 'x', { qos: 2 })
    const { messageId = 0 } = await subscriber.next('publish')
    subscriber.send({ cmd: 'pubrec', messageId, reasonCode: 0x83 })
    await expectNothing(subscriber)
    await subscriber.destroy()
    await expectNothing(await mqtt.connect({ clientId: subscriber.clientId, clean: false }))
  })

  test('[MQTT-2.2.1-4] ids of messages in flight are not zero and all different', async () => {
    const topic = uniqueName('ids')
    const [publisher, subscriber] = await pair(topic, 1)
    for (let index = 0; index < 20; index += 1) await publisher.publish(topic, `${index}`, { qos: 1 })
    const ids: (number | undefined)[] = []
    while (ids.length < 20) ids.push((await subscriber.next('publish')).messageId)
    expect(ids).not.toContain(0)
    expect(new Set(ids).size).toBe(20)
  })

  test('[MQTT-2.2.1-2] a QoS 0 PUBLISH has no id', async () => {
    const topic = uniqueName('noid')
    const [publisher, subscriber] = await pair(topic)
    await publisher.publish(topic, 'payload')
    const message = await subscriber.receive()
    expect(subscriber.bytesOf(message)).toEqual(bytes.publish(0x30, topic, bytes.props(), Buffer.from('payload')))
  })

  test('IDs of both directions are independent', async () => {
    const topic = uniqueName('both')
    const client = await mqtt.connect()
    await client.subscribe(topic, { qos: 2 })
    for (let index = 0; index < 10; index += 1) {
      await client.publish(topic, `${index}`, { qos: 2 })
      expect((await client.receive()).payload.toString()).toBe(`${index}`)
    }
  })

  test('[MQTT-4.3.3-10] a different QoS 2 message with an ID in use is not a new message', async () => {
    const topic = uniqueName('in-use')
    const [publisher, subscriber] = await pair(topic)
    const message = { cmd: 'publish', topic, qos: 2, retain: false, dup: false, messageId: 3 } as const
    publisher.send({ ...message, payload: 'first' })
    await publisher.next('pubrec')
    publisher.send({ ...message, payload: 'second' })
    expect([0, 0x10, 0x91]).toContain((await publisher.next('pubrec')).reasonCode)
    publisher.send({ cmd: 'pubrel', messageId: 3, reasonCode: 0 })
    await publisher.next('pubcomp')
    expect((await subscriber.receive()).payload.toString()).toBe('first')
    await expectNothing(subscriber)
  })
})

describe('order', () => {
  test.each([0, 1, 2] as const)(
    '[MQTT-4.6.0-5] [MQTT-4.6.0-6] QoS %i messages of a topic arrive in order',
    async (qos) => {
      const topic = uniqueName('order')
      const [publisher, subscriber] = await pair(topic, qos)
      const sent = Array.from({ length: 200 }, (_, index) => `${index}`)
      // As many at once as the broker allows to be in flight.
      const window = Math.min(50, publisher.connack().properties?.receiveMaximum ?? 50)
      const received: string[] = []
      for (let start = 0; start < sent.length; start += window) {
        const batch = sent.slice(start, start + window)
        const publishing = Promise.all(batch.map((payload) => publisher.publish(topic, payload, { qos })))
        for (const _ of batch) received.push((await subscriber.receive()).payload.toString())
        await publishing
      }
      expect(received).toEqual(sent)
    },
  )

  test('[MQTT-4.6.0-2] acknowledgements are sent in the order of their messages', async () => {
    const publisher = await mqtt.connect()
    const topic = uniqueName('acks')
    for (let messageId = 1; messageId <= 20; messageId += 1) {
      publisher.send({ cmd: 'publish', topic, payload: 'x', qos: 1, dup: false, retain: false, messageId })
    }
    const ids: (number | undefined)[] = []
    while (ids.length < 20) ids.push((await publisher.next('puback')).messageId)
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('[MQTT-4.6.0-3] PUBREC and PUBCOMP are sent in the order of their messages', async () => {
    const publisher = await mqtt.connect()
    const ids = Array.from({ length: 10 }, (_, index) => index + 1)
    for (const messageId of ids) {
      publisher.send({ cmd: 'publish', topic: 'order', payload: 'x', qos: 2, dup: false, retain: false, messageId })
    }
    for (const id of ids) expect((await publisher.next('pubrec')).messageId).toBe(id)
    for (const messageId of ids) publisher.send({ cmd: 'pubrel', messageId, reasonCode: 0 })
    for (const id of ids) expect((await publisher.next('pubcomp')).messageId).toBe(id)
  })

  test('[MQTT-4.6.0-4] PUBREL is sent in the order in which PUBREC arrived', async () => {
    const topic = uniqueName('order')
    const [publisher, subscriber] = await pair(topic)
    for (let index = 0; index < 5; index += 1) await publisher.publish(topic, `${index}`, { qos: 2 })
    const ids: number[] = []
    while (ids.length < 5) ids.push((await subscriber.next('publish')).messageId ?? 0)
    const shuffled = [2, 0, 4, 1, 3].map((index) => ids[index] ?? 0)
    for (const messageId of shuffled) subscriber.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
    for (const id of shuffled) {
      expect((await subscriber.next('pubrel')).messageId).toBe(id)
      subscriber.send({ cmd: 'pubcomp', messageId: id, reasonCode: 0 })
    }
    await expectNothing(subscriber)
  })

  test('acknowledgements out of order release only their own message', async () => {
    const topic = uniqueName('order')
    const publisher = await mqtt.connect()
    const keep = { clean: false, properties: { sessionExpiryInterval: 60, receiveMaximum: 3 } }
    const subscriber = await mqtt.connect(keep)
    await subscriber.subscribe(topic, { qos: 1 })
    for (let index = 0; index < 3; index += 1) await publisher.publish(topic, `${index}`, { qos: 1 })
    const messages = [
      await subscriber.next('publish'),
      await subscriber.next('publish'),
      await subscriber.next('publish'),
    ]
    for (const index of [2, 1])
      subscriber.send({ cmd: 'puback', messageId: messages[index]?.messageId ?? 0, reasonCode: 0 })
    await subscriber.ping()
    await subscriber.destroy()
    const resumed = await mqtt.connect({ ...keep, clientId: subscriber.clientId })
    expect((await resumed.receive()).payload.toString()).toBe('0')
    await expectNothing(resumed)
  })
})

describe('an invalid PUBLISH', () => {
  test.each([
    ['[MQTT-3.3.2-2] a + in the topic', bytes.publish(0x30, 'a/+', bytes.props()), [0x81, 0x82, 0x90]],
    ['[MQTT-3.3.2-2] a # in the topic', bytes.publish(0x30, 'a/#', bytes.props()), [0x81, 0x82, 0x90]],
    ['[MQTT-4.7.3-1] an empty topic without alias', bytes.publish(0x30, '', bytes.props()), [0x81, 0x82, 0x90]],
    ['[MQTT-4.7.3-2] U+0000 in the topic', bytes.publish(0x30, 'a\0', bytes.props()), [0x81, 0x82, 0x90]],
    ['[MQTT-3.3.1-4] QoS 3', bytes.publish(0x36, 'a', bytes.u16(1), bytes.props()), [0x81, 0x82]],
    ['[MQTT-2.2.1-3] QoS 1 with id 0', bytes.publish(0x32, 'a', bytes.u16(0), bytes.props()), [0x81, 0x82]],
    ['[MQTT-2.2.1-3] QoS 2 with id 0', bytes.publish(0x34, 'a', bytes.u16(0), bytes.props()), [0x81, 0x82]],
    [
      '[MQTT-3.3.4-6] a subscription identifier from a client',
      bytes.publish(0x30, 'a', bytes.props(bytes.property.subscriptionId(1))),
      [0x81, 0x82],
    ],
    [
      '[MQTT-3.3.2-14] a wildcard in the response topic',
      bytes.publish(0x30, 'a', bytes.props(bytes.property.responseTopic('a/#'))),
      [0x81, 0x82, 0x90],
    ],
    [
      '[MQTT-3.3.2-13] ill-formed UTF-8 in the response topic',
      bytes.publish(0x30, 'a', bytes.props(bytes.property.responseTopic(Buffer.from([0xff])))),
      [0x81, 0x82, 0x90],
    ],
    [
      '[MQTT-3.3.2-19] ill-formed UTF-8 in the content type',
      bytes.publish(0x30, 'a', bytes.props(bytes.property.contentType(Buffer.from([0xff])))),
      [0x81, 0x82],
    ],
  ])('%s closes the connection', async (_, packet, reasonCodes) => {
    const client = await mqtt.connect()
    client.sendBytes(packet)
    await expectRefused(client, reasonCodes)
  })

  test('[MQTT-3.3.1-2] DUP with QoS 0 is not forwarded', async () => {
    const topic = uniqueName('dup0')
    const [publisher, subscriber] = await pair(topic)
    publisher.sendBytes(bytes.publish(0x38, topic, bytes.props(), Buffer.from('x')))
    // A server may close such a connection as malformed, or ignore the flag.
    const outcome = await Promise.race([
      subscriber.receive().then((packet) => packet.dup),
      publisher.waitForClose().then(() => false),
    ])
    expect(outcome).toBe(false)
    await publisher.destroy()
  })
})
