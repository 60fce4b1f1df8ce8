import { changeMqtt, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { letSecondsPass } from './broker-clock.ts'
import { expectNothing } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()

describe('retained messages', () => {
  test('[MQTT-3.3.1-5] the last retained message of a topic is kept for later subscribers', async () => {
    const topic = uniqueName('retained')
    const publisher = await mqtt.connect()
    for (const payload of ['first', 'second']) await publisher.publish(topic, payload, { qos: 1, retain: true })
    const late = await mqtt.connect()
    await late.subscribe(topic, { qos: 1 })
    const message = await late.receive()
    expect(message).toMatchObject({ topic, retain: true, qos: 1, dup: false })
    expect(message.payload.toString()).toBe('second')
    await expectNothing(late)
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('a retained message is delivered with the lower of both QoS', async () => {
    const topic = uniqueName('retained')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 2, retain: true })
    for (const qos of [0, 1, 2] as const) {
      const late = await mqtt.connect()
      await late.subscribe(topic, { qos })
      expect((await late.receive()).qos).toBe(qos)
    }
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.1-6] [MQTT-3.3.1-7] an empty retained message removes it and is itself not kept', async () => {
    const topic = uniqueName('removed')
    const publisher = await mqtt.connect()
    const present = await mqtt.connect()
    await present.subscribe(topic)
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    await publisher.publish(topic, '', { qos: 1, retain: true })
    expect((await present.receive()).payload).toHaveLength(1)
    expect((await present.receive()).payload).toHaveLength(0)
    const late = await mqtt.connect()
    await late.subscribe(topic)
    await expectNothing(late)
  })

  test('[MQTT-3.3.1-8] a message without retain is neither retained nor replaces the retained one', async () => {
    const topic = uniqueName('kept')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'plain', { qos: 1 })
    const early = await mqtt.connect()
    await early.subscribe(topic)
    await expectNothing(early)
    await publisher.publish(topic, 'retained', { qos: 1, retain: true })
    await publisher.publish(topic, 'plain', { qos: 1 })
    const late = await mqtt.connect()
    await late.subscribe(topic)
    expect((await late.receive()).payload.toString()).toBe('retained')
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('a QoS 0 message may be retained', async () => {
    const topic = uniqueName('qos0')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { retain: true })
    await publisher.ping()
    const late = await mqtt.connect()
    await late.subscribe(topic, { qos: 2 })
    expect(await late.receive()).toMatchObject({ qos: 0, retain: true })
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.1-9] every filter of a subscription gets the messages that match it', async () => {
    const topic = uniqueName('many')
    const publisher = await mqtt.connect()
    const names = ['a', 'a/b', 'a/b/c', 'x/b', '$special']
    for (const name of names) await publisher.publish(`${topic}/${name}`, name, { qos: 1, retain: true })
    const matches = async (filter: string) => {
      const late = await mqtt.connect()
      await late.subscribe(`${topic}/${filter}`)
      await late.ping()
      return late.unread.map((packet) => (packet.cmd === 'publish' ? packet.payload.toString() : packet.cmd)).sort()
    }
    expect(await matches('#')).toEqual([...names].sort())
    expect(await matches('+')).toEqual(['$special', 'a'])
    expect(await matches('+/b')).toEqual(['a/b', 'x/b'])
    expect(await matches('a/#')).toEqual(['a', 'a/b', 'a/b/c'])
    expect(await matches('a/+/c')).toEqual(['a/b/c'])
    expect(await matches('b')).toEqual([])
    for (const name of names) await publisher.publish(`${topic}/${name}`, '', { qos: 1, retain: true })
  })

  test('properties are kept, and the expiry interval counts down (MQTT 5, 3.3.2.3.3)', async () => {
    const topic = uniqueName('properties')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', {
      qos: 1,
      retain: true,
      properties: { messageExpiryInterval: 500, contentType: 'text/plain', userProperties: { a: 'b' } },
    })
    const late = await mqtt.connect()
    await late.subscribe(topic)
    const { properties } = await late.receive()
    expect(properties?.contentType).toBe('text/plain')
    expect(properties?.userProperties?.a).toBe('b')
    expect(properties?.messageExpiryInterval).toBeGreaterThan(480)
    expect(properties?.messageExpiryInterval).toBeLessThanOrEqual(500)
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.2-5] an expired retained message is not delivered', async () => {
    const topic = uniqueName('expired')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true, properties: { messageExpiryInterval: 1 } })
    await letSecondsPass(mqtt, 2)
    const late = await mqtt.connect()
    await late.subscribe(topic)
    await expectNothing(late)
  })
})

describe('retain handling and retain as published', () => {
  test('[MQTT-3.3.1-9] retain handling 0 sends retained messages with every subscription', async () => {
    const topic = uniqueName('rh0')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const client = await mqtt.connect()
    for (let turn = 0; turn < 2; turn += 1) {
      // [MQTT-3.8.4-4]
      await client.subscribe(topic, { rh: 0 })
      expect((await client.receive()).retain).toBe(true)
    }
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.1-10] retain handling 1 sends them only with a new subscription', async () => {
    const topic = uniqueName('rh1')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const client = await mqtt.connect()
    await client.subscribe(topic, { rh: 1 })
    await client.receive()
    await client.subscribe(topic, { rh: 1, qos: 1 })
    await expectNothing(client)
    await client.unsubscribe(topic)
    await client.subscribe(topic, { rh: 1 })
    await client.receive()
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.1-11] retain handling 2 never sends them', async () => {
    const topic = uniqueName('rh2')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const client = await mqtt.connect()
    await client.subscribe(topic, { rh: 2 })
    await expectNothing(client)
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.1-12] without retain as published a live message comes without retain', async () => {
    const topic = uniqueName('rap0')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(topic, { rap: false })
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    expect((await client.receive()).retain).toBe(false)
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('[MQTT-3.3.1-13] with retain as published a live message keeps its flag', async () => {
    const topic = uniqueName('rap1')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(topic, { rap: true })
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    expect((await client.receive()).retain).toBe(true)
    await publisher.publish(topic, 'x', { qos: 1, retain: false })
    expect((await client.receive()).retain).toBe(false)
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('a retained message has the identifier of its subscription', async () => {
    const topic = uniqueName('id')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const client = await mqtt.connect()
    await client.subscribe(topic, { properties: { subscriptionIdentifier: 42 } })
    expect((await client.receive()).properties?.subscriptionIdentifier).toBe(42)
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })

  test('a resumed session is not sent retained messages again', async () => {
    const topic = uniqueName('resumed')
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, retain: true })
    const keep = { clean: false, properties: { sessionExpiryInterval: 60 } }
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await client.receive()
    await client.disconnect()
    await expectNothing(await mqtt.connect({ ...keep, clientId: client.clientId }))
    await publisher.publish(topic, '', { qos: 1, retain: true })
  })
})

describe.skipIf(!isEmbedded)('retained messages disabled', () => {
  test('[MQTT-3.2.2-13] [MQTT-3.2.2-14] CONNACK announces it, and a retained will is rejected with 0x9A', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { retain_available: false })
    try {
      const client = await mqtt.connect()
      expect(client.connack().properties?.retainAvailable).toBe(false)
      const refused = await mqtt.connect({ will: { topic: 'will', payload: 'x', retain: true } })
      expect(refused.connack()).toMatchObject({ reasonCode: 0x9a, sessionPresent: false })
      await refused.waitForClose()
      client.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 0, retain: true, dup: false })
      expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x9a })
    } finally {
      changeMqtt(broker, { retain_available: true })
    }
  })
})
