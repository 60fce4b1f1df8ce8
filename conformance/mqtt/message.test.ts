import { type RawClient, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { letSecondsPass } from './broker-clock.ts'
import * as bytes from './bytes.ts'
import { expectNothing } from './expect-nothing.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

async function pair(topic: string, qos: 0 | 1 | 2 = 2): Promise<[publisher: RawClient, subscriber: RawClient]> {
  const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
  await subscriber.subscribe(topic, { qos })
  return [publisher, subscriber]
}

describe('the forwarded message', () => {
  test('[MQTT-3.3.1-3] [MQTT-3.3.1-2] DUP of the publisher is not forwarded', async () => {
    const topic = uniqueName('dup')
    const [publisher, subscriber] = await pair(topic)
    await publisher.publish(topic, 'x', { qos: 1, dup: true })
    expect((await subscriber.receive()).dup).toBe(false)
  })

  test('the payload is forwarded unchanged', async () => {
    const topic = uniqueName('payload')
    const [publisher, subscriber] = await pair(topic)
    const payloads = [Buffer.alloc(0), Buffer.from([0, 255, 0xc3, 0x28]), Buffer.alloc(100_000, 'abc')]
    for (const payload of payloads) {
      await publisher.publish(topic, payload, { qos: 1 })
      expect((await subscriber.receive()).payload).toEqual(payload)
    }
  })

  test.each([127, 128, 16_383, 16_384, 70_000])(
    '[MQTT-1.5.5-1] a packet of about %i bytes has the shortest length field',
    async (size) => {
      const topic = uniqueName('length')
      const [publisher, subscriber] = await pair(topic)
      for (let payload = size - 4 - topic.length; payload < size + 3 - topic.length; payload += 1) {
        await publisher.publish(topic, Buffer.alloc(payload, 1))
        const message = await subscriber.receive()
        const frame = subscriber.bytesOf(message)
        expect(frame).toEqual(bytes.publish(0x30, topic, bytes.props(), Buffer.alloc(payload, 1)))
      }
    },
  )

  test('[MQTT-3.3.2-4] [MQTT-3.3.2-15] [MQTT-3.3.2-16] [MQTT-3.3.2-20] properties are forwarded unaltered', async () => {
    const topic = uniqueName('properties')
    const [publisher, subscriber] = await pair(topic)
    const properties = {
      payloadFormatIndicator: true,
      contentType: 'text/plain; charset=utf-8',
      responseTopic: 'answers/温度',
      correlationData: Buffer.from([0, 1, 2, 255]),
    }
    await publisher.publish(topic, 'x', { qos: 1, properties })
    expect((await subscriber.receive()).properties).toEqual(properties)
  })

  test('[MQTT-3.3.2-17] [MQTT-3.3.2-18] user properties are forwarded in order, including repeated names', async () => {
    const topic = uniqueName('user')
    const [publisher, subscriber] = await pair(topic)
    const pairs = bytes.props(
      ...[
        ['b', '1'],
        ['a', '2'],
        ['b', '3'],
        ['', ''],
        ['ü', '🌡'],
      ].map(([name = '', value = '']) => bytes.property.user(name, value)),
    )
    publisher.sendBytes(bytes.publish(0x30, topic, pairs, Buffer.from('x')))
    const message = await subscriber.receive()
    expect(subscriber.bytesOf(message)).toEqual(bytes.publish(0x30, topic, pairs, Buffer.from('x')))
  })

  test('[MQTT-3.3.2-6] the message expiry interval counts down while a message waits', async () => {
    const topic = uniqueName('expiry')
    const keep = { clean: false, properties: { sessionExpiryInterval: 60 } }
    const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect(keep)])
    await subscriber.subscribe(`${topic}/#`, { qos: 1 })
    await subscriber.disconnect()
    await publisher.publish(`${topic}/long`, 'x', { qos: 1, properties: { messageExpiryInterval: 100 } })
    await publisher.publish(`${topic}/short`, 'x', { qos: 1, properties: { messageExpiryInterval: 1 } })
    await publisher.publish(`${topic}/never`, 'x', { qos: 1 })
    await letSecondsPass(mqtt, 2)
    const resumed = await mqtt.connect({ ...keep, clientId: subscriber.clientId })
    const long = await resumed.receive()
    expect(long.topic).toBe(`${topic}/long`)
    expect(long.properties?.messageExpiryInterval).toBeLessThanOrEqual(98)
    expect(long.properties?.messageExpiryInterval).toBeGreaterThan(80)
    // [MQTT-3.3.2-5] the expired one is not delivered.
    expect((await resumed.receive()).topic).toBe(`${topic}/never`)
    await expectNothing(resumed)
  })

  test('[MQTT-3.3.2-6] the message expiry interval is forwarded unchanged without delay', async () => {
    const topic = uniqueName('expiry')
    const [publisher, subscriber] = await pair(topic)
    await publisher.publish(topic, 'x', { properties: { messageExpiryInterval: 100 } })
    const left = (await subscriber.receive()).properties?.messageExpiryInterval
    expect([99, 100]).toContain(left)
  })

  test('an MQTT 3.1.1 client and an MQTT 5 client can exchange messages', async () => {
    const topic = uniqueName('mixed')
    const [old, young] = await Promise.all([mqtt.connect({ version: 4 }), mqtt.connect()])
    await Promise.all([old.subscribe(topic, { qos: 1 }), young.subscribe(topic, { qos: 1 })])
    await young.publish(topic, 'young', { qos: 1, properties: { contentType: 'text/plain' } })
    expect((await old.receive()).payload.toString()).toBe('young')
    expect((await young.receive()).properties).toEqual({ contentType: 'text/plain' })
    await old.publish(topic, 'old', { qos: 1 })
    expect((await young.receive()).payload.toString()).toBe('old')
    expect((await old.receive()).payload.toString()).toBe('old')
  })

  test('a client receives its own messages', async () => {
    const topic = uniqueName('own')
    const client = await mqtt.connect()
    await client.subscribe(topic)
    await client.publish(topic, 'x')
    await client.receive()
  })

  test('PUBACK to a message without subscribers is 0 or 0x10 (MQTT 5, 3.4.2.1)', async () => {
    const publisher = await mqtt.connect()
    expect([0, 0x10]).toContain(await publisher.publish(uniqueName(), 'x', { qos: 1 }))
    expect([0, 0x10]).toContain(await publisher.publish(uniqueName(), 'x', { qos: 2 }))
  })
})

describe('request and response', () => {
  test('[MQTT-3.3.2-15] [MQTT-3.3.2-16] a requester gets the response it asked for', async () => {
    const [requester, responder] = await Promise.all([mqtt.connect(), mqtt.connect()])
    const [requests, answers] = [uniqueName('requests'), uniqueName('answers')]
    await responder.subscribe(requests, { qos: 1 })
    await requester.subscribe(answers, { qos: 1 })
    const correlationData = Buffer.from('42')
    await requester.publish(requests, 'how much?', { qos: 1, properties: { responseTopic: answers, correlationData } })
    const { properties } = await responder.receive()
    await responder.publish(properties?.responseTopic ?? '', 'that much', {
      qos: 1,
      properties: { correlationData: properties?.correlationData ?? Buffer.alloc(0) },
    })
    expect((await requester.receive()).properties).toEqual({ correlationData })
  })
})
