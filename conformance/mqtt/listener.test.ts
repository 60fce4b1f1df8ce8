import { uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { expectNothing } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

describe.skipIf(!isEmbedded)('a listener with a mountpoint', () => {
  const mqtt = useTarget({ listener: { mountpoint: 'area/' } })

  test('adds it to every topic of its clients and removes it in messages to them', async () => {
    const topic = uniqueName('mounted')
    const client = await mqtt.connect({ will: { topic, payload: 'gone', qos: 0 } })
    const watcher = await mqtt.connect()
    await watcher.subscribe([topic, `$share/group/${topic}/shared`], { qos: 1 })
    const { broker } = mqtt.embedded()
    expect(broker.hasTopic(`area/${topic}`)).toBe(true)
    expect(broker.hasTopic(topic)).toBe(false)
    await client.publish(topic, 'x', { qos: 1 })
    expect((await watcher.receive()).topic).toBe(topic)
    await client.publish(`${topic}/shared`, 'x', { qos: 1 })
    expect((await watcher.receive()).topic).toBe(`${topic}/shared`)
    await client.destroy()
    expect((await watcher.receive()).payload.toString()).toBe('gone')
    expect((await watcher.unsubscribe(topic)).granted).toEqual([0])
  })

  test('keeps retained messages below it', async () => {
    const topic = uniqueName('mounted')
    const client = await mqtt.connect()
    await client.publish(topic, 'x', { qos: 1, retain: true })
    await client.subscribe('+', { qos: 1 })
    expect((await client.receive()).topic).toBe(topic)
  })

  test('receives no messages from other topics', async () => {
    const topic = uniqueName('mounted')
    const client = await mqtt.connect()
    await client.subscribe(['#', topic], { rh: 2 })
    const { broker } = mqtt.embedded()
    const message = {
      topic,
      payload: Buffer.from('x'),
      qos: 1,
      retain: false,
      from: { clientId: 'test', username: undefined, peername: undefined, protocol: 'http' },
    } as const
    await broker.publish(message)
    await expectNothing(client)
    await broker.publish({ ...message, topic: `area/${topic}` })
    expect((await client.receive()).topic).toBe(topic)
  })
})

describe.skipIf(!isEmbedded)('a listener with a limit', () => {
  const mqtt = useTarget({ listener: { max_connections: 2 } })

  test('closes a connection above the limit, and accepts one again after another has closed', async () => {
    const [first] = [await mqtt.connect(), await mqtt.connect()]
    const refused = await mqtt.open()
    await refused.waitForClose()
    await first.disconnect()
    // The client sees the end of its connection before the broker has done with it.
    await expect.poll(() => mqtt.embedded().broker.listeners()[0]?.currentConnections).toBe(1)
    const late = await mqtt.connect()
    expect(late.connack().reasonCode).toBe(0)
  })
})

describe.skipIf(!isEmbedded)('actions on a client by request', () => {
  const mqtt = useTarget()

  test('a kicked client gets 0x98, and its session ends', async () => {
    const keep = { clean: false, properties: { sessionExpiryInterval: 60 } }
    const client = await mqtt.connect(keep)
    const { broker } = mqtt.embedded()
    expect(await broker.kick(client.clientId, 'kicked')).toBe(true)
    expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x98 })
    await client.waitForClose()
    expect(broker.client(client.clientId)).toBeUndefined()
    expect((await mqtt.connect({ ...keep, clientId: client.clientId })).connack().sessionPresent).toBe(false)
    expect(await broker.kick(uniqueName('nobody'), 'kicked')).toBe(false)
  })

  test('a kicked MQTT 3.1.1 client is only disconnected, and a disconnected client loses its session', async () => {
    const { broker } = mqtt.embedded()
    const old = await mqtt.connect({ version: 4 })
    await broker.kick(old.clientId, 'kicked')
    await old.waitForClose()
    expect(old.unread).toEqual([])
    const absent = await mqtt.connect({ version: 4, clean: false })
    await absent.disconnect()
    expect(await broker.kick(absent.clientId, 'kicked')).toBe(true)
    expect((await mqtt.connect({ version: 4, clean: false, clientId: absent.clientId })).connack().sessionPresent).toBe(
      false,
    )
  })

  test('a subscription created by the API works like its own', async () => {
    const { broker } = mqtt.embedded()
    const topic = uniqueName('managed')
    const [client, publisher] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await broker.subscribe(client.clientId, topic, { qos: 1, nl: 0, rap: 0, rh: 0 })
    await publisher.publish(topic, 'x', { qos: 1 })
    expect((await client.receive()).qos).toBe(1)
    expect(await broker.unsubscribe(client.clientId, topic)).toBe(true)
    await publisher.publish(topic, 'x', { qos: 1 })
    await expectNothing(client)
  })

  test('a new keep alive is effective immediately', async () => {
    const { broker } = mqtt.embedded()
    const client = await mqtt.connect({ keepalive: 600 })
    expect(broker.setKeepalive(client.clientId, 1)).toBe(true)
    await client.waitForClose()
    expect(broker.setKeepalive(uniqueName('nobody'), 1)).toBe(false)
  })
})
