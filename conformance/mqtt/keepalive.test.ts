import { changeMqtt, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectRefused } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()

describe('keep alive', () => {
  test('[MQTT-3.12.4-1] PINGREQ is answered with PINGRESP', async () => {
    const client = await mqtt.connect()
    client.sendBytes('c000')
    const answer = await client.next('pingresp')
    expect(client.bytesOf(answer)).toEqual(Buffer.from('d000', 'hex'))
  })

  test('[MQTT-3.1.2-22] a client silent for one and a half times its keep alive is disconnected', async () => {
    const start = performance.now()
    const client = await mqtt.connect({ keepalive: 1 })
    await client.waitForClose()
    expect(performance.now() - start).toBeGreaterThan(1_400)
    // 0x8D, or nothing [MQTT-3.1.2-22]; the broker's clock may be coarse.
    for (const packet of client.unread) expect(packet).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8d })
  })

  test('[MQTT-3.1.2-22] its will is published', async () => {
    const topic = uniqueName('silent')
    const watcher = await mqtt.connect()
    await watcher.subscribe(topic)
    await mqtt.connect({ keepalive: 1, will: { topic, payload: 'silent' } })
    expect((await watcher.receive()).payload.toString()).toBe('silent')
  })

  test('[3.1.1 MQTT-3.1.2-24] an MQTT 3.1.1 client is disconnected as well', async () => {
    const client = await mqtt.connect({ version: 4, keepalive: 1 })
    await client.waitForClose()
    expect(client.unread).toEqual([])
  })

  test('any packet keeps the connection alive, and 0 disables keep alive', async () => {
    const [lively, unlimited, silent] = await Promise.all([
      mqtt.connect({ keepalive: 1 }),
      mqtt.connect({ keepalive: 0 }),
      mqtt.connect({ keepalive: 2 }),
    ])
    const timer = setInterval(() => void lively.publish(uniqueName(), 'x'), 300)
    await silent.waitForClose()
    clearInterval(timer)
    await lively.ping()
    await unlimited.ping()
  })

  test('messages to a client do not count: it must send packets itself', async () => {
    const topic = uniqueName('listener')
    const [publisher, client] = await Promise.all([mqtt.connect(), mqtt.connect({ keepalive: 1 })])
    await client.subscribe(topic)
    const timer = setInterval(() => void publisher.publish(topic, 'x'), 300)
    await client.waitForClose()
    clearInterval(timer)
  })
})

describe('DISCONNECT', () => {
  test('[MQTT-3.14.4-2] the broker closes the connection after DISCONNECT', async () => {
    const client = await mqtt.connect()
    client.sendBytes('e000')
    await client.waitForClose()
    expect(client.unread).toEqual([])
  })

  test('[MQTT-3.14.4-1] nothing after DISCONNECT is processed', async () => {
    const topic = uniqueName('after')
    const watcher = await mqtt.connect()
    await watcher.subscribe(topic)
    const client = await mqtt.connect()
    client.sendBytes(Buffer.concat([bytes.packet(0xe0), bytes.publish(0x30, topic, bytes.props(), Buffer.from('x'))]))
    await client.waitForClose()
    await watcher.ping()
    expect(watcher.unread).toEqual([])
  })

  test.each([
    ['wrong fixed header bits [MQTT-3.14.1-1]', bytes.packet(0xe1)],
    ['an unknown reason code', bytes.packet(0xe0, bytes.u8(0x05))],
    [
      'a property that does not belong to it',
      bytes.packet(0xe0, bytes.u8(0), bytes.props(bytes.property.topicAlias(1))),
    ],
  ])('DISCONNECT with %s closes the connection', async (_, packet) => {
    const client = await mqtt.connect()
    client.sendBytes(packet)
    await expectRefused(client, [0x81, 0x82])
  })
})

describe.skipIf(!isEmbedded)('server keep alive', () => {
  test('[MQTT-3.1.2-21] [MQTT-3.2.2-21] it is announced and replaces the keep alive of the client', async () => {
    const { broker } = mqtt.embedded()
    changeMqtt(broker, { server_keepalive: 1 })
    try {
      const client = await mqtt.connect({ keepalive: 600 })
      expect(client.connack().properties?.serverKeepAlive).toBe(1)
      await client.waitForClose()
    } finally {
      changeMqtt(broker, { server_keepalive: 'disabled' })
    }
  })

  test('a connection that never sends CONNECT is closed after idle_timeout', async () => {
    const { broker } = mqtt.embedded()
    const before = broker.zones().default.mqtt.idle_timeout
    changeMqtt(broker, { idle_timeout: 200 })
    try {
      const [silent, slow] = await Promise.all([mqtt.open(), mqtt.open()])
      slow.sendBytes('10')
      await Promise.all([silent.waitForClose(), slow.waitForClose()])
    } finally {
      changeMqtt(broker, { idle_timeout: before })
    }
  })
})
