import { uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()

describe('receive maximum', () => {
  test.each([1, 2] as const)(
    '[MQTT-3.3.4-9] [MQTT-4.9.0-1] no more QoS %i messages are in flight than the client allows',
    async (qos) => {
      const topic = uniqueName('window')
      const [publisher, client] = await Promise.all([
        mqtt.connect(),
        mqtt.connect({ properties: { receiveMaximum: 2 } }),
      ])
      await client.subscribe(topic, { qos })
      for (let index = 0; index < 6; index += 1) await publisher.publish(topic, `${index}`, { qos })
      const received: string[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const window = [await client.next('publish'), await client.next('publish')]
        await expectNothing(client)
        received.push(...window.map(({ payload }) => payload.toString()))
        for (const message of window) await client.acknowledge(message)
      }
      expect(received).toEqual(['0', '1', '2', '3', '4', '5'])
      await expectNothing(client)
    },
  )

  test('[MQTT-4.9.0-2] a QoS 2 message counts until PUBCOMP', async () => {
    const topic = uniqueName('window')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect({ properties: { receiveMaximum: 1 } })])
    await client.subscribe(topic, { qos: 2 })
    for (const payload of ['a', 'b']) await publisher.publish(topic, payload, { qos: 2 })
    const { messageId = 0 } = await client.next('publish')
    client.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
    await client.next('pubrel')
    await expectNothing(client)
    client.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
    expect((await client.receive()).payload.toString()).toBe('b')
  })

  test('[MQTT-3.3.4-10] [MQTT-4.9.0-3] a full inflight window delays neither QoS 0 messages nor other packets', async () => {
    const topic = uniqueName('window')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect({ properties: { receiveMaximum: 1 } })])
    await client.subscribe(`${topic}/#`, { qos: 1 })
    await publisher.publish(`${topic}/1`, 'held', { qos: 1 })
    await client.next('publish')
    await publisher.publish(`${topic}/0`, 'free', { qos: 0 })
    await publisher.ping()
    expect((await client.next('publish')).payload.toString()).toBe('free')
    await client.publish(uniqueName(), 'x', { qos: 2 })
    await client.subscribe(uniqueName())
    await client.unsubscribe(uniqueName())
    await client.ping()
  })

  test('[MQTT-3.3.4-7] a client that sends more QoS 2 messages than the broker allows is disconnected with 0x93', async () => {
    const client = await mqtt.connect()
    const { receiveMaximum = 65_535 } = client.connack().properties ?? {}
    if (receiveMaximum > 1_000) return
    for (let messageId = 1; messageId <= receiveMaximum + 1; messageId += 1) {
      client.send({ cmd: 'publish', topic: 'a', payload: 'x', qos: 2, dup: false, retain: false, messageId })
    }
    let answer = await client.nextOf('disconnect', 'pubrec')
    while ((answer.reasonCode ?? 0) < 0x80) answer = await client.nextOf('disconnect', 'pubrec')
    expect(answer.reasonCode).toBe(0x93)
  })

  test.each([
    ['a receive maximum of 0', bytes.property.receiveMaximum(0)],
    ['a maximum packet size of 0', bytes.property.maximumPacketSize(0)],
    ['a request problem information of 2', bytes.property.problemInfo(2)],
    ['a request response information of 2', bytes.property.responseInfo(2)],
    ['authentication data without a method', bytes.property.authData(Buffer.from('x'))],
  ])('%s is a protocol error (MQTT 5, 3.1.2.11)', async (_, property) => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ properties: bytes.props(property) }))
    await expectRefused(client, [0x81, 0x82])
  })
})

describe('maximum packet size', () => {
  test('[MQTT-3.1.2-24] [MQTT-3.1.2-25] a message too large for a client is dropped for it as if delivered', async () => {
    const topic = uniqueName('large')
    const [publisher, small, other] = await Promise.all([
      mqtt.connect(),
      mqtt.connect({ properties: { maximumPacketSize: 200, receiveMaximum: 1 } }),
      mqtt.connect(),
    ])
    for (const client of [small, other]) await client.subscribe(topic, { qos: 1 })
    await publisher.publish(topic, Buffer.alloc(500, 'x'), { qos: 1 })
    await publisher.publish(topic, 'small', { qos: 1 })
    expect((await small.receive()).payload.toString()).toBe('small')
    expect((await other.receive()).payload).toHaveLength(500)
    await other.receive()
    await expectNothing(small)
  })

  test('[MQTT-3.1.2-24] a packet of exactly the maximum size is sent', async () => {
    const topic = uniqueName('exact')
    const packet = bytes.publish(0x30, topic, bytes.props(), Buffer.alloc(60, 'x'))
    const [publisher, client] = await Promise.all([
      mqtt.connect(),
      mqtt.connect({ properties: { maximumPacketSize: packet.length } }),
    ])
    await client.subscribe(topic)
    await publisher.publish(topic, Buffer.alloc(61, 'y'))
    await publisher.publish(topic, Buffer.alloc(60, 'x'))
    expect(client.bytesOf(await client.receive())).toEqual(packet)
  })

  test('[MQTT-3.1.2-24] no other packet is larger than the client allows either', async () => {
    const filters = Array.from({ length: 100 }, (_, index) => `many/${index}`)
    const client = await mqtt.connect({ properties: { maximumPacketSize: 60 } })
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters.map((topic) => ({ topic, qos: 0 })) })
    client.send({ cmd: 'pingreq' })
    await Promise.race([client.next('pingresp'), client.waitForClose()]).catch(() => undefined)
    for (const packet of client.received) expect(client.bytesOf(packet).length).toBeLessThanOrEqual(60)
  })

  test('[MQTT-3.1.2-24] no CONNACK is sent if it is larger than the client allows', async () => {
    const client = await mqtt.open()
    client.sendBytes(bytes.connect({ properties: bytes.props(bytes.property.maximumPacketSize(3)) }))
    await client.waitForClose()
    expect(client.received).toEqual([])
  })

  test('[MQTT-3.2.2-15] a packet above the announced maximum is rejected with 0x95', async () => {
    const client = await mqtt.connect()
    const { maximumPacketSize } = client.connack().properties ?? {}
    // Without an announcement there is no limit to go beyond.
    if (maximumPacketSize === undefined || maximumPacketSize > 50_000_000) return
    // The header alone tells the size.
    client.sendBytes(Buffer.concat([Buffer.from([0x30]), bytes.varint(maximumPacketSize)]))
    client.sendBytes(Buffer.alloc(Math.min(maximumPacketSize, 100_000)))
    await expectRefused(client, [0x95])
  })
})

describe('topic alias', () => {
  test('[MQTT-3.3.2-12] [MQTT-3.3.2-7] every alias up to the maximum is valid, for its connection only', async () => {
    const topic = uniqueName('alias')
    const [client, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await subscriber.subscribe(`${topic}/#`)
    const { topicAliasMaximum = 0 } = client.connack().properties ?? {}
    if (topicAliasMaximum === 0) return
    for (const topicAlias of [1, topicAliasMaximum]) {
      await client.publish(`${topic}/${topicAlias}`, 'named', { properties: { topicAlias } })
      await client.publish('', 'aliased', { properties: { topicAlias } })
      for (const payload of ['named', 'aliased']) {
        const message = await subscriber.receive()
        expect(message).toMatchObject({ topic: `${topic}/${topicAlias}` })
        expect(message.payload.toString()).toBe(payload)
        expect(message.properties?.topicAlias).toBeUndefined()
      }
    }
    const other = await mqtt.connect()
    other.send({
      cmd: 'publish',
      topic: '',
      payload: 'x',
      qos: 0,
      dup: false,
      retain: false,
      properties: { topicAlias: 1 },
    })
    await expectRefused(other, [0x82, 0x94])
  })

  test('an alias can be given to another topic', async () => {
    const topic = uniqueName('alias')
    const [client, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await subscriber.subscribe(`${topic}/#`)
    if ((client.connack().properties?.topicAliasMaximum ?? 0) === 0) return
    for (const name of ['a', 'b']) await client.publish(`${topic}/${name}`, 'x', { properties: { topicAlias: 1 } })
    await client.publish('', 'x', { properties: { topicAlias: 1 } })
    const topics = [await subscriber.receive(), await subscriber.receive(), await subscriber.receive()]
    expect(topics.map((message) => message.topic)).toEqual([`${topic}/a`, `${topic}/b`, `${topic}/b`])
  })

  test('[MQTT-3.3.2-8] alias 0 is rejected', async () => {
    const client = await mqtt.connect()
    client.sendBytes(bytes.publish(0x30, 'a', bytes.props(bytes.property.topicAlias(0))))
    await expectRefused(client, [0x81, 0x82, 0x94])
  })

  test('[MQTT-3.3.2-9] an alias above the maximum is rejected with 0x94', async () => {
    const client = await mqtt.connect()
    const { topicAliasMaximum = 0 } = client.connack().properties ?? {}
    client.sendBytes(bytes.publish(0x30, 'a', bytes.props(bytes.property.topicAlias(topicAliasMaximum + 1))))
    await expectRefused(client, [0x94, 0x82])
  })

  test('[MQTT-3.1.2-27] no alias is sent to a client that did not allow any', async () => {
    const topic = uniqueName('alias')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await client.subscribe(topic)
    for (let turn = 0; turn < 3; turn += 1) {
      await publisher.publish(topic, 'x')
      const message = await client.receive()
      expect(message.topic).toBe(topic)
      expect(message.properties?.topicAlias).toBeUndefined()
    }
  })

  test('[MQTT-3.1.2-26] [MQTT-3.3.2-10] aliases sent to a client stay within its maximum and name the right topic', async () => {
    const topic = uniqueName('alias')
    const [publisher, client] = await Promise.all([
      mqtt.connect(),
      mqtt.connect({ properties: { topicAliasMaximum: 2 } }),
    ])
    await client.subscribe(`${topic}/#`)
    const names = ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'a', 'd', 'd']
    const known = new Map<number, string>()
    for (const name of names) {
      await publisher.publish(`${topic}/${name}`, 'x')
      const message = await client.receive()
      const alias = message.properties?.topicAlias
      if (alias !== undefined) {
        expect([1, 2]).toContain(alias)
        if (message.topic !== '') known.set(alias, message.topic)
      }
      expect(message.topic === '' ? known.get(alias ?? 0) : message.topic).toBe(`${topic}/${name}`)
    }
  })

  test.skipIf(!isEmbedded)('MQDeck uses the aliases that a client allows', async () => {
    const topic = uniqueName('alias')
    const [publisher, client] = await Promise.all([
      mqtt.connect(),
      mqtt.connect({ properties: { topicAliasMaximum: 10 } }),
    ])
    await client.subscribe(topic)
    for (let turn = 0; turn < 2; turn += 1) await publisher.publish(topic, 'x')
    expect(await client.receive()).toMatchObject({ topic, properties: { topicAlias: 1 } })
    expect(await client.receive()).toMatchObject({ topic: '', properties: { topicAlias: 1 } })
  })

  test('queued messages of a session have no alias of an earlier connection', async () => {
    const topic = uniqueName('alias')
    const publisher = await mqtt.connect()
    const keep = { clean: false, properties: { sessionExpiryInterval: 60, topicAliasMaximum: 5 } }
    const client = await mqtt.connect(keep)
    await client.subscribe(topic, { qos: 1 })
    await publisher.publish(topic, 'x', { qos: 1 })
    await client.next('publish')
    await client.destroy()
    await publisher.publish(topic, 'y', { qos: 1 })
    const resumed = await mqtt.connect({
      clientId: client.clientId,
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    })
    for (let turn = 0; turn < 2; turn += 1) {
      const message = await resumed.receive()
      expect(message.topic).toBe(topic)
      expect(message.properties?.topicAlias).toBeUndefined()
    }
  })
})

describe('request problem information', () => {
  test('[MQTT-3.1.2-29] without it only PUBLISH, CONNACK and DISCONNECT carry reason string or user properties', async () => {
    const client = await mqtt.connect({ properties: { requestProblemInformation: false } })
    await client.subscribe(['$share/g/#', '$nothing/#/x', uniqueName()]).catch(() => undefined)
    await client.unsubscribe(uniqueName()).catch(() => undefined)
    for (const packet of client.received) {
      if (!['suback', 'unsuback', 'puback', 'pubrec', 'pubrel', 'pubcomp', 'auth'].includes(packet.cmd)) continue
      expect(packet).not.toHaveProperty('properties.reasonString')
      expect(packet).not.toHaveProperty('properties.userProperties')
    }
  })
})
