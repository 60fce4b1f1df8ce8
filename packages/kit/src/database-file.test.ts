import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDamage } from './database-file.ts'
import { openStore } from './store.ts'

let folder: TempFolder
let file: string
beforeAll(async () => {
  folder = await createTempFolder()
  file = join(folder.path, 'data.mdb')
})
afterAll(() => folder.remove())

/** Numbers that are the same in every run. */
function createRandom(): (below: number) => number {
  let state = 1
  return (below) => {
    state = (Math.imul(state, 48_271) >>> 0) % 0x7fff_ffff
    return state % below
  }
}

it('a database is good after many kinds of writes, open and closed', async () => {
  const random = createRandom()
  for (let round = 0; round < 5; round += 1) {
    const store = openStore(folder.path)
    const tables = [store.table<unknown>('a'), store.table<unknown>('b'), store.table<unknown>('c')]
    const writes: Promise<void>[] = []
    for (let index = 0; index < 4000; index += 1) {
      const table = tables[random(3)]
      const key = random(3) ? `k${random(3000)}` : ['x'.repeat(random(1700)), random(50)]
      const value = 'y'.repeat(random(20) === 0 ? random(60_000) : random(300))
      writes.push((random(3) === 0 ? table?.remove(key) : table?.put(key, value)) ?? Promise.resolve())
      if (random(100) === 0) await Promise.all(writes.splice(0))
    }
    await Promise.all(writes)
    expect(findDamage(file)).toBeUndefined()
    await store.close()
    expect(findDamage(file)).toBeUndefined()
  }
})

it('a database is good after a restart of the machine', async () => {
  const bytes = readFileSync(file)
  for (const meta of [0, 2048, 4096]) bytes.writeBigInt64LE(123n, meta + 24 + 136)
  const restarted = join(folder.path, 'restarted.mdb')
  writeFileSync(restarted, bytes)
  expect(findDamage(restarted)).toBeUndefined()
})

it('every cut of a database is found', () => {
  const cut = join(folder.path, 'cut.mdb')
  const { size } = statSync(file)
  for (let part = 1; part < 20; part += 1) {
    copyFileSync(file, cut)
    truncateSync(cut, Math.floor((size * part) / 20))
    expect(findDamage(cut), `${part} of 20`).toMatch(/it is cut off after|does not exist/)
  }
})

it('every overwritten page of a table is found, and overwritten free pages do not matter', async () => {
  const small = await createTempFolder()
  const store = openStore(small.path)
  await Promise.all(Array.from({ length: 300 }, (_, index) => store.table('a').put(`k${index}`, 'v'.repeat(200))))
  await store.close()
  const original = join(small.path, 'data.mdb')
  const copy = join(small.path, 'copy.mdb')
  const pages = statSync(original).size / 4096
  let found = 0
  for (let page = 2; page < pages; page += 1) {
    copyFileSync(original, copy)
    const descriptor = openSync(copy, 'r+')
    writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
    closeSync(descriptor)
    if (findDamage(copy) !== undefined) found += 1
  }
  // 300 entries of 200 bytes need 17 pages, and there are the table of tables and free pages.
  expect(found).toBeGreaterThanOrEqual(18)
  await small.remove()
})
