import { createFakeClock, createTempStore, settle } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type BufferSettings, createRequestBuffer, type RequestBuffer } from './buffer.ts'
import { createRequestCounters } from './request-counters.ts'
import { type DiskStorageOptions, diskStorage } from './storage.ts'

async function createDisk() {
  const temp = await createTempStore()
  const buffers: RequestBuffer<unknown>[] = []
  onTestFinished(async () => {
    await Promise.all(buffers.map((buffer) => buffer.stop()))
    await temp.remove()
  })
  const clock = createFakeClock()
  const open = (about: Partial<DiskStorageOptions> = {}, settings: Partial<BufferSettings> = {}) => {
    const counters = createRequestCounters(clock)
    const sent: unknown[] = []
    const forgotten: number[] = []
    const buffer = createRequestBuffer<unknown>({
      clock,
      counters,
      storage: diskStorage(temp.store, {
        name: 'a',
        survives: true,
        onForgotten: (count) => forgotten.push(count),
        ...about,
      }),
      settings: {
        batchSize: 1,
        batchTime: 0,
        workers: 4,
        queryMode: 'sync',
        inflightWindow: 1,
        requestTtl: 45_000,
        maxBytes: 1_000_000,
        maxWaitMs: 15_000,
        ...settings,
      },
      send: async (batch) => void sent.push(...batch),
      isFinal: () => false,
    })
    buffers.push(buffer)
    return { buffer, sent, forgotten, figures: () => counters.read(buffer.waiting()) }
  }
  /** All pending writes are done before the store closes. */
  const restart = async () => {
    await Promise.all(buffers.splice(0).map((buffer) => buffer.stop()))
    await temp.reopen()
  }
  return { restart, clock, open }
}

test('waiting requests survive a restart unchanged and in order', async () => {
  const { restart, open } = await createDisk()
  const items = [{ n: 2n ** 63n, bytes: new Uint8Array([0, 255]) }, 'b', { deep: [1.5, null] }]
  const before = open()
  for (const item of items) await before.buffer.put(item, { key: 'k' })
  await restart()
  const after = open()
  expect(after.figures()).toMatchObject({ queuing: 3 })
  after.buffer.open()
  await settle()
  await settle()
  expect(after.sent).toEqual([{ n: 2n ** 63n, bytes: new Uint8Array([0, 255]) }, 'b', { deep: [1.5, null] }])
  await after.buffer.put('last')
  await settle()
  expect(after.sent).toHaveLength(4)
})

test('sent requests are gone after a restart', async () => {
  const { restart, open } = await createDisk()
  const before = open()
  before.buffer.open()
  await before.buffer.put('a')
  await settle()
  await restart()
  expect(open().figures().queuing).toBe(0)
})

test('requests that expired in the meantime are not sent', async () => {
  const { restart, clock, open } = await createDisk()
  await open().buffer.put('a')
  await restart()
  clock.advance(45_000)
  const after = open()
  after.buffer.open()
  await settle()
  expect(after.sent).toEqual([])
  expect(after.figures()).toMatchObject({ 'dropped.expired': 1, queuing: 0 })
})

test('requests stored with another meaning are deleted and logged', async () => {
  const { restart, open } = await createDisk()
  await open({ meaning: 'INSERT INTO a' }).buffer.put('x')
  await restart()
  const after = open({ meaning: 'INSERT INTO b' })
  expect(after.figures().queuing).toBe(0)
  expect(after.forgotten).toEqual([1])
})

test('disk storage that only saves memory starts empty', async () => {
  const { restart, open } = await createDisk()
  await open({ survives: false }).buffer.put('x')
  await restart()
  expect(open({ survives: false }).figures().queuing).toBe(0)
})

test('two buffers in one store do not affect each other', async () => {
  const { restart, open } = await createDisk()
  await open({ name: 'one' }).buffer.put('x')
  await restart()
  expect(open({ name: 'two' }).figures().queuing).toBe(0)
  expect(open({ name: 'one' }).figures().queuing).toBe(1)
})

test('dropped requests are gone after a restart too', async () => {
  const { restart, open } = await createDisk()
  const before = open({}, { maxBytes: 150 })
  for (const item of ['a', 'b', 'c', 'd']) await before.buffer.put(item)
  const { queuing, 'dropped.queue_full': dropped } = before.figures()
  expect([queuing + dropped, dropped > 0]).toEqual([4, true])
  await restart()
  expect(open().figures().queuing).toBe(queuing)
})
