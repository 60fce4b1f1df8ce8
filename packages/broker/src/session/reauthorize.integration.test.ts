import { connectRaw, createTempStore, openRaw, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestBroker, type TestBroker } from '../test-broker.ts'

const kept = { clean: false, properties: { sessionExpiryInterval: 3600 } } as const
const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }

let temp: TempStore
let mqtt: TestBroker
/** Usernames that may use `secret/#`. */
let trusted: Set<string | undefined>
let dropped: string[]
beforeEach(async () => {
  temp = await createTempStore()
  mqtt = await startTestBroker({ store: temp.store })
  trusted = new Set(['alice'])
  dropped = []
  mqtt.hooks.fold('client.authorize', async (_, { username }, { topic }) =>
    topic.startsWith('secret/') && !trusted.has(username) ? 'deny' : 'allow',
  )
  mqtt.hooks.on('delivery.dropped', ({ username }, { topic }, reason) => dropped.push(`${username} ${topic} ${reason}`))
})
afterEach(async () => {
  await mqtt.broker.stop()
  await temp.remove()
})

const connectAs = (username: string) => connectRaw(mqtt.endpoint(), { clientId: 'shared', username, ...kept })
const publish = (topic: string, qos: 1 | 2 = 1) =>
  mqtt.broker.publish({ topic, payload: Buffer.from(topic), qos, retain: false, from })
const filtersOf = (clientId: string) => mqtt.broker.subscriptionsOf(clientId)?.map(({ topic }) => topic)

describe('a session that is resumed by another username', () => {
  test('keeps only the subscriptions and queued messages that its new user may receive', async () => {
    const alice = await connectAs('alice')
    await alice.subscribe(['secret/#', '#', '$share/g/secret/+', 'open'], { qos: 2 })
    await alice.disconnect({ sessionExpiryInterval: 3600 })
    await publish('secret/queued', 2)
    await publish('open')
    const mallory = await connectAs('mallory')
    expect(mallory.connack().sessionPresent).toBe(true)
    expect(filtersOf('shared')).toEqual(['#', 'open'])
    expect(dropped.filter((one) => one === 'mallory secret/queued not_authorized').length).toBeGreaterThan(0)
    await publish('last')
    const topics: string[] = []
    while (topics.at(-1) !== 'last') topics.push((await mallory.receive()).topic)
    expect(new Set(topics)).toEqual(new Set(['open', 'last']))
  })

  test('does not resend messages that its previous user has not acknowledged', async () => {
    const alice = await connectAs('alice')
    await alice.subscribe('secret/#', { qos: 1 })
    await publish('secret/inflight')
    await alice.next('publish')
    await alice.destroy()
    const mallory = await connectAs('mallory')
    await mallory.ping()
    expect(mallory.unread).toEqual([])
    expect(mqtt.broker.client('shared')).toMatchObject({ inflightCount: 0, mqueueLength: 0 })
  })

  test('is also checked for a second CONNECT of the new username before the first check has finished', async () => {
    const alice = await connectAs('alice')
    await alice.subscribe(['open/1', 'secret/#'], { qos: 1 })
    await alice.disconnect({ sessionExpiryInterval: 3600 })
    await publish('secret/queued')
    let resumed = 0
    let release = () => {}
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    mqtt.hooks.on('session.resumed', () => {
      resumed += 1
      if (resumed === 2) release()
    })
    // The first check lasts until the second CONNECT has arrived.
    mqtt.hooks.fold('client.authorize', async (decision) => both.then(() => decision), { priority: -1 })
    const first = await openRaw(mqtt.endpoint())
    const user = { clientId: 'shared', username: 'mallory' }
    first.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, keepalive: 60, ...user, ...kept })
    await expect.poll(() => resumed).toBe(1)
    const mallory = await connectAs('mallory')
    await publish('secret/live')
    await publish('open/1')
    expect((await mallory.receive()).topic).toBe('open/1')
    expect(filtersOf('shared')).not.toContain('secret/#')
  })

  test('does not restore removed subscriptions when the first user returns', async () => {
    await (await connectAs('alice')).subscribe('secret/#', { qos: 1 })
    await (await connectAs('mallory')).destroy()
    const again = await connectAs('alice')
    expect([again.connack().sessionPresent, filtersOf('shared')]).toEqual([true, []])
  })

  test('loses its subscriptions on disk too', async () => {
    await (await connectAs('alice')).subscribe(['secret/#', 'open'], { qos: 1 })
    await (await connectAs('mallory')).disconnect({ sessionExpiryInterval: 3600 })
    await mqtt.broker.stop()
    mqtt = await startTestBroker({ store: temp.store })
    expect(filtersOf('shared')).toEqual(['open'])
  })

  test('is not authorized again when the same user returns', async () => {
    const alice = await connectAs('alice')
    await alice.subscribe('secret/#', { qos: 1 })
    await alice.disconnect({ sessionExpiryInterval: 3600 })
    const { metrics } = mqtt.broker
    const before = metrics['client.authorize']
    await connectAs('alice')
    expect(metrics['client.authorize']).toBe(before)
  })
})

describe('after a change of rules, all sessions can be authorized again', () => {
  test('connected and disconnected sessions lose only the subscriptions and messages that are now denied', async () => {
    const alice = await connectAs('alice')
    await alice.subscribe(['secret/#', 'open'], { qos: 1 })
    const absent = await connectRaw(mqtt.endpoint(), { clientId: 'absent', username: 'alice', ...kept })
    await absent.subscribe('secret/#', { qos: 1 })
    await absent.disconnect({ sessionExpiryInterval: 3600 })
    await publish('secret/queued')
    await alice.receive()
    trusted.clear()
    await mqtt.broker.reauthorizeSessions()
    expect([filtersOf('shared'), filtersOf('absent'), dropped]).toEqual([
      ['open'],
      [],
      ['alice secret/queued not_authorized'],
    ])
    await publish('secret/live')
    await publish('open')
    expect((await alice.receive()).topic).toBe('open')
  })
})
