import { openStore, type Store, silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardDisk, watchDisk } from './disk-guard.ts'
import { openData } from './open-data.ts'

const megabyte = 1024 * 1024
let folder: TempFolder
let plain: Store
beforeEach(async () => {
  folder = await createTempFolder()
  plain = openStore(folder.path)
})
afterEach(async () => {
  await plain.close()
  await folder.remove()
})

const onDisk = (free: number) => guardDisk(plain, folder.path, () => free)

describe('on a disk that is nearly full', () => {
  it('nothing is added, and the caller gets an error', async () => {
    const table = onDisk(10 * megabyte).table<number>('users')
    await expect(table.put('a', 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(table.get('a')).toBeUndefined()
  })

  it('a batch is rejected as a whole', async () => {
    const store = onDisk(10 * megabyte)
    const table = store.table<number>('users')
    const batch = store.batch(() => {
      void store.table<number>('dashboard_tokens').put('t', 1)
      void table.put('a', 1)
    })
    await expect(batch).rejects.toMatchObject({ status: 503 })
    expect(table.get('a')).toBeUndefined()
    expect(store.table('dashboard_tokens').get('t')).toBeUndefined()
  })

  it('sign-in and deletions still work', async () => {
    await plain.table<number>('users').put('a', 1)
    const store = onDisk(10 * megabyte)
    await store.table<number>('dashboard_tokens').put('t', 1)
    await store.batch(() => void store.table('users').remove('a'))
    expect([...store.table('users').entries()]).toEqual([])
  })

  it('with less than 1 MB, sign-in fails with the reason too, because a commit could fail', async () => {
    const table = onDisk(megabyte - 1).table<number>('dashboard_tokens')
    await expect(table.put('t', 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
  })

  it('existing data can be opened and read', async () => {
    const path = `${folder.path}/old`
    await (await openData(path)).close()
    const data = await openData(path, () => 10 * megabyte)
    expect(data.store.table<number>('meta').get('format')).toBe(1)
    await data.close()
  })

  it('an alarm is active while the disk is full, and each change is logged once', () => {
    const clock = createFakeClock()
    const seen: string[] = []
    let free = 1024 * megabyte
    const stop = watchDisk({
      alarms: {
        activate: (name) => seen.push(`+${name}`) > 0,
        deactivate: (name) => seen.push(`-${name}`) > 0,
      },
      clock,
      log: { ...silentLog, error: (_fields, event) => seen.push(event), info: (_fields, event) => seen.push(event) },
      free: () => free,
      disk: { check: () => {}, isStalled: () => false },
    })
    clock.advance(5000)
    free = 63 * megabyte
    clock.advance(5000)
    free = 65 * megabyte
    clock.advance(5000)
    stop()
    expect(seen).toEqual(['+disk_full', 'disk_full', '-disk_full', 'disk_no_longer_full'])
  })

  it('an alarm is active while the disk does not answer', () => {
    const clock = createFakeClock()
    const seen: string[] = []
    let isStalled = false
    const stop = watchDisk({
      alarms: {
        activate: (name) => seen.push(`+${name}`) > 0,
        deactivate: (name) => seen.push(`-${name}`) > 0,
      },
      clock,
      log: silentLog,
      free: () => 1024 * megabyte,
      disk: { check: () => {}, isStalled: () => isStalled },
    })
    isStalled = true
    clock.advance(5000)
    isStalled = false
    clock.advance(5000)
    stop()
    expect(seen).toEqual(['+disk_not_responding', '-disk_not_responding'])
  })

  it('a server without data does not start, reports the reason, and leaves the folder unlocked', async () => {
    const full = openData(`${folder.path}/new`, () => 10 * megabyte)
    await expect(full).rejects.toThrow(/nearly full: 10 MB are free .* 64 MB are required/)
    await (await openData(`${folder.path}/new`)).close()
  })
})
