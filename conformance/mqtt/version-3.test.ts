import { uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing, expectRefused } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()
const { packet, str, u8, u16 } = bytes

describe.each([
  ['3.1', 3],
  ['3.1.1', 4],
] as const)('MQTT %s', (_, version) => {
  test('connects, subscribes, publishes with every QoS and unsubscribes', async () => {
    const topic = uniqueName('old')
    const client = await mqtt.connect({ version, clientId: uniqueName('c').slice(-20) })
    expect(client.connack()).toMatchObject({ returnCode: 0 })
    expect((await client.subscribe([{ topic, qos: 2 }])).granted).toEqual([2])
    for (const qos of [0, 1, 2] as const) {
      await client.publish(topic, `${qos}`, { qos })
      expect(await client.receive()).toMatchObject({ topic, qos, dup: false, retain: false })
    }
    await client.unsubscribe(topic)
    await client.publish(topic, 'x', { qos: 1 })
    await expectNothing(client)
    await client.disconnect()
  })

  test('packets have the exact bytes of the old format', async () => {
    const topic = uniqueName('bytes')
    const client = await mqtt.connect({ version, clientId: uniqueName('c').slice(-20) })
    expect(client.bytesOf(client.connack())).toEqual(Buffer.from('20020000', 'hex'))
    client.sendBytes(packet(0x82, u16(7), str(topic), u8(1)))
    expect(client.bytesOf(await client.next('suback'))).toEqual(packet(0x90, u16(7), u8(1)))
    client.sendBytes(packet(0x32, str(topic), u16(8), Buffer.from('hello')))
    expect(client.bytesOf(await client.next('puback'))).toEqual(packet(0x40, u16(8)))
    const message = await client.next('publish')
    expect(client.bytesOf(message)).toEqual(packet(0x32, str(topic), u16(message.messageId ?? 0), Buffer.from('hello')))
    await client.acknowledge(message)
    client.sendBytes(packet(0xa2, u16(9), str(topic)))
    expect(client.bytesOf(await client.next('unsuback'))).toEqual(packet(0xb0, u16(9)))
    await expectNothing(client)
  })

  test('a retained message has the retain flag only after subscribing', async () => {
    const topic = uniqueName('old')
    const client = await mqtt.connect({ version, clientId: uniqueName('c').slice(-20) })
    await client.publish(topic, 'x', { qos: 1, retain: true })
    await client.subscribe([{ topic, qos: 0 }])
    expect((await client.receive()).retain).toBe(true)
    await client.publish(topic, 'y', { qos: 1, retain: true })
    expect((await client.receive()).retain).toBe(false)
    await client.publish(topic, '', { qos: 1, retain: true })
  })

  test.each([
    ['QoS 3', packet(0x36, str('a'), u16(1))],
    ['id 0', packet(0x32, str('a'), u16(0))],
    ['a wildcard in a topic', packet(0x30, str('a/+'))],
    ['SUBSCRIBE without a filter', packet(0x82, u16(1))],
    ['AUTH, which is of MQTT 5', packet(0xf0)],
    ['PUBREL with wrong header bits', packet(0x60, u16(1))],
    ['a second CONNECT', packet(0x10, str('MQTT'), u8(4, 2), u16(0), str('twice'))],
    ['CONNACK', packet(0x20, u8(0, 0))],
  ])('%s closes the connection without a packet', async (_, bytes) => {
    const client = await mqtt.connect({ version, clientId: uniqueName('c').slice(-20) })
    client.sendBytes(bytes)
    await client.waitForClose()
    expect(client.unread).toEqual([])
  })
})

describe('MQTT 3.1.1', () => {
  test('[3.1.1 MQTT-3.1.3-6] [3.1.1 MQTT-3.1.3-7] an empty client ID is accepted with a clean session', async () => {
    const client = await mqtt.connect({ version: 4, clientId: '', clean: true })
    expect(client.connack()).toMatchObject({ returnCode: 0 })
  })

  test('[3.1.1 MQTT-3.1.3-8] an empty client ID without a clean session is rejected with 2', async () => {
    const client = await mqtt.open(4)
    client.sendBytes(bytes.connect({ version: 4, flags: 0 }))
    expect(await client.next('connack')).toMatchObject({ returnCode: 2, sessionPresent: false })
    await client.waitForClose()
  })

  test.each([
    ['[3.1.1 MQTT-3.1.2-3] the reserved flag', { flags: 0x03, payload: [str('a')] }],
    ['[3.1.1 MQTT-3.1.2-13] a will QoS without a will', { flags: 0x0a, payload: [str('a')] }],
    ['[3.1.1 MQTT-3.1.2-15] will retain without a will', { flags: 0x22, payload: [str('a')] }],
    ['[3.1.1 MQTT-3.1.2-14] a will QoS of 3', { flags: 0x1e, payload: [str('a'), str('t'), str('m')] }],
  ])('%s in CONNECT is rejected', async (_, parts) => {
    const client = await mqtt.open(4)
    client.sendBytes(bytes.connect({ version: 4, ...parts }))
    await expectRefused(client)
  })

  test('[3.1.1 MQTT-3.8.3-4] requested QoS 3 and reserved bits close the connection', async () => {
    for (const options of [3, 4, 0x80]) {
      const client = await mqtt.connect({ version: 4 })
      client.sendBytes(packet(0x82, u16(1), str('a'), u8(options)))
      await client.waitForClose()
    }
  })

  test('an invalid filter is answered with 0x80 or closes the connection', async () => {
    const client = await mqtt.connect({ version: 4 })
    client.sendBytes(packet(0x82, u16(1), str('a/#/b'), u8(0)))
    const outcome = await Promise.race([
      client.next('suback').then(({ granted }) => granted[0]),
      client.waitForClose().then(() => 0x80),
    ]).catch(() => 0x80)
    expect(outcome).toBe(0x80)
  })

  test('[3.1.1 MQTT-3.10.4-5] UNSUBACK is sent even without a subscription', async () => {
    const client = await mqtt.connect({ version: 4 })
    await client.unsubscribe(uniqueName())
  })

  test('an MQTT 3.1.1 connection may take over the session of an MQTT 5 one and back', async () => {
    const topic = uniqueName('versions')
    const client = await mqtt.connect({ clean: false, properties: { sessionExpiryInterval: 60 } })
    await client.subscribe(topic, { qos: 1 })
    await client.disconnect()
    const publisher = await mqtt.connect()
    await publisher.publish(topic, 'x', { qos: 1, properties: { contentType: 'text/plain' } })
    const old = await mqtt.connect({ version: 4, clientId: client.clientId, clean: false })
    expect(old.connack().sessionPresent).toBe(true)
    expect((await old.receive()).payload.toString()).toBe('x')
    await old.disconnect()
    const young = await mqtt.connect({ clientId: client.clientId, clean: false })
    expect(young.connack().sessionPresent).toBe(true)
  })
})

test('MQTT 3.1: a client ID longer than 23 characters is accepted or rejected with 2', async () => {
  const client = await mqtt.connect({ version: 3, clientId: uniqueName('a client ID that is longer than allowed') })
  expect([0, 2]).toContain(client.connack().returnCode)
})

test.skipIf(!isEmbedded).each([3, 4])(
  'a bridge with the high bit of protocol version %i is recognized',
  async (version) => {
    const client = await mqtt.open(version === 3 ? 3 : 4)
    const clientId = uniqueName('b').slice(-20)
    client.sendBytes(
      bytes
        .connect({ name: version === 3 ? 'MQIsdp' : 'MQTT', version, flags: 0x02, payload: [str(clientId)] })
        .map((byte, index) => (index === (version === 3 ? 10 : 8) ? byte | 0x80 : byte)),
    )
    expect(await client.next('connack')).toMatchObject({ returnCode: 0 })
    expect(mqtt.embedded().broker.client(clientId)?.info.isBridge).toBe(true)
  },
)
