import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '@mqdeck/contract'
import { openStore, type Store } from '@mqdeck/kit'
import { checkDatabase, damaged, databaseFiles, hasData, isDamage, markUsed, wasUsed } from './damage.ts'
import { type FreeSpace, freeSpace, guardDisk, requireSpace } from './disk-guard.ts'
import { createDiskWatch, type DiskWatch, watchWrites } from './disk-watch.ts'
import { DataFolderError, lockFolder } from './lock.ts'

/** The open and locked data folder. */
export interface Data {
  readonly folder: string
  readonly store: Store
  /** Counts the writes of the store. */
  readonly disk: DiskWatch
  /** Free bytes on its disk. */
  readonly free: () => number
  close(): Promise<void>
}

/**
 * Opens `folder`, and creates it if it is missing. Makes it readable by its owner only.
 * @throws {DataFolderError} if it is not writable, was written by a newer version, is new on a nearly full disk, or if
 *   its database is missing or damaged
 * @throws {LockedError} if another process uses it
 */
export async function openData(folder: string, free: FreeSpace = freeSpace): Promise<Data> {
  const path = resolve(folder)
  const isDataFolder = isForData(path)
  makeFolder(path)
  // Another folder, such as /tmp, may have been named by mistake.
  if (isDataFolder || hasData(path)) closeToOthers(path)
  // Existing data is served even on a full disk, so that space can be freed.
  if (!hasData(path) && !wasUsed(path)) requireSpace(path, free)
  const unlock = lockFolder(path)
  try {
    checkDatabase(path)
    const disk = createDiskWatch()
    const store = guardDisk(watchWrites(openDatabase(path), disk), path, free)
    databaseFiles(path).forEach(closeToOthers)
    try {
      await migrate(store, path)
      await markUsed(path, store)
    } catch (error) {
      await store.close()
      throw isDamage(error) ? damaged(path, messageOf(error), error) : error
    }
    return { folder: path, store, disk, free: () => free(path), close: () => store.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

function openDatabase(path: string): Store {
  try {
    return openStore(`${path}/db`)
  } catch (error) {
    throw isDamage(error) ? damaged(path, messageOf(error), error) : error
  }
}

/** Entries that a data folder can have before the first start, from a new file system or created by users. */
const placedEntries = new Set(['backup', 'certs', 'configs', 'db', 'log', 'lost+found', 'plugins', 'trace'])

function isForData(path: string): boolean {
  try {
    return !existsSync(path) || readdirSync(path).every((name) => placedEntries.has(name))
  } catch {
    return false // a file, which is reported below
  }
}

/** Whether other users of the machine can read the file or folder. */
export const isOpenToOthers = (path: string): boolean => (statSync(path).mode & 0o077) !== 0

/** Service managers, containers and the database create folders and files that every user can read. */
function closeToOthers(path: string): void {
  try {
    if (isOpenToOthers(path)) chmodSync(path, statSync(path).mode & 0o700)
  } catch {
    // Another user owns it. The security checklist reports it.
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(`${path}/db`, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK)
    accessSync(`${path}/db`, constants.W_OK)
    chmodSync(`${path}/db`, 0o700)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new DataFolderError(
      `cannot write to the data folder ${path} (${reason}). Choose another folder with MQDECK_DATA_DIR or data_dir`,
      { cause: error },
    )
  }
}

/** Converts format n+1 to n+2, by position. Append new ones, and never change a released one. */
const migrations: readonly ((store: Store) => Promise<void>)[] = []

/** The format of this version. */
const current = migrations.length + 1

/** @throws {DataFolderError} if the data was written by a newer version, or is gone */
async function migrate(store: Store, path: string): Promise<void> {
  const meta = store.table<number>('meta')
  if (meta.get('format') === undefined && wasUsed(path)) throw damaged(path, 'it is empty')
  const found = meta.get('format') ?? current
  if (found > current) {
    throw new DataFolderError(
      `the data has format ${found}, written by a newer MQDeck. This version supports formats up to ${current}`,
    )
  }
  for (const [index, step] of migrations.slice(found - 1).entries()) {
    await step(store)
    await meta.put('format', found + index + 1)
  }
  if (meta.get('format') === undefined) await meta.put('format', current)
}
