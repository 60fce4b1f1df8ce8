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
  close(): Promise<void>
}

/**
 * Opens `folder`, creating it when it is missing, readable by its owner only.
 * @throws {DataFolderError} when it cannot be written, its disk is nearly full or a newer version wrote it
 * @throws {LockedError} when another process uses it
 */
export async function openData(folder: string, free: FreeSpace = freeSpace): Promise<Data> {
  const path = resolve(folder)
  makeFolder(path)
  requireSpace(path, free)
  const unlock = lockFolder(path)
  try {
    const store = guardDisk(openStore(`${path}/db`), path, free)
    try {
      await migrate(store)
    } catch (error) {
      await store.close()
      throw error
    }
    return { folder: path, store, close: () => store.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Whether something was ever kept in `folder`. */
export const hasData = (folder: string): boolean => existsSync(join(resolve(folder), 'db'))

function makeFolder(path: string): void {
  try {
    mkdirSync(`${path}/db`, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK)
    accessSync(`${path}/db`, constants.W_OK)
    chmodSync(`${path}/db`, 0o700)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new DataFolderError(
      `the data folder ${path} cannot be written (${reason}); choose another one with MQDECK_DATA_DIR or data_dir`,
      { cause: error },
    )
  }
}
