import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openStore, type Store } from '@mqdeck/kit'
import { DataFolderError } from './data-folder-error.ts'
import { type FreeSpace, freeSpace, guardDisk, requireSpace } from './disk-guard.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrations.ts'

/** The data folder, open and locked. */
export interface Data {
  readonly folder: string
  readonly store: Store
  /** Free bytes of its disk. */
  readonly free: () => number
  close(): Promise<void>
}

/**
 * Opens `folder`, creating it when it is missing, readable by its owner only.
 * @throws {DataFolderError} when it cannot be written, a newer version wrote it, or it is new and its disk is nearly full
 * @throws {LockedError} when another process uses it
 */
export async function openData(folder: string, free: FreeSpace = freeSpace): Promise<Data> {
  const path = resolve(folder)
  makeFolder(path)
  // Data that exists is served on a full disk, too: only then can anybody make room.
  if (!hasData(path)) requireSpace(path, free)
  const unlock = lockFolder(path)
  try {
    const store = guardDisk(openStore(`${path}/db`), path, free)
    try {
      await migrate(store)
    } catch (error) {
      await store.close()
      throw error
    }
    return { folder: path, store, free: () => free(path), close: () => store.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Whether something was ever kept in `folder`. */
export const hasData = (folder: string): boolean => existsSync(join(resolve(folder), 'db', 'data.mdb'))

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
