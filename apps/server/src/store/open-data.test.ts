import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolderError, LockedError } from './lock.ts'
import { openData } from './open-data.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mqdeck-data-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('rejects a data folder that another instance uses, and opens it after that has stopped', async () => {
  const first = await openData(folder)
  await expect(openData(folder)).rejects.toThrow(LockedError)
  await first.close()
  await (await openData(folder)).close()
})

it('takes over the lock of a process that was killed', async () => {
  const ended = spawnSync(process.execPath, ['-e', '0']).pid
  writeFileSync(join(folder, 'mqdeck.lock'), `${ended} 12345`)
  await (await openData(folder)).close()
})

it('takes over a lock whose process ID belongs to another program', async () => {
  writeFileSync(join(folder, 'mqdeck.lock'), `${process.ppid} 1`)
  await (await openData(folder)).close()
})

it('respects a new empty lock, and takes it over later', async () => {
  const lock = join(folder, 'mqdeck.lock')
  writeFileSync(lock, '')
  await expect(openData(folder)).rejects.toThrow('is being opened by another MQDeck')
  utimesSync(lock, 1, 1)
  await (await openData(folder)).close()
})

it('keeps data, readable by its owner only', async () => {
  const first = await openData(join(folder, 'new/deeper'))
  await first.store.table<string>('t').put('k', 'v')
  await first.close()
  const second = await openData(join(folder, 'new/deeper'))
  expect(second.store.table<string>('t').get('k')).toBe('v')
  for (const name of ['', 'db', 'db/data.mdb', 'db/lock.mdb'])
    expect([name, statSync(join(second.folder, name)).mode & 0o077]).toEqual([name, 0])
  await second.close()
})

it('rejects data of a newer version and releases the folder', async () => {
  const first = await openData(folder)
  await first.store.table<number>('meta').put('format', 999)
  await first.close()
  await expect(openData(folder)).rejects.toThrow(/newer MQDeck/)
  await expect(openData(folder)).rejects.toThrow(/newer MQDeck/)
})

it('reports that the folder is a file', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(openData(join(folder, 'file'))).rejects.toThrow(/MQDECK_DATA_DIR/)
})

it('a folder with unknown contents keeps its mode at the first start, because it may have been named by mistake', async () => {
  writeFileSync(join(folder, 'unknown'), '')
  chmodSync(folder, 0o755)
  const data = await openData(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  await data.close()
})

it('closes the folder of a new file system to other users at the first start', async () => {
  mkdirSync(join(folder, 'lost+found'))
  chmodSync(folder, 0o755)
  const data = await openData(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await data.close()
})

it.each(['configs/history/000001.hocon', 'trace/x.log'])(
  'creates no database where %s shows that there was one',
  async (path) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
    const start = openData(folder)
    await expect(start).rejects.toThrow(
      /data\.mdb is damaged: it is missing, although (configs|trace).* exists\. Restore/,
    )
    await expect(start).rejects.toBeInstanceOf(DataFolderError)
    expect(existsSync(join(folder, 'db/data.mdb'))).toBe(false)
  },
)

it('creates a database next to certificates and backups that were placed there before', async () => {
  for (const name of ['certs', 'backup']) mkdirSync(join(folder, name))
  await (await openData(folder)).close()
})

it.each([
  ['data.mdb', /data\.mdb is damaged: it is not a file\. Restore the folder/],
  ['lock.mdb', /lock\.mdb is not a file\. Delete it/],
])('reports that %s is a folder', async (name, message) => {
  mkdirSync(join(folder, 'db', name), { recursive: true })
  await expect(openData(folder)).rejects.toThrow(message)
  rmSync(join(folder, 'db', name), { recursive: true })
  await (await openData(folder)).close()
})
