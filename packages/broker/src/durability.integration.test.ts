import type { Store, Table } from '@mqdeck/kit'
import {
  connectRaw,
  createFakeClock,
  createTempFolder,
  createTempStore,
  startBrokerProcess,
  type TempFolder,
  type TempStore,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maxWaitSeconds } from './session/journal.ts'
import { startTestBroker, type TestBroker } from './test-broker.ts'

const kept = { clean: false, properties: { sessionExpiryInterval: 3600 } } as const
const newSession = { clean: true, properties: { sessionExpiryInterval: 3600 } } as const

describe('acknowledged data after kill -9', () => {
  let folder: TempFolder
  beforeEach(async () => {
    folder = await createTempFolder()
  })
  afterEach(() => folder.remove())

  test('[MQTT-4.1.0-1] messages for a disconnected client, its subscriptions and retained messages are restored', async () => {
    const first = await startBrokerProcess({ folder: folder.path })
    const absent = await connectRaw(first.endpoint, { clientId: 'absent', ...newSession })
    await absent.subscribe('t/#', { qos: 2 })
    await absent.disconnect({ sessionExpiryInterval: 3600 })
    const publisher = await connectRaw(first.endpoint)
    for (let n = 0; n < 50; n += 1) expect(await publisher.publish('t/1', `one ${n}`, { qos: 1 })).toBe(0)
    for (let n = 0; n < 50; n += 1) expect(await publisher.publish('t/2', `two ${n}`, { qos: 2 })).toBe(0)
    expect(await publisher.publish('r/1', 'kept', { qos: 1, retain: true })).toBe(0x10)
    await first.kill()

    const second = await startBrokerProcess({ folder: folder.path })
    const back = await connectRaw(second.endpoint, { clientId: 'absent', ...kept })
    expect(back.connack().sessionPresent).toBe(true)
    const got: string[] = []
    for (let n = 0; n < 100; n += 1) got.push((await back.receive()).payload.toString())
    expect(got.filter((text) => text.startsWith('one'))).toEqual(Array.from({ length: 50 }, (_, n) => `one ${n}`))
    expect(got.filter((text) => text.startsWith('two'))).toEqual(Array.from({ length: 50 }, (_, n) => `two ${n}`))
    await back.subscribe('r/+')
    expect((await back.receive()).payload.toString()).toBe('kept')
    // Its subscription still works.
    expect(await back.publish('t/3', 'new', { qos: 1 })).toBe(0)
    expect((await back.receive()).payload.toString()).toBe('new')
    await second.kill()
  })

  test('[MQTT-4.3.3-10] a QoS 2 message between PUBREC and PUBREL is not routed again', async () => {
    const first = await startBrokerProcess({ folder: folder.path })
    const absent = await connectRaw(first.endpoint, { clientId: 'absent', ...newSession })
    await absent.subscribe('t', { qos: 2 })
    await absent.disconnect({ sessionExpiryInterval: 3600 })
    const publisher = await connectRaw(first.endpoint, { clientId: 'publisher', ...newSession })
    const packet = { cmd: 'publish', topic: 't', payload: 'once', qos: 2, retain: false, messageId: 7 } as const
    publisher.send({ ...packet, dup: false })
    await publisher.next('pubrec')
    await first.kill()

    const second = await startBrokerProcess({ folder: folder.path })
    const again = await connectRaw(second.endpoint, { clientId: 'publisher', ...kept })
    again.send({ ...packet, dup: true })
    expect((await again.next('pubrec')).reasonCode ?? 0).toBe(0)
    again.send({ cmd: 'pubrel', messageId: 7, reasonCode: 0 })
    await again.next('pubcomp')
    expect(await again.publish('t', 'twice', { qos: 2 })).toBe(0)
    const back = await connectRaw(second.endpoint, { clientId: 'absent', ...kept })
    expect((await back.receive()).payload.toString()).toBe('once')
    expect((await back.receive()).payload.toString()).toBe('twice')
    await second.kill()
  })

  test('[MQTT-4.4.0-1] a QoS 2 delivery continues: PUBLISH with DUP before PUBREC, PUBREL after it', async () => {
    const first = await startBrokerProcess({ folder: folder.path })
    const receiver = await connectRaw(first.endpoint, { clientId: 'receiver', ...newSession })
    await receiver.subscribe('t', { qos: 2 })
    const publisher = await connectRaw(first.endpoint)
    await publisher.publish('t', 'received', { qos: 2 })
    await publisher.publish('t', 'seen', { qos: 2 })
    const received = await receiver.next('publish')
    const seen = await receiver.next('publish')
    receiver.send({ cmd: 'pubrec', messageId: received.messageId ?? 0, reasonCode: 0 })
    await receiver.next('pubrel')
    await first.kill()

    const second = await startBrokerProcess({ folder: folder.path })
    const back = await connectRaw(second.endpoint, { clientId: 'receiver', ...kept })
    const release = await back.next('pubrel')
    expect(release.messageId).toBe(received.messageId)
    const repeated = await back.next('publish')
    expect([repeated.messageId, repeated.dup, repeated.payload.toString()]).toEqual([seen.messageId, true, 'seen'])
    await second.kill()
  })

  test('[MQTT-3.1.3-9] the will of a client that was connected is published after its delay', async () => {
    const first = await startBrokerProcess({ folder: folder.path })
    const listener = await connectRaw(first.endpoint, { clientId: 'listener', ...newSession })
    await listener.subscribe('will', { qos: 1 })
    await listener.disconnect({ sessionExpiryInterval: 3600 })
    await connectRaw(first.endpoint, {
      clientId: 'doomed',
      ...newSession,
      will: {
        topic: 'will',
        payload: Buffer.from('gone'),
        qos: 1,
        retain: false,
        properties: { willDelayInterval: 1 },
      },
    })
    await first.kill()

    const second = await startBrokerProcess({ folder: folder.path })
    const back = await connectRaw(second.endpoint, { clientId: 'listener', ...kept })
    expect((await back.receive()).payload.toString()).toBe('gone')
    await second.kill()
  })

  test('a normal stop keeps the same data and removes sessions without expiry', async () => {
    const first = await startBrokerProcess({ folder: folder.path })
    const absent = await connectRaw(first.endpoint, { clientId: 'absent', ...newSession })
    await absent.subscribe('t', { qos: 1 })
    const passing = await connectRaw(first.endpoint, { clientId: 'passing' })
    await passing.subscribe('t', { qos: 1 })
    await absent.disconnect({ sessionExpiryInterval: 3600 })
    await passing.publish('t', 'kept', { qos: 1 })
    expect((await first.stop()).code).toBe(0)
    expect((await passing.next('disconnect')).reasonCode).toBe(0x8b)

    const second = await startBrokerProcess({ folder: folder.path })
    const back = await connectRaw(second.endpoint, { clientId: 'absent', ...kept })
    expect((await back.receive()).payload.toString()).toBe('kept')
    const other = await connectRaw(second.endpoint, { clientId: 'passing', clean: false })
    expect(other.connack().sessionPresent).toBe(false)
    await second.kill()
  })
})

describe('a failing disk', () => {
  let temp: TempStore
  let disk: { broken: boolean }
  let mqtt: TestBroker
  beforeEach(async () => {
    temp = await createTempStore()
    disk = { broken: false }
    mqtt = await startTestBroker({ store: breakable(temp.store, disk) })
  })
  afterEach(async () => {
    await mqtt.broker.stop()
    await temp.remove()
  })

  const absentSubscriber = async () => {
    const absent = await connectRaw(mqtt.endpoint(), { clientId: 'absent', ...newSession })
    await absent.subscribe('t', { qos: 2 })
    await absent.disconnect({ sessionExpiryInterval: 3600 })
  }

  test('MQTT 5 publishers of QoS 1 and 2 get 0x97 and no message is queued, until the disk works again', async () => {
    await absentSubscriber()
    const publisher = await connectRaw(mqtt.endpoint())
    disk.broken = true
    expect(await publisher.publish('t', 'lost', { qos: 1 })).toBe(0x97)
    expect(await publisher.publish('t', 'lost', { qos: 2 })).toBe(0x97)
    expect(mqtt.broker.mqueue('absent')).toEqual([])
    expect(mqtt.errors.join()).toContain('session_write_failed')
    disk.broken = false
    expect(await publisher.publish('t', 'kept', { qos: 2 })).toBe(0)
    expect(mqtt.broker.mqueue('absent')?.map(({ message }) => Buffer.from(message.payload).toString())).toEqual([
      'kept',
    ])
  })

  test('an MQTT 3.1.1 publisher is disconnected without an acknowledgement', async () => {
    await absentSubscriber()
    const publisher = await connectRaw(mqtt.endpoint(), { version: 4 })
    disk.broken = true
    publisher.send({ cmd: 'publish', topic: 't', payload: 'lost', qos: 1, retain: false, dup: false, messageId: 1 })
    await publisher.waitForClose()
    expect(publisher.received.map(({ cmd }) => cmd)).toEqual(['connack'])
  })

  test('a retained message that cannot be stored is refused, and the previous one stays', async () => {
    const publisher = await connectRaw(mqtt.endpoint())
    await publisher.publish('r', 'old', { qos: 1, retain: true })
    disk.broken = true
    expect(await publisher.publish('r', 'new', { qos: 1, retain: true })).toBe(0x97)
    disk.broken = false
    await publisher.subscribe('r')
    expect((await publisher.receive()).payload.toString()).toBe('old')
  })

  test('sessions and subscriptions that cannot be stored are refused', async () => {
    const client = await connectRaw(mqtt.endpoint(), { clientId: 'keeper', ...newSession })
    disk.broken = true
    expect((await client.subscribe('t', { qos: 1 })).granted).toEqual([0x97])
    expect(mqtt.broker.subscriptionsOf('keeper')).toEqual([])
    const other = await connectRaw(mqtt.endpoint(), { clientId: 'other', ...newSession })
    expect(other.connack().reasonCode).toBe(0x97)
    expect(mqtt.broker.client('other')).toBeUndefined()
  })

  test('a session that ends with its connection does not need the disk', async () => {
    disk.broken = true
    const client = await connectRaw(mqtt.endpoint())
    expect((await client.subscribe('t', { qos: 1 })).granted).toEqual([1])
    expect(await client.publish('t', 'memory', { qos: 1 })).toBe(0)
    expect((await client.receive()).payload.toString()).toBe('memory')
  })
})

/** The real store, with failing writes while `disk.broken`. */
function breakable(store: Store, disk: { readonly broken: boolean }): Store {
  const refused = () => Promise.reject(new Error('MDB_MAP_FULL'))
  return {
    ...store,
    table: <V>(name: string, options?: { readonly binary?: boolean }): Table<V> => {
      const table = store.table<V>(name, options)
      return {
        ...table,
        put: (key, value) => (disk.broken ? refused() : table.put(key, value)),
        remove: (key) => (disk.broken ? refused() : table.remove(key)),
      }
    },
    batch: (write) => (disk.broken ? refused() : store.batch(write)),
  }
}

describe('a disk that does not answer', () => {
  let temp: TempStore
  let mqtt: TestBroker
  const clock = createFakeClock()
  /** Writes that wait for the disk. */
  let held: (() => void)[] | undefined
  const answer = () => {
    for (const write of held ?? []) write()
    held = undefined
  }
  beforeEach(async () => {
    temp = await createTempStore()
    held = undefined
    const { batch } = temp.store
    const slow: Store = {
      ...temp.store,
      batch: (write) =>
        held ? new Promise<void>((resolve) => held?.push(resolve)).then(() => batch(write)) : batch(write),
    }
    mqtt = await startTestBroker({ store: slow, clock })
  })
  afterEach(async () => {
    answer()
    await mqtt.broker.stop()
    await temp.remove()
  })

  test('disconnects waiting clients and refuses persistent sessions until it answers; other clients are served', async () => {
    const waiting = await connectRaw(mqtt.endpoint(), { clientId: 'waiting', ...newSession })
    const plain = await connectRaw(mqtt.endpoint())
    held = []
    waiting.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
    const publisher = await connectRaw(mqtt.endpoint())
    await expect.poll(() => held?.length).toBe(1)
    // To the subscription of a persistent session.
    publisher.send({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, dup: false, retain: false, messageId: 1 })
    await publisher.ping()
    for (let second = 0; second <= maxWaitSeconds; second += 1) clock.advance(1000)
    expect((await waiting.next('disconnect')).reasonCode).toBe(0x89)
    expect((await publisher.next('disconnect')).reasonCode).toBe(0x89)
    expect(mqtt.broker.isDiskStalled()).toBe(true)
    expect(mqtt.errors).toEqual([expect.stringMatching(/^disk_writes_stalled/)])
    const refused = await connectRaw(mqtt.endpoint(), { clientId: 'new', ...newSession })
    expect(refused.connack().reasonCode).toBe(0x88)
    await plain.subscribe('p', { qos: 1 })
    expect(await plain.publish('p', 'x', { qos: 1 })).toBe(0)

    answer()
    await expect.poll(mqtt.broker.isDiskStalled).toBe(false)
    const again = await connectRaw(mqtt.endpoint(), { clientId: 'waiting', ...kept })
    expect(again.connack()).toMatchObject({ reasonCode: 0, sessionPresent: true })
    await again.subscribe('t', { qos: 1 })
    expect((await again.receive()).payload.toString()).toBe('x')
  })
})
