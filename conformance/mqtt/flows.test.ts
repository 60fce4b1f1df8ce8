import { type ConnectOptions, type RawClient, uniqueName } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { letSecondsPass } from './broker-clock.ts'
import { expectNothing } from './expect-nothing.ts'
import { lineOf, wireOf } from './outcome.ts'
import { useTarget } from './target.ts'

const mqtt = useTarget()

type Version = 3 | 4 | 5
const versions: readonly (readonly [string, Version])[] = [
  ['MQTT 3.1', 3],
  ['MQTT 3.1.1', 4],
  ['MQTT 5', 5],
]

const persistent = (version: Version, sessionExpiryInterval = 60): ConnectOptions => ({
  version,
  clean: false,
  ...(version === 5 && { properties: { sessionExpiryInterval } }),
})

const start = (version: Version) => mqtt.connect({ ...persistent(version), clientId: uniqueName('f').slice(-20) })

/** Connects with the same client ID. Session Present is checked only if the version has it. */
async function again(client: RawClient): Promise<RawClient> {
  const resumed = await mqtt.connect({ ...persistent(client.version), clientId: client.clientId })
  if (client.version > 3) expect(resumed.connack().sessionPresent).toBe(true)
  return resumed
}

/** Closes the connection after the broker has received everything, without DISCONNECT. */
async function lose(client: RawClient): Promise<void> {
  client.transport.end()
  await client.waitForClose()
}

/** The packets of a resumed session after CONNACK, which must be the first. */
async function resumedWith(client: RawClient): Promise<string[]> {
  await client.ping()
  const [first, ...rest] = wireOf(client)
  expect(first).toMatch(/^connack/)
  return rest.filter((line) => line !== 'pingresp')
}

type Step = (client: RawClient, messageId: number) => Promise<unknown> | undefined
const puback: Step = (client, messageId) => void client.send({ cmd: 'puback', messageId, reasonCode: 0 })
const pubrec: Step = (client, messageId) => void client.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
const pubcomp: Step = (client, messageId) => void client.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
const pubrel: Step = (client, messageId) => void client.send({ cmd: 'pubrel', messageId, reasonCode: 0 })
const untilPubrel: Step = (client, messageId) => client.next('pubrel', (packet) => packet.messageId === messageId)

describe.each(versions)('%s: a message to a client whose connection is lost', (_, version) => {
  test.each([
    [1, 'after PUBLISH', [], ['publish 1 qos 1 dup x'], [puback]],
    [1, 'after PUBACK was sent', [puback], [], []],
    [2, 'after PUBLISH', [], ['publish 1 qos 2 dup x'], [pubrec, untilPubrel, pubcomp]],
    [2, 'after PUBREC was sent', [pubrec], ['pubrel 1'], [pubcomp]],
    [2, 'after PUBREL', [pubrec, untilPubrel], ['pubrel 1'], [pubcomp]],
    [2, 'after PUBCOMP was sent', [pubrec, untilPubrel, pubcomp], [], []],
  ] as const)(
    '[MQTT-4.4.0-1] [MQTT-3.2.0-1] QoS %i, %s: only what is missing is sent again, after CONNACK',
    async (qos, _, before, missing, after) => {
      const topic = uniqueName('b2c')
      const client = await start(version)
      const publisher = await mqtt.connect()
      await client.subscribe([{ topic, qos }])
      await publisher.publish(topic, 'x', { qos })
      await client.next('publish')
      for (const step of before) await step(client, 1)
      await lose(client)
      // Twice, because a client may lose this connection too.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const lost = await again(client)
        expect(await resumedWith(lost)).toEqual(missing)
        await lose(lost)
      }
      const resumed = await again(client)
      for (const step of after) await step(resumed, 1)
      await lose(resumed)
      expect(await resumedWith(await again(client))).toEqual([])
    },
  )
})

describe.each(versions)('%s: a QoS 2 message from a client whose connection is lost', (_, version) => {
  const publish =
    (topic: string, dup: boolean): Step =>
    (client, messageId) =>
      void client.send({ cmd: 'publish', topic, payload: 'x', qos: 2, retain: false, dup, messageId })
  const untilPubrec: Step = (client) => client.next('pubrec')
  const untilPubcomp: Step = (client) => client.next('pubcomp')

  test.each([
    ['PUBLISH was sent', [], ['PUBLISH', untilPubrec, pubrel, untilPubcomp]],
    ['PUBREC', [untilPubrec], ['PUBLISH', untilPubrec, pubrel, untilPubcomp]],
    ['PUBREC, which the client has processed', [untilPubrec], [pubrel, untilPubcomp]],
    ['PUBREL was sent', [untilPubrec, pubrel], [pubrel, untilPubcomp]],
    ['PUBCOMP', [untilPubrec, pubrel, untilPubcomp], [pubrel, untilPubcomp]],
  ] as const)(
    '[MQTT-4.3.3-10] [MQTT-4.4.0-1] after %s: it is delivered once and completed',
    async (_, before, after) => {
      const topic = uniqueName('c2b')
      const watcher = await mqtt.connect()
      await watcher.subscribe(topic, { qos: 2 })
      const client = await start(version)
      await publish(topic, false)(client, 7)
      for (const step of before) await step(client, 7)
      await lose(client)
      const resumed = await again(client)
      for (const step of after) await (step === 'PUBLISH' ? publish(topic, true) : step)(resumed, 7)
      expect(wireOf(resumed)[0]).toMatch(/^connack/)
      expect((await watcher.receive()).payload.toString()).toBe('x')
      await expectNothing(watcher)
      // The packet ID is free again. A server may deliver the message only after PUBREL.
      for (const step of [publish(topic, false), untilPubrec, pubrel, untilPubcomp]) await step(resumed, 7)
      await watcher.receive()
    },
  )
})

describe.each(versions)('%s: several messages', (_, version) => {
  /** A session that waits for PUBCOMP of 1, PUBREC of 2, PUBACK of 3, and PUBREL of its own message 9. */
  const inAllStates = async (topic: string) => {
    const client = await start(version)
    const publisher = await mqtt.connect()
    await client.subscribe([{ topic, qos: 2 }])
    for (const [payload, qos] of [
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ] as const)
      await publisher.publish(topic, payload, { qos })
    await client.next('publish', ({ messageId }) => messageId === 3)
    await pubrec(client, 1)
    await untilPubrel(client, 1)
    client.send({
      cmd: 'publish',
      topic: `${topic}/own`,
      payload: 'x',
      qos: 2,
      retain: false,
      dup: false,
      messageId: 9,
    })
    await client.next('pubrec')
    return { client, publisher }
  }
  const everything = ['pubrel 1', 'publish 2 qos 2 dup b', 'publish 3 qos 1 dup c']

  const completeAll = async (client: RawClient) => {
    await pubcomp(client, 1)
    await pubrec(client, 2)
    await untilPubrel(client, 2)
    await pubcomp(client, 2)
    await puback(client, 3)
    await pubrel(client, 9)
    expect((await client.next('pubcomp')).messageId).toBe(9)
  }

  test('[MQTT-4.4.0-1] [MQTT-4.6.0-1] are sent again in their order, each in its state, in both directions', async () => {
    const { client } = await inAllStates(uniqueName('states'))
    await lose(client)
    const resumed = await again(client)
    expect(await resumedWith(resumed)).toEqual(everything)
    await completeAll(resumed)
    await lose(resumed)
    expect(await resumedWith(await again(client))).toEqual([])
  })

  test('[MQTT-3.1.4-3] a takeover continues all of them on the new connection, and the old one gets nothing more', async () => {
    const topic = uniqueName('takeover')
    const { client, publisher } = await inAllStates(topic)
    const before = client.received.length
    const resumed = await again(client)
    await publisher.publish(topic, 'd', { qos: 1 })
    expect(await resumedWith(resumed)).toEqual([...everything, 'publish 4 qos 1 d'])
    await completeAll(resumed)
    await client.waitForClose()
    expect(client.received.slice(before).map(lineOf)).toEqual(version === 5 ? ['disconnect'] : [])
  })

  test('a client that connects ten times while messages arrive gets all of them, and CONNACK first each time', async () => {
    const topic = uniqueName('often')
    const first = await start(version)
    const publisher = await mqtt.connect()
    await first.subscribe([{ topic, qos: 1 }])
    const sent = Array.from({ length: 100 }, (_, index) => `${index}`)
    const publishing = (async () => {
      for (const payload of sent) await publisher.publish(topic, payload, { qos: 1 })
    })()
    const received = new Set<string>()
    let client = first
    for (let turn = 0; turn < 10; turn += 1) {
      client = await again(client)
      expect(wireOf(client)[0]).toMatch(/^connack/)
      const { payload } = await client.receive()
      received.add(payload.toString())
    }
    while (received.size < sent.length) received.add((await client.receive()).payload.toString())
    await publishing
    expect([...received].toSorted((a, b) => Number(a) - Number(b))).toEqual(sent)
  })

  test('QoS 2 messages with the same packet ID from several connections of a session are all delivered', async () => {
    const topic = uniqueName('same')
    const watcher = await mqtt.connect()
    await watcher.subscribe(`${topic}/a`, { qos: 2 })
    const client = await start(version)
    await client.disconnect()
    // The second one has no subscriber.
    for (const name of ['a', 'b', 'a', 'a']) {
      const next = await again(client)
      await next.publish(`${topic}/${name}`, name, { qos: 2 })
      expect(next.nextPacketId()).toBe(2)
      await next.disconnect()
    }
    for (let count = 0; count < 3; count += 1) await watcher.receive()
    await expectNothing(watcher)
  })
})

describe('MQTT 5', () => {
  test('[MQTT-4.9.0-1] PUBREL that is sent again counts for the receive maximum, and queued messages follow', async () => {
    const topic = uniqueName('maximum')
    const options = { clean: false, properties: { sessionExpiryInterval: 60, receiveMaximum: 2 } }
    const [client, publisher] = await Promise.all([mqtt.connect(options), mqtt.connect()])
    await client.subscribe(topic, { qos: 2 })
    for (const payload of ['a', 'b', 'c', 'd']) await publisher.publish(topic, payload, { qos: 2 })
    await client.next('publish')
    await pubrec(client, 1)
    await untilPubrel(client, 1)
    await lose(client)
    const resumed = await mqtt.connect({ ...options, clientId: client.clientId })
    expect(await resumedWith(resumed)).toEqual(['pubrel 1', 'publish 2 qos 2 dup b'])
    await pubcomp(resumed, 1)
    expect(lineOf(await resumed.next('publish', ({ messageId }) => messageId === 3))).toBe('publish 3 qos 2 c')
    expect(await resumedWith(resumed)).toEqual(['pubrel 1', 'publish 2 qos 2 dup b', 'publish 3 qos 2 c'])
  })

  test('[MQTT-3.1.2-24] a message that is too large for the new connection is skipped, and the next ones are sent', async () => {
    const topic = uniqueName('size')
    const options = { clean: false, properties: { sessionExpiryInterval: 60 } }
    const [client, publisher] = await Promise.all([mqtt.connect(options), mqtt.connect()])
    await client.subscribe(topic, { qos: 2 })
    await publisher.publish(topic, 'x'.repeat(500), { qos: 1 })
    await client.next('publish')
    await lose(client)
    await publisher.publish(topic, 'y'.repeat(500), { qos: 2 })
    await publisher.publish(topic, 'small', { qos: 2 })
    const properties = { sessionExpiryInterval: 60, maximumPacketSize: 200 }
    const small = await mqtt.connect({ clean: false, clientId: client.clientId, properties })
    expect((await small.receive()).payload.toString()).toBe('small')
    await expectNothing(small)
  })

  test('a client that disconnects properly and returns does not publish the will of its last connection', async () => {
    const topic = uniqueName('will')
    const watcher = await mqtt.connect()
    await watcher.subscribe(topic)
    const options = { clean: false, properties: { sessionExpiryInterval: 60 }, will: { topic, payload: 'gone' } }
    const client = await mqtt.connect(options)
    await client.disconnect()
    const resumed = await mqtt.connect({ ...options, clientId: client.clientId })
    await resumed.publish(topic, 'alive', { qos: 1 })
    expect((await watcher.receive()).payload.toString()).toBe('alive')
    await expectNothing(watcher)
  })

  test('[MQTT-3.1.2-23] a session that is resumed without expiry interval ends with that connection', async () => {
    const client = await start(5)
    await client.disconnect()
    const resumed = await mqtt.connect({ clientId: client.clientId, clean: false })
    expect(wireOf(resumed)).toEqual(['connack resumed'])
    await resumed.disconnect()
    expect(wireOf(await mqtt.connect({ clientId: client.clientId, clean: false }))).toEqual(['connack'])
  })

  test('[MQTT-3.3.2-5] the will for a client that is not connected expires in its queue', async () => {
    const topic = uniqueName('will')
    const client = await start(5)
    await client.subscribe(`${topic}/#`, { qos: 1 })
    await client.disconnect()
    for (const messageExpiryInterval of [1, 100]) {
      const will = {
        topic: `${topic}/${messageExpiryInterval}`,
        payload: 'x',
        qos: 1,
        properties: { messageExpiryInterval },
      } as const
      await (await mqtt.connect({ will })).destroy()
    }
    await letSecondsPass(mqtt, 2)
    const resumed = await again(client)
    const { topic: received, properties } = await resumed.receive()
    expect(received).toBe(`${topic}/100`)
    expect(properties?.messageExpiryInterval).toBeLessThanOrEqual(98)
    await expectNothing(resumed)
  })

  test.each([
    ['clean start 0 and no will delay', false, 0, true],
    ['clean start 0 and a will delay', false, 600, false],
    ['clean start 1 and a will delay, which ends the session', true, 600, true],
  ] as const)(
    '[MQTT-3.1.3-9] the will of a connection that is taken over with %s',
    async (_, clean, willDelayInterval, isPublished) => {
      const topic = uniqueName('will')
      const watcher = await mqtt.connect()
      await watcher.subscribe(topic)
      const options = { clean: false, properties: { sessionExpiryInterval: 60 } }
      const client = await mqtt.connect({
        ...options,
        will: { topic, payload: 'gone', properties: { willDelayInterval } },
      })
      const taken = await mqtt.connect({ ...options, clientId: client.clientId, clean })
      await client.waitForClose()
      if (isPublished) expect((await watcher.receive()).payload.toString()).toBe('gone')
      await taken.publish(topic, 'alive', { qos: 1 })
      expect((await watcher.receive()).payload.toString()).toBe('alive')
      await expectNothing(watcher)
    },
  )
})
