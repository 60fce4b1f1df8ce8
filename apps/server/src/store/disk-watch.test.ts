import type { Store } from '@mqdeck/kit'
import { createTempStore, settle, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskWatch, type DiskWatch, watchWrites } from './disk-watch.ts'

let temp: TempStore
let disk: DiskWatch
let store: Store
let answer: () => void
beforeEach(async () => {
  temp = await createTempStore()
  disk = createDiskWatch()
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { batch } = temp.store
  store = watchWrites({ ...temp.store, batch: (write) => held.then(() => batch(write)) }, disk)
})
afterEach(() => temp.remove())

const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    disk.check()
    await settle()
  }
}
const write = () => store.batch(() => void temp.store.table<number>('t').put('a', 1))

describe('a disk that does not respond', () => {
  it('is stalled after five seconds, until a write is answered', async () => {
    const written = write()
    await pass(5)
    expect(disk.isStalled()).toBe(false)
    await pass(1)
    expect(disk.isStalled()).toBe(true)
    answer()
    await written
    expect(disk.isStalled()).toBe(false)
  })

  it('is not stalled by writes that are answered', async () => {
    answer()
    for (let second = 0; second < 10; second += 1) {
      await write()
      disk.check()
    }
    expect(disk.isStalled()).toBe(false)
  })

  it('ends a wait that can do without it, also while a call waits for the same write, and the write continues', async () => {
    const call = disk.limit(disk.untilStalled(write()).then(() => 'signed in'))
    await pass(6)
    expect(await call).toBe('signed in')
    await disk.untilStalled(write())
    answer()
    await expect.poll(() => temp.store.table<number>('t').get('a')).toBe(1)
  })

  it('refuses a call that waits for it with 503, and the change takes effect later', async () => {
    let isChanged = false
    const call = Promise.resolve(
      disk.limit(
        write().then(() => {
          isChanged = true
        }),
      ),
    )
    const refused = expect(call).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    await pass(7)
    await refused
    expect(isChanged).toBe(false)
    answer()
    await expect.poll(() => isChanged).toBe(true)
  })

  it('does not end a call that waits for something else for a long time', async () => {
    let resolve = (_: string) => {}
    const call = disk.limit(
      new Promise<string>((done) => {
        resolve = done
      }),
    )
    await pass(100)
    resolve('done')
    expect(await call).toBe('done')
  })
})

it('a wait for a failed write rejects, and a failed write does not count as a stall', async () => {
  const failed = disk.add(Promise.reject(new Error('broken')))
  await expect(disk.untilStalled(failed)).rejects.toThrow('broken')
  await pass(10)
  expect(disk.isStalled()).toBe(false)
})
