import { changeMqtt, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()

describe('SUBSCRIBE', () => {
  test('[MQTT-3.8.4-1] [MQTT-3.8.4-2] [MQTT-2.2.1-6] SUBACK carries the id of its SUBSCRIBE', async () => {
    const client = await mqtt.connect()
    for (const messageId of [1, 500, 65_535]) {
      client.send({ cmd: 'subscribe', messageId, subscriptions: [{ topic: uniqueName(), qos: 0 }] })
      expect((await client.next('suback')).messageId).toBe(messageId)
    }
  })

  test('[MQTT-3.8.4-5] [MQTT-3.8.4-6] [MQTT-3.9.3-1] SUBACK contains a code for every filter in order', async () => {
    const client = await mqtt.connect()
    const topic = uniqueName('many')
    const { granted } = await client.subscribe([
      { topic: `${topic}/2`, qos: 2 },
      { topic: `${topic}/0`, qos: 0 },
      { topic: `${topic}/1`, qos: 1 },
    ])
    expect(granted).toEqual([2, 0, 1])
  })

  test('[MQTT-3.8.4-3] a second subscription to the same filter replaces the first', async () => {
    const topic = uniqueName('replace')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(topic, { qos: 2, properties: { subscriptionIdentifier: 1 } })
    await client.subscribe(topic, { qos: 1, properties: { subscriptionIdentifier: 2 } })
    await publisher.publish(topic, 'x', { qos: 2 })
    expect(await client.receive()).toMatchObject({ qos: 1, properties: { subscriptionIdentifier: 2 } })
    await expectNothing(client)
  })

  test('[MQTT-3.8.4-3] a message published while a subscription is replaced is not lost', async () => {
    const topic = uniqueName('replace')
    const client = await mqtt.connect()
    await client.subscribe(topic, { qos: 1 })
    client.send({ cmd: 'publish', topic, payload: 'a', qos: 1, dup: false, retain: false, messageId: 100 })
    client.send({ cmd: 'subscribe', messageId: 101, subscriptions: [{ topic, qos: 1 }] })
    client.send({ cmd: 'publish', topic, payload: 'b', qos: 1, dup: false, retain: false, messageId: 102 })
    expect((await client.receive()).payload.toString()).toBe('a')
    expect((await client.receive()).payload.toString()).toBe('b')
  })

  test('[MQTT-3.8.3-3] no local prevents a client from receiving its own messages', async () => {
    const topic = uniqueName('nl')
    const [client, other] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await Promise.all([client.subscribe(topic, { nl: true }), other.subscribe(topic, { nl: true })])
    await client.publish(topic, 'x', { qos: 1 })
    expect((await other.receive()).payload.toString()).toBe('x')
    await expectNothing(client)
    await other.publish(topic, 'y', { qos: 1 })
    expect((await client.receive()).payload.toString()).toBe('y')
  })

  test('[MQTT-3.3.4-3] [MQTT-3.3.4-5] a message carries the identifier of the subscription it matched', async () => {
    const topic = uniqueName('id')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(`${topic}/a`, { properties: { subscriptionIdentifier: 1 } })
    await client.subscribe(`${topic}/b`, { properties: { subscriptionIdentifier: 268_435_455 } })
    await client.subscribe(`${topic}/c`)
    for (const name of ['a', 'b', 'c']) await publisher.publish(`${topic}/${name}`, name, { qos: 1 })
    expect((await client.receive()).properties?.subscriptionIdentifier).toBe(1)
    expect((await client.receive()).properties?.subscriptionIdentifier).toBe(268_435_455)
    expect((await client.receive()).properties?.subscriptionIdentifier).toBeUndefined()
  })

  test('[MQTT-3.3.4-2] [MQTT-3.3.4-4] overlapping subscriptions give one copy with the highest QoS and all identifiers, or one copy each', async () => {
    const topic = uniqueName('overlap')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(`${topic}/#`, { qos: 1, properties: { subscriptionIdentifier: 1 } })
    await client.subscribe(`${topic}/+`, { qos: 2, properties: { subscriptionIdentifier: 2 } })
    await client.subscribe(`${topic}/a`, { qos: 0, properties: { subscriptionIdentifier: 3 } })
    await publisher.publish(`${topic}/a`, 'x', { qos: 2 })
    const copies = [await client.receive()]
    await client.ping()
    while (client.unread.length > 0) copies.push(await client.receive())
    const ids = copies.flatMap(({ properties }) => properties?.subscriptionIdentifier ?? [])
    expect([...ids].sort()).toEqual([1, 2, 3])
    expect(Math.max(...copies.map(({ qos }) => qos))).toBe(2)
    if (copies.length > 1) {
      expect(copies).toHaveLength(3)
      for (const { qos, properties } of copies)
        expect(qos).toBe([1, 2, 0][Number(properties?.subscriptionIdentifier) - 1])
    }
  })

  test('retained messages and SUBACK may be sent in any order', async () => {
    const topic = uniqueName('both')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const client = await mqtt.connect()
    await Promise.all([client.subscribe(topic), client.receive()])
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test.each([
    ['[MQTT-3.8.3-2] no filter', bytes.packet(0x82, bytes.u16(1), bytes.props())],
    [
      '[MQTT-3.8.1-1] wrong fixed header bits',
      bytes.packet(0x80, bytes.u16(1), bytes.props(), bytes.str('a'), bytes.u8(0)),
    ],
    ['[MQTT-2.2.1-3] id 0', bytes.subscribe('a', 0, bytes.props(), 0)],
    ['[MQTT-3.8.3-5] reserved option bits', bytes.subscribe('a', 0x40)],
    ['QoS 3', bytes.subscribe('a', 0x03)],
    ['retain handling 3', bytes.subscribe('a', 0x30)],
    ['[MQTT-3.8.3-4] no local on a shared subscription', bytes.subscribe('$share/g/a', 0x04)],
    ['subscription identifier 0', bytes.subscribe('a', 0, bytes.props(bytes.property.subscriptionId(0)))],
    [
      'two subscription identifiers',
      bytes.subscribe('a', 0, bytes.props(bytes.property.subscriptionId(1), bytes.property.subscriptionId(2))),
    ],
    ['a filter without options', bytes.packet(0x82, bytes.u16(1), bytes.props(), bytes.str('a'))],
    ['[MQTT-3.8.3-1] ill-formed UTF-8', bytes.subscribe(Buffer.from([0x61, 0xff]))],
    ['[MQTT-4.7.3-2] U+0000', bytes.subscribe('a\0b')],
  ])('SUBSCRIBE with %s closes the connection', async (_, packet) => {
    const client = await mqtt.connect()
    client.sendBytes(packet)
    await expectRefused(client, [0x80, 0x81, 0x82, 0x8f])
  })
})

describe('UNSUBSCRIBE', () => {
  test('[MQTT-3.10.4-4] [MQTT-3.10.4-5] [MQTT-2.2.1-6] UNSUBACK carries the id of its UNSUBSCRIBE', async () => {
    const client = await mqtt.connect()
    for (const messageId of [1, 500, 65_535]) {
      client.send({ cmd: 'unsubscribe', messageId, unsubscriptions: [uniqueName()] })
      expect((await client.next('unsuback')).messageId).toBe(messageId)
    }
  })

  test('[MQTT-3.10.4-6] [MQTT-3.11.3-1] UNSUBACK contains a code for every filter in order: 0, or 0x11 for an unknown one', async () => {
    const client = await mqtt.connect()
    const topic = uniqueName('un')
    await client.subscribe([`${topic}/a`, `${topic}/b`])
    const { granted } = await client.unsubscribe(`${topic}/none`, `${topic}/b`, `${topic}/a`)
    expect(granted).toEqual([0x11, 0, 0])
  })

  test('[MQTT-3.10.4-1] [MQTT-3.10.4-2] only the identical filter is removed, and no message follows', async () => {
    const topic = uniqueName('un')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe([`${topic}/a`, `${topic}/+`])
    await client.unsubscribe(`${topic}/+`, `${topic}/#`)
    await publisher.publish(`${topic}/b`, 'b', { qos: 1 })
    await publisher.publish(`${topic}/a`, 'a', { qos: 1 })
    expect((await client.receive()).payload.toString()).toBe('a')
    await expectNothing(client)
  })

  test('[MQTT-3.10.4-3] a started QoS 2 delivery is completed after UNSUBSCRIBE', async () => {
    const topic = uniqueName('un')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(topic, { qos: 2 })
    await publisher.publish(topic, 'x', { qos: 2 })
    const message = await client.next('publish')
    await client.unsubscribe(topic)
    await client.acknowledge(message)
    await expectNothing(client)
  })

  test.each([
    ['[MQTT-3.10.3-2] no filter', bytes.packet(0xa2, bytes.u16(1), bytes.props())],
    ['[MQTT-3.10.1-1] wrong fixed header bits', bytes.packet(0xa0, bytes.u16(1), bytes.props(), bytes.str('a'))],
    ['[MQTT-2.2.1-3] id 0', bytes.packet(0xa2, bytes.u16(0), bytes.props(), bytes.str('a'))],
    [
      '[MQTT-3.10.3-1] ill-formed UTF-8',
      bytes.packet(0xa2, bytes.u16(1), bytes.props(), bytes.str(Buffer.from([0xff]))),
    ],
  ])('UNSUBSCRIBE with %s closes the connection', async (_, packet) => {
    const client = await mqtt.connect()
    client.sendBytes(packet)
    await expectRefused(client, [0x81, 0x82, 0x8f])
  })
})

describe.skipIf(!isEmbedded)('limits in the settings', () => {
  test('[MQTT-3.2.2-9] [MQTT-3.2.2-10] [MQTT-3.2.2-12] max_qos_allowed is announced, granted and enforced', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { max_qos_allowed: 1 })
    try {
      const client = await mqtt.connect()
      expect(client.connack().properties?.maximumQoS).toBe(1)
      expect((await client.subscribe(uniqueName(), { qos: 2 })).granted).toEqual([1])
      const refused = await mqtt.connect({ will: { topic: 'a', payload: 'x', qos: 2 } })
      expect(refused.connack().reasonCode).toBe(0x9b)
      client.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 2, dup: false, retain: false, messageId: 1 })
      expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x9b })
    } finally {
      changeMqtt(broker, { max_qos_allowed: 2 })
    }
  })

  test('wildcard_subscription false is announced, and wildcards are rejected with 0xA2', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { wildcard_subscription: false })
    try {
      const client = await mqtt.connect()
      expect(client.connack().properties?.wildcardSubscriptionAvailable).toBe(false)
      expect((await client.subscribe(['a/+', 'a/#', 'a/b'])).granted).toEqual([0xa2, 0xa2, 0])
    } finally {
      changeMqtt(broker, { wildcard_subscription: true })
    }
  })

  test('shared_subscription false is announced, and $share is rejected with 0x9E', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { shared_subscription: false })
    try {
      const client = await mqtt.connect()
      expect(client.connack().properties?.sharedSubscriptionAvailable).toBe(false)
      expect((await client.subscribe('$share/g/a')).granted).toEqual([0x9e])
    } finally {
      changeMqtt(broker, { shared_subscription: true })
    }
  })

  test('max_subscriptions rejects further subscriptions with 0x97', async () => {
    const { broker } = mqtt.embedded()
    const before = broker.zones().default.mqtt.max_subscriptions
    changeMqtt(broker, { max_subscriptions: 2 })
    try {
      const client = await mqtt.connect()
      expect((await client.subscribe(['a', 'b', 'c'])).granted).toEqual([0, 0, 0x97])
      expect((await client.subscribe('a')).granted).toEqual([0])
      await client.unsubscribe('a')
      expect((await client.subscribe('c')).granted).toEqual([0])
    } finally {
      changeMqtt(broker, { max_subscriptions: before })
    }
  })

  test('max_topic_levels limits filters and topics', async () => {
    const { broker } = mqtt.embedded()
    const before = broker.zones().default.mqtt.max_topic_levels
    changeMqtt(broker, { max_topic_levels: 3 })
    try {
      const client = await mqtt.connect()
      const [fits, tooMany] = (await client.subscribe(['a/b/c', 'a/b/c/d'])).granted
      expect(fits).toBe(0)
      expect(tooMany).toBeGreaterThanOrEqual(0x80)
      client.send({ cmd: 'publish', topic: 'a/b/c/d', payload: 'x', qos: 1, dup: false, retain: false, messageId: 1 })
      const answer = await client.nextOf('puback', 'disconnect')
      expect(answer.reasonCode).toBeGreaterThanOrEqual(0x80)
    } finally {
      changeMqtt(broker, { max_topic_levels: before })
    }
  })

  test('upgrade_qos delivers with the QoS of the subscription', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { upgrade_qos: true })
    try {
      const topic = uniqueName('upgrade')
      const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
      await client.subscribe(topic, { qos: 2 })
      await publisher.publish(topic, 'x', { qos: 0 })
      expect((await client.receive()).qos).toBe(2)
    } finally {
      changeMqtt(broker, { upgrade_qos: false })
    }
  })

  test('ignore_loop_deliver works for MQTT 3.1.1 clients like no local', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { ignore_loop_deliver: true })
    try {
      const topic = uniqueName('loop')
      const [client, other] = await Promise.all([mqtt.connect({ version: 4 }), mqtt.connect({ version: 4 })])
      await Promise.all([client.subscribe(topic), other.subscribe(topic)])
      await client.publish(topic, 'x', { qos: 1 })
      await other.receive()
      await expectNothing(client)
    } finally {
      changeMqtt(broker, { ignore_loop_deliver: false })
    }
  })
})
