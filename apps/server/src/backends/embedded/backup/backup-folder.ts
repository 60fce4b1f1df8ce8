import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, hasCode } from '@mqdeck/contract'
import { readFileBytes } from '@mqdeck/kit'
import { archiveError } from './archive-error.ts'

/** A file in the backup folder. */
export interface StoredBackup {
  readonly filename: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/**
 * The folder of backup archives. File names come from callers, so every name is validated before a file is accessed.
 */
export interface BackupFolder {
  /** Newest first. */
  list(): readonly StoredBackup[]
  /** @throws {AppError} BAD_REQUEST for an invalid name, NOT_FOUND */
  find(filename: string): StoredBackup & { readonly path: string }
  /** @throws {AppError} BAD_REQUEST for an invalid name or a name that exists */
  requireFree(filename: string): void
  /** Provides temporary paths, which are removed when `use` has ended. `file` and `folder` do not exist yet. */
  draft<T>(use: (draft: { readonly file: string; readonly folder: string }) => Promise<T>): Promise<T>
  /**
   * Moves a finished file into the folder atomically.
   * @throws {AppError} (rejects) BAD_REQUEST if the name exists meanwhile
   */
  place(file: string, filename: string): Promise<void>
  /** @throws {AppError} as `find` */
  remove(filename: string): void
  read(filename: string): AsyncIterable<Uint8Array>
}

/** Prefix of temporary files. After a crash, such files are removed. */
const draftPrefix = '.draft-'

export function openBackupFolder(folder: string): BackupFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder))
    if (name.startsWith(draftPrefix)) rmSync(join(folder, name), { recursive: true, force: true })

  const stat = (filename: string): StoredBackup | undefined => {
    const found = statSync(join(folder, filename), { throwIfNoEntry: false })
    return found?.isFile() ? { filename, size: found.size, createdAt: found.mtimeMs } : undefined
  }
  const find = (filename: string) => {
    const found = stat(checkName(filename))
    // EMQX's messages.
    if (!found) throw new AppError('NOT_FOUND', 'backup file not found')
    return { ...found, path: join(folder, filename) }
  }
  const taken = (filename: string) => archiveError(`Backup file ${JSON.stringify(filename)} already exists`)

  return {
    list: () =>
      readdirSync(folder)
        .filter(isName)
        .flatMap((name) => stat(name) ?? [])
        .sort((one, other) => other.createdAt - one.createdAt || (one.filename < other.filename ? 1 : -1)),
    find,
    requireFree: (filename) => {
      if (existsSync(join(folder, checkName(filename)))) throw taken(filename)
    },
    draft: async (use) => {
      const draft = join(folder, `${draftPrefix}${randomUUID()}`)
      mkdirSync(draft, { mode: 0o700 })
      try {
        return await use({ file: join(draft, 'archive'), folder: join(draft, 'contents') })
      } finally {
        await rm(draft, { recursive: true, force: true })
      }
    },
    place: async (file, filename) => {
      try {
        // Unlike a rename, a link does not replace an existing file.
        linkSync(file, join(folder, checkName(filename)))
      } catch (error) {
        throw hasCode(error, 'EEXIST') ? taken(filename) : error
      }
      const handle = await open(folder, 'r')
      await handle.sync().finally(() => handle.close())
    },
    remove: (filename) => rmSync(find(filename).path, { force: true }),
    read: (filename) => readFileBytes(find(filename).path),
  }
}

const extension = '.tar.gz'

/** No slash, no leading dot, and no character that is special in headers or shells. */
const isName = (name: string) => /^[\w@+(-][\w@+(). -]{0,200}$/.test(name) && name.endsWith(extension)

function checkName(filename: string): string {
  if (!filename.endsWith(extension)) throw archiveError('invalid backup name: file name must have .tar.gz extension')
  if (!isName(filename)) throw archiveError('unsafe backup name')
  return filename
}
