import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { accountTables, type BackupPreview, type BackupResult, type ImportMode } from '@mqdeck/contract'
import { type Clock, inOrder, type Log } from '@mqdeck/kit'
import type { Configuration } from '../../../broker-config/configuration.ts'
import type { Author } from '../../../broker-config/history.ts'
import { isRootName, rootNames } from '../../../broker-config/roots.ts'
import type { Upload } from '../../../http/read-upload.ts'
import { type FreeSpace, freeSpace } from '../../../store/disk-guard.ts'
import { toRfc3339 } from '../management.ts'
import { type ApproveAccounts, rejectAccounts } from './approve-accounts.ts'
import { type Archive, inspectArchive, tablesIn } from './archive/inspect.ts'
import { type ArchiveLimits, archiveLimits } from './archive/limits.ts'
import { writeArchive } from './archive/write-archive.ts'
import { archiveError, tooLarge } from './archive-error.ts'
import { openBackupFolder, type StoredBackup } from './backup-folder.ts'
import type { BackupTable } from './backup-table.ts'
import { compareCertificates } from './certificates.ts'
import { exportName, filesToExport } from './export-backup.ts'
import { importConfiguration, previewConfiguration } from './import-configuration.ts'
import { describeRefusals, importTables, previewTables } from './import-tables.ts'
import { createMeter } from './limited-stream.ts'

/** Undefined: everything. */
interface BackupChoice {
  readonly roots?: readonly string[] | undefined
  readonly tables?: readonly string[] | undefined
}

interface ImportChoice extends BackupChoice {
  readonly mode?: ImportMode | undefined
  /** Tables of accounts, which are imported only if they are named here. */
  readonly include?: readonly string[] | undefined
}

/**
 * Backup archives of configuration and data. All failures are an {@link AppError}, with EMQX's messages where EMQX has
 * one.
 */
export interface Backups {
  readonly uploadLimit: number
  readonly roots: readonly string[]
  readonly tables: readonly BackupTable[]
  list(): readonly StoredBackup[]
  /** @throws {AppError} (rejects) BAD_REQUEST for unknown names; 503 if the disk is nearly full */
  export(choice: BackupChoice): Promise<StoredBackup>
  /** @throws {AppError} (rejects) BAD_REQUEST if the file is not an MQDeck archive, 413 if it is too large */
  upload(upload: Upload): Promise<void>
  /** @throws {AppError} BAD_REQUEST, NOT_FOUND; the methods below as well */
  find(filename: string): StoredBackup
  read(filename: string): AsyncIterable<Uint8Array>
  /** Table sets in the archive. */
  tablesIn(filename: string): Promise<readonly string[]>
  remove(filename: string): void
  preview(filename: string, mode?: ImportMode): Promise<BackupPreview>
  /**
   * Imports one archive at a time. Nothing is imported if the configuration or a record is invalid. Afterwards, the
   * configuration is imported as a whole, and tables record by record.
   * @param approve called first if account tables would be imported; nothing is imported if it rejects. Default: rejects
   */
  restore(filename: string, choice: ImportChoice, author: Author, approve?: ApproveAccounts): Promise<BackupResult>
}

export interface BackupsOptions {
  readonly configuration: Configuration
  readonly dataFolder: string
  /** Table sets. Called when they are needed, because other modules add tables later. */
  readonly tables: () => readonly BackupTable[]
  /** Installed plugins: `my_plugin-1.0.0`. */
  readonly plugins: () => readonly string[]
  /** A listener of an archive could not start and was disabled. */
  readonly onDisabled: (path: string, reason: string) => void
  readonly node: string
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  readonly limits?: ArchiveLimits
  readonly free?: FreeSpace
}

export function openBackups(options: BackupsOptions): Backups {
  const { configuration, dataFolder, tables, plugins, node, version, clock, log } = options
  const { limits = archiveLimits, free = freeSpace } = options
  const folder = openBackupFolder(join(dataFolder, 'backup'))
  const meter = createMeter(dataFolder, free)
  const serially = inOrder()
  const inspect = (file: string) => inspectArchive(file, limits, version)

  const exportNow = ({ roots, tables: names }: BackupChoice) =>
    folder.draft(async (draft) => {
      const at = freeName(folder.list(), clock.now())
      const top = exportName(at)
      await mkdir(draft.folder, { mode: 0o700 })
      const files = filesToExport({
        configuration,
        dataFolder,
        roots: rootNames.filter((name) => roots?.includes(name) ?? true),
        tables: tables().filter(({ name }) => names?.includes(name) ?? true),
        origin: { version, edition: 'ce', node, created_at: toRfc3339(at), plugins: plugins() },
      })
      await writeArchive(draft.file, draft.folder, top, files, meter)
      await folder.place(draft.file, `${top}.tar.gz`)
      log.info({ file: `${top}.tar.gz` }, 'data_exported')
      return folder.find(`${top}.tar.gz`)
    })

  const missingPlugins = ({ origin }: Archive) => {
    const installed = plugins()
    return origin.plugins.filter((name) => !installed.includes(name))
  }

  const chosenTables = ({ tables: names, include = [] }: ImportChoice) => {
    const unknown = include.find((name) => !accountTables.includes(name))
    if (unknown !== undefined) throw archiveError(`include: ${unknown} is not one of ${accountTables.join(', ')}`)
    const missing = names?.find((name) => accountTables.includes(name) && !include.includes(name))
    if (missing !== undefined) throw archiveError(`table_sets: ${missing} must be named in include, too`)
    return tables().filter(({ name }) =>
      accountTables.includes(name) ? include.includes(name) : (names?.includes(name) ?? true),
    )
  }

  return {
    uploadLimit: limits.file,
    roots: rootNames,
    get tables() {
      return tables()
    },
    list: folder.list,
    find: folder.find,
    read: folder.read,
    tablesIn: async (filename) => tablesIn(folder.find(filename).path, limits),
    remove: folder.remove,
    export: async (choice) => {
      requireKnown('root keys', choice.roots, rootNames)
      requireKnown(
        'table sets',
        choice.tables,
        tables().map(({ name }) => name),
      )
      return serially(() => exportNow(choice))
    },
    upload: ({ filename, length = 0, content }) =>
      folder
        .draft(async ({ file }) => {
          folder.requireFree(filename)
          if (length > limits.file + formRoom) throw tooLarge('the file', limits.file)
          await pipeline(content, meter(limits.file), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
          await inspect(file)
          await folder.place(file, filename)
          log.info({ file: filename }, 'backup_uploaded')
        })
        .finally(() => content.destroy()),
    preview: async (filename, mode = 'merge') => {
      const { path } = folder.find(filename)
      const archive = await inspect(path)
      const { plugins: _, ...origin } = archive.origin
      return {
        origin,
        ...(await previewConfiguration(archive, configuration, mode)),
        tables: await previewTables(path, tables(), { limits, log }),
        files: [...(await compareCertificates(archive.certificates, dataFolder))],
        ignored: ignoredParts(archive, tables()),
        missing_plugins: missingPlugins(archive),
      }
    },
    restore: (filename, choice, author, approve = rejectAccounts) =>
      serially(async () => {
        const chosen = chosenTables(choice)
        const { path } = folder.find(filename)
        const archive = await inspect(path)
        const files = [...(await compareCertificates(archive.certificates, dataFolder))]
        const accounts = accountTables.filter((table) =>
          chosen.some(({ name }) => name === table && archive.tables.includes(name)),
        )
        if (accounts.length > 0) await approve(accounts)
        const refusals = describeRefusals(await previewTables(path, chosen, { limits, log }))
        if (refusals.length > 0) throw archiveError(refusals.join('\n'))
        const settings = { mode: choice.mode ?? 'merge', choice: choice.roots, dataFolder, author }
        if (archive.otherGateways.length > 0)
          log.warn({ file: filename, ignored: archive.otherGateways }, 'unknown_gateways_not_imported')
        const imported = await importConfiguration(archive, configuration, settings)
        for (const { path, reason } of imported.disabled) options.onDisabled(path, reason)
        const result: BackupResult = {
          configuration: imported,
          tables: await importTables(path, chosen, { limits, log }),
          // Certificates are imported with the settings that refer to them.
          files: imported.state === 'none' ? [] : files,
          ignored: ignoredParts(archive, tables()),
          missing_plugins: missingPlugins(archive),
        }
        log.info({ file: filename, by: author.by, roots: result.configuration.changed }, 'data_imported')
        return result
      }),
  }
}

/** Bytes of the form around the file. */
const formRoom = 64 * 1024

/** Two archives created in the same millisecond would have the same name. */
function freeName(list: readonly StoredBackup[], at: number): number {
  const names = new Set(list.map(({ filename }) => filename))
  return names.has(`${exportName(at)}.tar.gz`) ? freeName(list, at + 1) : at
}

function requireKnown(what: string, names: readonly string[] = [], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0) throw archiveError(`Invalid ${what}: ${unknown.join(', ')}`)
}

function ignoredParts({ roots, otherGateways, tables: sets, others }: Archive, tables: readonly BackupTable[]) {
  const unknown = (name: string) => ({ name, reason: 'no_such_part' as const })
  return [
    ...roots.filter((name) => !isRootName(name)).map(unknown),
    ...otherGateways.map(unknown),
    ...sets.filter((name) => !tables.some((table) => table.name === name)).map(unknown),
    ...others.map((name) => ({
      name,
      reason: name.startsWith('mnesia/') ? ('erlang_table' as const) : ('no_part' as const),
    })),
  ]
}
