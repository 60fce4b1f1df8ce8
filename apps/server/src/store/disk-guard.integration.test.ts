import { createBroker } from '@mqdeck/broker'
import { type Store, silentLog, systemClock } from '@mqdeck/kit'
import { connectRaw, createTempStore, listenerWith } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardDisk } from './disk-guard.ts'

const quotaExceeded = 0x97
const plenty = 1024 ** 3
let free = plenty
let stop: () => Promise<void>
let endpoint: { host: string; port: number }
let broker: ReturnType<typeof createBroker>
let store: Store

beforeEach(async () => {
  const temp = await createTempStore()
  store = temp.store
  free = plenty
  broker = createBroker({
    node: 'full@127.0.0.1',
    clock: systemClock,
    log: silentLog,
    store: guardDisk(temp.store, 'any', () => free),
    listeners: [await listenerWith('tcp')],
  })
  await broker.start()
  endpoint = { host: '127.0.0.1', port: broker.listeners()[0]?.boundPort ?? 0 }
  stop = async () => {
    await broker.stop()
    await temp.remove()
  }
})
afterEach(() => stop())

/** Longer than the guard takes the system's last word for. */
const diskBecomesFull = async () => {
  free = 0
  await expect.poll(async () => (await publishRetained('probe')) !== 'kept').toBe(true)
}

const publishRetained = async (topic: string) => {
  const from = { clientId: 'api', username: undefined, peername: undefined, protocol: 'http' }
  const outcome = await broker.publish({ topic, payload: Buffer.from('x'), qos: 0, retain: true, from })
  return 'rejected' in outcome ? outcome.rejected : 'kept'
}

test('on a nearly full disk, only stored data is acknowledged, and everything works again with free space', async () => {
  const offline = await connectRaw(endpoint, {
    clientId: 'offline',
    clean: false,
    properties: { sessionExpiryInterval: 600 },
  })
  await offline.subscribe('queue/#', { qos: 1 })
  await offline.disconnect()
  const publisher = await connectRaw(endpoint, { clientId: 'publisher' })
  expect(await publisher.publish('queue/a', 'before', { qos: 1 })).toBe(0)

  await diskBecomesFull()
  expect(await publisher.publish('queue/a', 'lost', { qos: 1 })).toBe(quotaExceeded)
  expect(await publishRetained('kept/b')).toBe(quotaExceeded)
  expect(broker.mqueue('offline')?.length).toBe(1)

  free = plenty
  await expect.poll(() => publishRetained('kept/c')).toBe('kept')
  expect(await publisher.publish('queue/a', 'after', { qos: 1 })).toBe(0)
  expect(broker.mqueue('offline')?.map(({ message }) => Buffer.from(message.payload).toString())).toEqual([
    'before',
    'after',
  ])
})

test('on a nearly full disk, a client resumes its session and drains its queue, and a new session is rejected', async () => {
  const persistent = { clean: false, properties: { sessionExpiryInterval: 600 } }
  const offline = await connectRaw(endpoint, { clientId: 'offline', ...persistent })
  await offline.subscribe('queue/#', { qos: 1 })
  await offline.disconnect()
  const publisher = await connectRaw(endpoint, { clientId: 'publisher' })
  await publisher.publish('queue/a', 'kept', { qos: 1 })
  const onDisk = () => store.table('session_queue').count()
  expect(onDisk()).toBe(1)

  await diskBecomesFull()
  const again = await connectRaw(endpoint, { clientId: 'offline', ...persistent })
  expect(again.connack()).toMatchObject({ reasonCode: 0, sessionPresent: true })
  expect(String((await again.receive()).payload)).toBe('kept')
  await expect.poll(onDisk).toBe(0)
  const other = await connectRaw(endpoint, { clientId: 'other', ...persistent })
  expect(other.connack().reasonCode).toBe(quotaExceeded)
})
