import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { openStore, type Store } from '@mqdeck/kit'
import { lockFolder } from './lock.ts'
import { migrate } from './migrations.ts'

/** The data folder, open and locked. */
export interface Data {
  readonly folder: string
  readonly store: Store
  close(): Promise<void>
}

/** The folder cannot be used; the message says why and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/**
 * Opens `folder`, creating it when it is missing, readable by its owner only.
 * @throws {DataFolderError} when it cannot be written or was written by a newer version
 * @throws {LockedError} when another process uses it
 */
export async function openData(folder: string): Promise<Data> {
  const path = resolve(folder)
  makeFolder(path)
  const unlock = lockFolder(path)
  try {
    const store = openStore(`${path}/db`)
    await migrate(store)
    return { folder: path, store, close: () => store.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
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
      `the data folder ${path} cannot be written (${reason}); choose another one with MQDECK_DATA_DIR or data_dir`,
      { cause: error },
    )
  }
}
