import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasCode } from '@mqdeck/contract'
import { findDamage, type Store } from '@mqdeck/kit'
import { writeAtomically } from '../broker-config/atomic-file.ts'
import { DataFolderError } from './lock.ts'

const databaseFile = (folder: string) => join(resolve(folder), 'db', 'data.mdb')
const lockFile = (folder: string) => join(resolve(folder), 'db', 'lock.mdb')
/** The files of the database. */
export const databaseFiles = (folder: string): readonly string[] => [databaseFile(folder), lockFile(folder)]

/** Exists once the database has been created. */
const marker = 'mqdeck.database'
/** Created after the database. Without them, a missing database would look like a new data folder. */
const signsOfUse = [marker, 'configs/history', 'trace']
const signOfUse = (folder: string) => signsOfUse.find((name) => existsSync(join(folder, name)))

/** Whether a server has stored data in `folder`, even if its database is missing. */
export const hasData = (folder: string): boolean => existsSync(databaseFile(folder)) || wasUsed(folder)

/** Whether the database of `folder` has been created completely. */
export const wasUsed = (folder: string): boolean => signOfUse(folder) !== undefined

/** Records that the database exists. */
export async function markUsed(folder: string, store: Store): Promise<void> {
  const file = join(folder, marker)
  if (existsSync(file)) return
  // After a power failure, the marker must not exist without the database.
  await store.flushed()
  try {
    await writeAtomically(file, 'MQDeck does not start if this file exists without the database.\n')
  } catch (error) {
    // Existing data is served on a full disk, too. The next start tries again.
    if (!hasCode(error, 'ENOSPC')) throw error
  }
}

/** @throws {DataFolderError} if the database has been used and is missing or damaged, or its files are not files */
export function checkDatabase(folder: string): void {
  const file = databaseFile(folder)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() === false) throw damaged(folder, 'it is not a file')
  const lock = lockFile(folder)
  if (statSync(lock, { throwIfNoEntry: false })?.isFile() === false)
    throw new DataFolderError(`${lock} is not a file. Delete it, and the start creates a new file`)
  if (found === undefined || found.size === 0) {
    const sign = signOfUse(folder)
    if (sign !== undefined) throw damaged(folder, found ? 'it is empty' : `it is missing, although ${sign} exists`)
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
