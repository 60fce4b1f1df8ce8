import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@mqdeck/contract'
import { readFileBytes } from '@mqdeck/kit'
import { refused } from './refused.ts'

/** A file of the folder. */
export interface StoredBackup {
  readonly filename: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** Where archives lie. Names come from outside: every one is looked at before a file is. */
export interface BackupFolder {
  /** Newest first. */
  list(): readonly StoredBackup[]
  /** @throws {AppError} BAD_REQUEST for a name that no archive has, NOT_FOUND */
  find(filename: string): StoredBackup & { readonly path: string }
  /** @throws {AppError} BAD_REQUEST for a name that no archive has or that is taken */
  requireFree(filename: string): void
  /** A place for what is not ready; gone when `use` has ended. `file` and `folder` are not there yet. */
  draft<T>(use: (draft: { readonly file: string; readonly folder: string }) => Promise<T>): Promise<T>
  /**
   * Gives a file that is ready its name; it stands there whole or not at all.
   * @throws {AppError} (rejects) BAD_REQUEST when the name is taken by now
   */
  place(file: string, filename: string): Promise<void>
  /** @throws {AppError} as `find` */
  remove(filename: string): void
  read(filename: string): AsyncIterable<Uint8Array>
}

/** What a crash has left begins with this. */
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
    // EMQX's words, as all of them here.
    if (!found) throw new AppError('NOT_FOUND', 'backup file not found')
    return { ...found, path: join(folder, filename) }
  }
  const taken = (filename: string) => refused(`Backup file ${JSON.stringify(filename)} already exists`)

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
        // Unlike a renamed one, a link does not replace what is there.
        linkSync(file, join(folder, checkName(filename)))
      } catch (error) {
        throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? taken(filename) : error
      }
      const handle = await open(folder, 'r')
      await handle.sync().finally(() => handle.close())
    },
    remove: (filename) => rmSync(find(filename).path, { force: true }),
    read: (filename) => readFileBytes(find(filename).path),
  }
}

const extension = '.tar.gz'

/** No slash, no leading dot, nothing that a header or a shell would stumble over. */
const isName = (name: string) => /^[\w@+(-][\w@+(). -]{0,200}$/.test(name) && name.endsWith(extension)

function checkName(filename: string): string {
  if (!filename.endsWith(extension)) throw refused('invalid backup name: file name must have .tar.gz extension')
  if (!isName(filename)) throw refused('unsafe backup name')
  return filename
}
