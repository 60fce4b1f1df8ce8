import { silentLog } from '@mqdeck/kit'
import { type ConnectOptions, connectRaw, createFakeClock, createTempStore, type RawClient } from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { createBroker } from '../broker.ts'
import { defaultRetainedSettings, type RetainedSettings } from '../settings.ts'
import { startTestBroker, type TestBroker } from '../test-broker.ts'

let mqtt: TestBroker
afterEach(() => mqtt?.broker.stop())

const settingsWith = (changes: Partial<RetainedSettings>): RetainedSettings => ({
  ...defaultRetainedSettings,
  ...changes,
})
const inBackend = (changes: Partial<RetainedSettings['backend']>) =>
  settingsWith({ backend: { ...defaultRetainedSettings.backend, ...changes } })
/** A change by the administrator while clients are connected. */
const change = (changes: Partial<RetainedSettings>) => mqtt.broker.retained.updateSettings(settingsWith(changes))
const connect = (options?: ConnectOptions) => connectRaw(mqtt.endpoint(), options)
const retain = (client: RawClient, topic: string, payload = topic, messageExpiryInterval?: number) =>
  client.publish(topic, payload, {
    qos: 1,
    retain: true,
    ...(messageExpiryInterval !== undefined && { properties: { messageExpiryInterval } }),
  })
/** The retained messages that a new subscriber gets. */
async function found(filter = '#'): Promise<string[]> {
  const client = await connect()
  await client.subscribe(filter)
  await client.ping()
  const topics = client.received.flatMap((packet) => (packet.cmd === 'publish' && packet.retain ? [packet.topic] : []))
  await client.destroy()
  return topics.sort()
}

describe('settings of the retainer', () => {
  test('enable off: no messages are retained, delivered or deleted; enabled again, stored messages are delivered', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    await retain(client, 'before')
    await change({ enable: false })
    await client.subscribe('during')
    await retain(client, 'during')
    expect((await client.receive()).topic).toBe('during')
    await retain(client, 'before', '')
    expect(await found()).toEqual([])
    await change({ enable: true })
    expect(await found()).toEqual(['before'])
  })

  test('msg_expiry_interval: messages without their own expiry are not delivered after it', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect()
    await retain(client, 'plain')
    await retain(client, 'own', 'x', 3600)
    clock.advance(60_000)
    await change({ msg_expiry_interval: 59_000 })
    expect(await found()).toEqual(['own'])
  })

  test('msg_expiry_interval_override: no message lives longer; allow_never_expire exempts those without an expiry', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect()
    await retain(client, 'eternal')
    await retain(client, 'hour', 'x', 3600)
    await retain(client, 'minute', 'x', 60)
    clock.advance(30_000)
    await change({ msg_expiry_interval_override: 40_000 })
    expect(await found()).toEqual(['eternal', 'hour', 'minute'])
    clock.advance(20_000)
    expect(await found()).toEqual(['eternal'])
    await change({ msg_expiry_interval_override: 40_000, allow_never_expire: false })
    expect(await found()).toEqual([])
    await change({})
    expect(await found()).toEqual(['eternal', 'hour', 'minute'])
  })

  test('msg_clear_interval: expired messages are deleted at this interval, and never with 0', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    await retain(await connect(), 'short', 'x', 1)
    clock.advance(3_600_000)
    expect([mqtt.broker.retained.count, await found()]).toEqual([1, []])
    await change({ msg_clear_interval: 10_000 })
    clock.advance(10_000)
    expect(mqtt.broker.retained.count).toBe(0)
  })

  test('max_payload_size: a longer message is delivered, but not retained', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    await client.subscribe('long')
    await change({ max_payload_size: 10 })
    await retain(client, 'long', 'x'.repeat(11))
    await retain(client, 'short', 'x'.repeat(10))
    expect((await client.receive()).topic).toBe('long')
    expect(await found()).toEqual(['short'])
  })

  test('backend.max_retained_messages: further topics are not retained, existing ones can be replaced', async () => {
    mqtt = await startTestBroker()
    const client = await connect()
    await mqtt.broker.retained.updateSettings(inBackend({ max_retained_messages: 1 }))
    await retain(client, 'one')
    await retain(client, 'two')
    await retain(client, 'one', 'again')
    expect(await found()).toEqual(['one'])
    expect(String(mqtt.broker.retained.get('one')?.payload)).toBe('again')
  })

  test('max_publish_rate: messages above the rate are not retained; deletions always apply; infinity disables the limit', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    const client = await connect()
    await change({ max_publish_rate: { amount: 2, per: 1000 } })
    for (const topic of ['a', 'b', 'c']) await retain(client, topic)
    await retain(client, 'a', '')
    expect(await found()).toEqual(['b'])
    clock.advance(1000)
    await retain(client, 'd')
    await change({ max_publish_rate: undefined })
    for (let n = 0; n < 50; n += 1) await retain(client, `n/${n}`)
    expect(mqtt.broker.retained.count).toBe(52)
  })

  test('stop_publish_clear_msg: a deletion is not forwarded to subscribers', async () => {
    mqtt = await startTestBroker()
    const [publisher, subscriber] = await Promise.all([connect(), connect()])
    await subscriber.subscribe('a')
    await retain(publisher, 'a', '')
    expect((await subscriber.receive()).payload).toHaveLength(0)
    await retain(publisher, 'a', 'x')
    await subscriber.receive()
    await change({ stop_publish_clear_msg: true })
    await retain(publisher, 'a', '')
    await subscriber.ping()
    expect(subscriber.unread).toEqual([])
    expect(await found()).toEqual([])
  })
})

describe('delivery_rate', () => {
  const publishMany = async (count: number) => {
    const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }
    for (let n = 0; n < count; n += 1)
      await mqtt.broker.publish({ topic: `r/${n}`, payload: Buffer.from('x'), qos: 0, retain: true, from })
  }
  const countOf = async (client: RawClient) => {
    await client.ping()
    return client.received.filter(({ cmd }) => cmd === 'publish').length
  }

  test('limits the retained messages of all new subscriptions together, which take turns', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    await publishMany(100)
    await change({ delivery_rate: { amount: 10, per: 1000 } })
    const [first, second] = [await connect(), await connect()]
    await first.subscribe('r/#')
    await expect.poll(() => countOf(first)).toBe(10)
    await second.subscribe('r/#')
    expect(await countOf(second)).toBe(0)
    for (let passed = 0; passed < 4; passed += 1) {
      clock.advance(1000)
      await countOf(first)
    }
    await expect.poll(() => countOf(first)).toBeGreaterThan(20)
    await expect.poll(() => countOf(second)).toBeGreaterThan(10)
    expect((await countOf(first)) + (await countOf(second))).toBeLessThanOrEqual(51)
    await change({ delivery_rate: undefined })
    clock.advance(1000)
    await expect.poll(() => countOf(first)).toBe(100)
    await expect.poll(() => countOf(second)).toBe(100)
  })

  test('does not delay live messages and skips replaced, deleted and unsubscribed ones', async () => {
    const clock = createFakeClock()
    mqtt = await startTestBroker({ clock })
    await publishMany(4)
    await change({ delivery_rate: { amount: 1, per: 1000 } })
    const [client, publisher] = [await connect(), await connect()]
    await client.subscribe('r/#')
    expect((await client.receive()).topic).toBe('r/0')
    await retain(publisher, 'r/1', 'new')
    await retain(publisher, 'r/2', '')
    expect(await client.receive()).toMatchObject({ topic: 'r/1', retain: false })
    expect(await client.receive()).toMatchObject({ topic: 'r/2', retain: false })
    clock.advance(1000)
    expect(await client.receive()).toMatchObject({ topic: 'r/3', retain: true })
    clock.advance(10_000)
    expect(await countOf(client)).toBe(4)
    const leaver = await connect()
    await leaver.subscribe('r/#')
    await leaver.unsubscribe('r/#')
    const before = await countOf(leaver)
    clock.advance(10_000)
    expect(await countOf(leaver)).toBe(before)
  })
})

describe('backend.storage_type', () => {
  /** A broker over the same disk, as after a restart. */
  const reopened = (store: Awaited<ReturnType<typeof createTempStore>>['store'], retained: RetainedSettings) =>
    createBroker({ node: 'again@127.0.0.1', listeners: [], clock: createFakeClock(), log: silentLog, store, retained })
  const topicsIn = (broker: ReturnType<typeof reopened>) => [...broker.retained.all()].map(({ topic }) => topic)

  test('disc keeps retained messages over a restart, ram does not; a change moves them both ways', async () => {
    const { store, remove } = await createTempStore()
    const clock = createFakeClock()
    mqtt = await startTestBroker({ store, clock })
    const client = await connect()
    await retain(client, 'on disc')
    expect(topicsIn(reopened(store, settingsWith({})))).toEqual(['on disc'])

    await mqtt.broker.retained.updateSettings(inBackend({ storage_type: 'ram' }))
    await retain(client, 'in ram')
    expect(await found()).toEqual(['in ram', 'on disc'])
    expect(topicsIn(reopened(store, settingsWith({})))).toEqual([])

    await mqtt.broker.retained.updateSettings(inBackend({ storage_type: 'disc' }))
    expect(topicsIn(reopened(store, settingsWith({}))).sort()).toEqual(['in ram', 'on disc'])
    await mqtt.broker.stop()
    await remove()
  })

  test('a start with ram loads the messages on disk into memory and deletes them from disk', async () => {
    const { store, remove } = await createTempStore()
    mqtt = await startTestBroker({ store })
    await retain(await connect(), 'a')
    await mqtt.broker.stop()
    expect(topicsIn(reopened(store, inBackend({ storage_type: 'ram' })))).toEqual(['a'])
    await store.flushed()
    expect(topicsIn(reopened(store, settingsWith({})))).toEqual([])
    await remove()
  })
})
