import type { Store } from '@mqdeck/kit'
import { createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHistory } from './history.ts'
import { type SampleRow, toRow } from './row.ts'
import { noCounts, type Sample } from './sample.ts'

const tenSeconds = 10_000
const day = 86_400_000
const noon = 1_700_006_400_000
const ever = Number.POSITIVE_INFINITY

const sampleAt = (time_stamp: number, received = 1): Sample => ({
  ...noCounts,
  time_stamp,
  received,
  connections: 3,
  live_connections: 2,
  topics: 5,
  subscriptions: 7,
})

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = await createTempStore()
  store = temp.store
})
afterEach(() => temp.remove())

async function reopen() {
  store = await temp.reopen()
  return openHistory(store)
}

describe('the history of samples', () => {
  it('is restored after a restart', async () => {
    const history = openHistory(store)
    const samples = [sampleAt(noon, 4), sampleAt(noon + tenSeconds, 5)]
    for (const sample of samples) await history.add(sample)
    expect((await reopen()).read(noon + tenSeconds, 60_000)).toEqual(samples)
  })

  it('has no bytes for old rows without byte counts, even if merged with newer ones', async () => {
    const table = store.table<SampleRow>('monitor')
    await table.put(noon, toRow(sampleAt(noon)).slice(0, 12))
    await table.put(noon + tenSeconds, toRow(sampleAt(noon + tenSeconds)).slice(0, 12))
    const history = openHistory(store)
    const bytes = (age: number) => history.read(noon + 2 * tenSeconds, age).map(({ received_bytes }) => received_bytes)
    expect(bytes(60_000)).toEqual([-1, -1])
    expect(bytes(day)).toEqual([-1])
    await history.add({ ...sampleAt(noon + 2 * tenSeconds), received_bytes: 70 })
    expect(bytes(day)).toEqual([70])
  })

  it('has no lost deliveries for old rows without them', async () => {
    await store.table<SampleRow>('monitor').put(noon, toRow(sampleAt(noon)).slice(0, 14))
    const [sample] = openHistory(store).read(noon, day)
    expect(sample).toMatchObject({ received: 1, sent_bytes: 0, delivery_dropped: -1, client_connected: -1 })
  })

  it('returns only samples of the requested age', async () => {
    const history = openHistory(store)
    for (const age of [300, 200, 100]) await history.add(sampleAt(noon - age * 1000))
    expect(history.read(noon, 200_000).map(({ time_stamp }) => time_stamp)).toEqual([noon - 200_000, noon - 100_000])
  })

  it('keeps the time of a single sample', async () => {
    const history = openHistory(store)
    await history.add(sampleAt(noon + tenSeconds))
    expect(history.read(noon + tenSeconds, ever)).toEqual([sampleAt(noon + tenSeconds)])
  })

  it('removes samples older than 7 days from memory and disk', async () => {
    const history = openHistory(store)
    await history.add(sampleAt(noon))
    await history.add(sampleAt(noon + 7 * day + tenSeconds))
    expect(history.read(noon + 7 * day + tenSeconds, ever)).toHaveLength(1)
    expect(store.table('monitor').count()).toBe(1)
  })

  it('does not return samples that expired while the node was stopped', async () => {
    await openHistory(store).add(sampleAt(noon))
    expect((await reopen()).read(noon + 8 * day, ever)).toEqual([])
  })

  it('drops future samples when the clock is set back', async () => {
    const history = openHistory(store)
    await history.add(sampleAt(noon))
    await history.add(sampleAt(noon + day))
    await history.add(sampleAt(noon + tenSeconds))
    const times = [noon, noon + tenSeconds]
    expect(history.read(noon + tenSeconds, 60_000).map(({ time_stamp }) => time_stamp)).toEqual(times)
    expect((await reopen()).read(noon + tenSeconds, 60_000).map(({ time_stamp }) => time_stamp)).toEqual(times)
  })

  it('stays empty after a restart once it is cleared', async () => {
    const history = openHistory(store)
    await history.add(sampleAt(noon))
    await history.clear()
    expect(history.read(noon, ever)).toEqual([])
    expect((await reopen()).read(noon, ever)).toEqual([])
  })

  it('merges 7 days of samples without losing message counts', async () => {
    const table = store.table<SampleRow>('monitor')
    const count = (7 * day) / tenSeconds
    await store.batch(() => {
      for (let index = 1; index <= count; index++) {
        const sample = sampleAt(noon - 7 * day + index * tenSeconds)
        void table.put(sample.time_stamp, toRow(sample))
      }
    })
    const history = openHistory(store)
    expect(history.read(noon, ever).reduce((sum, { received }) => sum + received, 0)).toBe(count)
    await history.add(sampleAt(noon + tenSeconds))
    expect(table.count()).toBeLessThan(3000)
    const [first] = history.read(noon + tenSeconds, ever)
    expect(first?.time_stamp).toBeLessThan(noon - 7 * day + 1_200_000)
  })
})
