import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LockedError } from './lock.ts'
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
  expect(statSync(join(second.folder, 'db')).mode & 0o077).toBe(0)
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
