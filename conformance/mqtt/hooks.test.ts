import { uniqueName } from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import * as bytes from './bytes.ts'
import { expectNothing } from './expect-nothing.ts'
import { isEmbedded, useTarget } from './target.ts'

const mqtt = useTarget()

test('[MQTT-4.12.0-1] an unknown authentication method is rejected with 0x8C', async () => {
  const client = await mqtt.connect({ properties: { authenticationMethod: 'NO-SUCH-METHOD' } })
  expect([0x8c, 0x87]).toContain(client.connack().reasonCode)
  await client.waitForClose()
})

test('[MQTT-4.12.0-6] no AUTH is sent to a client without an authentication method', async () => {
  const client = await mqtt.connect()
  await client.ping()
  expect(client.received.map(({ cmd }) => cmd)).toEqual(['connack', 'pingresp'])
})

describe.skipIf(!isEmbedded)('decisions of hooks', () => {
  const undo: (() => void)[] = []
  afterEach(() => {
    for (const each of undo.splice(0)) each()
  })
  type Fold = ReturnType<typeof mqtt.embedded>['hooks']['fold']
  const fold: Fold = (point, handler, options) => {
    const remove = mqtt.embedded().hooks.fold(point, handler, options)
    undo.push(remove)
    return remove
  }

  test('[MQTT-4.12.0-2] [MQTT-4.12.0-3] [MQTT-4.12.0-4] [MQTT-4.12.0-5] AUTH packets are exchanged until the authenticator decides', async () => {
    const seen: string[] = []
    fold('client.authenticate', (_, __, { authenticationMethod, authenticationData }) => {
      const data = Buffer.from(authenticationData ?? []).toString()
      seen.push(`${authenticationMethod}:${data}`)
      return data === 'three'
        ? { result: 'allow', data: Buffer.from('welcome') }
        : { result: 'continue', data: Buffer.from(`after ${data}`) }
    })
    const client = await mqtt.open()
    const authenticationMethod = 'COUNT'
    client.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clientId: uniqueName(),
      clean: true,
      keepalive: 0,
      properties: { authenticationMethod, authenticationData: Buffer.from('one') },
    })
    for (const [previous, data] of [
      ['one', 'two'],
      ['two', 'three'],
    ] as const) {
      const challenge = await client.next('auth')
      expect(challenge).toMatchObject({ reasonCode: 0x18, properties: { authenticationMethod } })
      expect(challenge.properties?.authenticationData?.toString()).toBe(`after ${previous}`)
      client.send({
        cmd: 'auth',
        reasonCode: 0x18,
        properties: { authenticationMethod, authenticationData: Buffer.from(data) },
      })
    }
    const connack = await client.next('connack')
    expect(connack).toMatchObject({ reasonCode: 0, properties: { authenticationMethod } })
    expect(connack.properties?.authenticationData?.toString()).toBe('welcome')
    expect(seen).toEqual(['COUNT:one', 'COUNT:two', 'COUNT:three'])

    // [MQTT-4.12.1-1] once more while connected.
    client.send({
      cmd: 'auth',
      reasonCode: 0x19,
      properties: { authenticationMethod, authenticationData: Buffer.from('three') },
    })
    expect(await client.next('auth')).toMatchObject({ reasonCode: 0 })
    await client.ping()
  })

  test('[MQTT-4.12.0-5] [MQTT-4.12.1-1] another method in AUTH than in CONNECT closes the connection', async () => {
    fold('client.authenticate', () => ({ result: 'continue' }))
    const client = await mqtt.open()
    client.sendBytes(
      bytes.connect({ properties: bytes.props(bytes.property.authMethod('A')), payload: [bytes.str(uniqueName())] }),
    )
    await client.next('auth')
    client.sendBytes(bytes.packet(0xf0, bytes.u8(0x18), bytes.props(bytes.property.authMethod('B'))))
    await client.waitForClose()
  })

  test('[MQTT-3.1.2-30] a client may send nothing else during an AUTH exchange', async () => {
    fold('client.authenticate', () => ({ result: 'continue' }))
    const client = await mqtt.open()
    client.sendBytes(
      bytes.connect({ properties: bytes.props(bytes.property.authMethod('A')), payload: [bytes.str(uniqueName())] }),
    )
    await client.next('auth')
    client.sendBytes(bytes.publish(0x30, 'a', bytes.props()))
    await client.waitForClose()
  })

  test.each([
    [0x86, 4],
    [0x87, 5],
    [0x8a, 5],
  ])(
    '[MQTT-3.2.2-8] [MQTT-3.2.2-7] an authenticator rejects with %i, in MQTT 3.1.1 with %i',
    async (reasonCode, returnCode) => {
      fold('client.authenticate', () => ({ result: 'deny', reasonCode }))
      const client = await mqtt.connect({ username: 'a', password: Buffer.from('b') })
      expect(client.connack()).toMatchObject({ reasonCode, sessionPresent: false })
      await client.waitForClose()
      const old = await mqtt.connect({ version: 4, username: 'a', password: Buffer.from('b') })
      expect(old.connack()).toMatchObject({ returnCode, sessionPresent: false })
      await old.waitForClose()
    },
  )

  test('username and password are passed to the authenticator', async () => {
    const seen: unknown[] = []
    fold('client.authenticate', (decision, { username }, { password }) => {
      seen.push([username, Buffer.from(password ?? []).toString()])
      return decision
    })
    await mqtt.connect({ username: 'ü', password: Buffer.from('p\0w') })
    expect(seen).toEqual([['ü', 'p\0w']])
  })

  test('packets after CONNECT wait for an asynchronous authenticator', async () => {
    fold('client.authenticate', async () => ({ result: 'allow' }) as const)
    const topic = uniqueName('async')
    const client = await mqtt.open()
    client.sendBytes(
      Buffer.concat([
        bytes.connect({ payload: [bytes.str(uniqueName())] }),
        bytes.subscribe(topic),
        bytes.publish(0x30, topic, bytes.props(), Buffer.from('x')),
      ]),
    )
    await client.receive()
    expect(client.received.map(({ cmd }) => cmd)).toEqual(['connack', 'suback', 'publish'])
  })

  test('a publish that is not authorized is answered with 0x87 and not delivered', async () => {
    const topic = uniqueName('denied')
    fold('client.authorize', (decision, _, action) =>
      action.type === 'publish' && action.topic === topic ? 'deny' : decision,
    )
    const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await subscriber.subscribe(topic, { qos: 2 })
    expect(await publisher.publish(topic, 'x', { qos: 1 })).toBe(0x87)
    expect(await publisher.publish(topic, 'x', { qos: 2 })).toBe(0x87)
    await publisher.publish(topic, 'x', { qos: 0 })
    await publisher.ping()
    await expectNothing(subscriber)
  })

  test('a subscription that is not authorized is answered with 0x87, in MQTT 3.1.1 with 0x80', async () => {
    const topic = uniqueName('denied')
    fold('client.authorize', (decision, _, action) =>
      action.type === 'subscribe' && action.topic === topic ? 'deny' : decision,
    )
    const [young, old] = await Promise.all([mqtt.connect(), mqtt.connect({ version: 4 })])
    expect((await young.subscribe([topic, uniqueName()])).granted).toEqual([0x87, 0])
    expect((await old.subscribe([topic, uniqueName()])).granted).toEqual([0x80, 0])
  })

  test('message.publish may change or drop a message, and the publisher is acknowledged in any case', async () => {
    const topic = uniqueName('changed')
    fold('message.publish', (message) => {
      if (message?.topic === `${topic}/swallow`) return undefined
      return message?.topic === `${topic}/change` ? { ...message, payload: Buffer.from('changed') } : message
    })
    const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await subscriber.subscribe(`${topic}/#`, { qos: 1 })
    for (const name of ['swallow', 'change']) {
      expect(await publisher.publish(`${topic}/${name}`, 'x', { qos: 1 })).toBeLessThan(0x80)
    }
    expect((await subscriber.receive()).payload.toString()).toBe('changed')
    await expectNothing(subscriber)
  })

  test('an asynchronous message.publish keeps the order of a publisher', async () => {
    const topic = uniqueName('async')
    let turn = 0
    fold('message.publish', (message) => {
      if (message?.topic !== topic) return message
      turn += 1
      return turn % 2 === 1
        ? new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(message))))
        : message
    })
    const [publisher, subscriber] = await Promise.all([mqtt.connect(), mqtt.connect()])
    await subscriber.subscribe(topic, { qos: 1 })
    const sent = Array.from({ length: 20 }, (_, index) => `${index}`)
    await Promise.all(sent.map((payload) => publisher.publish(topic, payload, { qos: 1 })))
    const received: string[] = []
    while (received.length < sent.length) received.push((await subscriber.receive()).payload.toString())
    expect(received).toEqual(sent)
  })

  test('[MQTT-4.11.0-1] client.redirect redirects the client: 0x9C or 0x9D with a server reference', async () => {
    fold('client.redirect', () => 'other.example:1883')
    const client = await mqtt.connect()
    expect([0x9c, 0x9d]).toContain(client.connack().reasonCode)
    expect(client.connack().properties?.serverReference).toBe('other.example:1883')
    await client.waitForClose()
  })
})
