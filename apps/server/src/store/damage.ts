import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasCode } from '@mqdeck/contract'
import { findDamage, type Store } from '@mqdeck/kit'
import { writeAtomically } from '../broker-config/atomic-file.ts'
import { DataFolderError } from './lock.ts'

const databaseFile = (folder: string) => join(resolve(folder), 'db', 'data.mdb')
/** Exists once the database has been created. Without it, a missing database would look like a new data folder. */
const markerFile = (folder: string) => join(resolve(folder), 'mqdeck.database')

/** Whether a server has stored data in `folder`, even if its database is missing. */
export const hasData = (folder: string): boolean => existsSync(databaseFile(folder)) || wasUsed(folder)

/** Whether the database of `folder` has been created completely. */
export const wasUsed = (folder: string): boolean => existsSync(markerFile(folder))

/** Records that the database exists. */
export async function markUsed(folder: string, store: Store): Promise<void> {
  if (wasUsed(folder)) return
  // After a power failure, the marker must not exist without the database.
  await store.flushed()
  try {
    await writeAtomically(markerFile(folder), 'MQDeck does not start if this file exists without the database.\n')
  } catch (error) {
    // Existing data is served on a full disk, too. The next start tries again.
    if (!hasCode(error, 'ENOSPC')) throw error
  }
}

/** @throws {DataFolderError} if the database has been used and is missing or damaged */
export function checkDatabase(folder: string): void {
  const file = databaseFile(folder)
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined || size === 0) {
    if (wasUsed(folder)) throw damaged(folder, size === undefined ? 'it is missing' : 'it is empty')
    return
  }
  const reason = findDamage(file)
  if (reason !== undefined) throw damaged(folder, reason)
}

/** A database that cannot be used, with the way back. */
export function damaged(folder: string, reason: string, cause?: unknown): DataFolderError {
  const path = resolve(folder)
  return new DataFolderError(
    `the database ${databaseFile(folder)} is damaged: ${reason}. Restore the folder ${path} from a copy, or start with an empty data folder and import a backup from ${join(path, 'backup')}`,
    cause === undefined ? {} : { cause },
  )
}

/** LMDB's codes for a file that is damaged: page not found, corrupted, panic, version mismatch, invalid. */
const damageCodes = new Set<unknown>([-30797, -30796, -30795, -30794, -30793])

/** Whether LMDB reports that its file is damaged. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && damageCodes.has(error.code)) return true
  if (/^MDB_(CORRUPTED|PANIC|PAGE_NOTFOUND|INVALID|VERSION_MISMATCH)\b/.test(error.message)) return true
  return isDamage(error.cause)
}
