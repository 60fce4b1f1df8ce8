import { openStore, type Store } from '@mqdeck/kit'
import { createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardDisk } from './disk-guard.ts'
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
  it('nothing is added, and the caller hears so', async () => {
    const table = onDisk(10 * megabyte).table<number>('users')
    await expect(table.put('a', 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(table.get('a')).toBeUndefined()
  })

  it('a batch is refused as a whole', async () => {
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

  it('one can still sign in and remove what takes the room', async () => {
    await plain.table<number>('users').put('a', 1)
    const store = onDisk(10 * megabyte)
    await store.table<number>('dashboard_tokens').put('t', 1)
    await store.batch(() => void store.table('users').remove('a'))
    expect([...store.table('users').entries()]).toEqual([])
  })

  it('the server does not start, says why, and leaves the folder unlocked', async () => {
    const full = openData(`${folder.path}/new`, () => 10 * megabyte)
    await expect(full).rejects.toThrow(/nearly full: 10 MB are left .* 64 MB are needed/)
    await (await openData(`${folder.path}/new`)).close()
  })
})
