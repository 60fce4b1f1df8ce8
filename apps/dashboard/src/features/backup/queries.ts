import {
  type BackupFile,
  type BackupPreview,
  type BackupResult,
  type Download,
  deleteBackup,
  downloadBackup,
  exportData,
  getConfigs,
  type ImportMode,
  importData,
  listBackupParts,
  listBackups,
  previewBackup,
  restoreBackup,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, type Paging, type RowPage, refreshIntervals } from '../../api/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'

export const backupsQuery = defineQuery<Paging, RowPage<BackupFile>>({
  name: 'backups',
  poll: refreshIntervals.nodes,
  async load(call, query, signal) {
    const { data, meta } = await call(listBackups, { query, signal })
    return { rows: data, total: meta.count }
  },
})

/** The parts that a backup can contain. */
export interface AvailableParts {
  readonly roots: readonly string[]
  /** `count` is undefined if the broker does not report it. */
  readonly tables: readonly { readonly name: string; readonly count?: number }[]
  /** Bytes. */
  readonly uploadLimit: number | undefined
}

/** The tables of EMQX 5.8, which does not list them. */
const emqxTables = [
  'banned',
  'dashboard_users',
  'api_keys',
  'builtin_authn',
  'builtin_authz',
  'builtin_retainer',
  'psk',
]

export const partsQuery = defineQuery<undefined, AvailableParts>({
  name: 'backup-parts',
  async load(call, _args, signal) {
    const parts = await orIfMissing(call(listBackupParts, { signal }), undefined)
    if (parts) return { roots: parts.root_keys, tables: parts.table_sets, uploadLimit: parts.upload_limit }
    const configs = await call(getConfigs, { signal })
    const roots = isRecord(configs) ? Object.keys(configs) : rootsIn(String(configs))
    return { roots: roots.sort(), tables: emqxTables.map((name) => ({ name })), uploadLimit: undefined }
  },
})

/** Keys at the start of a line, in HOCON as brokers print it. */
const rootsIn = (text: string) => [...text.matchAll(/^(\w+)\s*[{=]/gm)].flatMap(([, name]) => name ?? [])

/** The parts of a backup or restore; undefined means all. */
export interface BackupParts {
  readonly roots?: readonly string[]
  readonly tables?: readonly string[]
}

export const toBody = ({ roots, tables }: BackupParts) => ({
  ...(roots && { root_keys: roots }),
  ...(tables && { table_sets: tables }),
})

export const createBackup = defineChange<BackupParts, BackupFile>({
  apply: (call, parts) => call(exportData, { body: toBody(parts) }),
  invalidates: [backupsQuery],
})

/** An archive: its file name and node. */
export type ArchiveRef = Pick<BackupFile, 'filename' | 'node'>

export const downloadArchive = defineChange<ArchiveRef, Download>({
  apply: (call, { filename, node }) => call(downloadBackup, { params: { filename }, query: { node } }),
  invalidates: [],
})

export const deleteArchive = defineChange<ArchiveRef, undefined>({
  apply: (call, { filename, node }) => call(deleteBackup, { params: { filename }, query: { node } }),
  invalidates: [backupsQuery],
})

export interface PreviewResult {
  /** Undefined if the broker has no preview. */
  readonly preview: BackupPreview | undefined
}

/** How a restore treats objects that exist already or only here. */
export interface RestoreOptions {
  readonly mode: ImportMode
}

/** Reads an archive. A change instead of a query, because reading a large archive again is expensive. */
export const readPreview = defineChange<ArchiveRef & RestoreOptions, PreviewResult>({
  apply: async (call, { filename, node, mode }) => ({
    preview: await orIfMissing(call(previewBackup, { body: { filename, node, mode } }), undefined),
  }),
  invalidates: [],
})

/** Tables of accounts that are restored, too. */
export interface IncludedAccounts {
  readonly include: readonly string[]
}

/** `password`: of the user, for dashboard users and API keys. */
type Restore = ArchiveRef & BackupParts & RestoreOptions & IncludedAccounts & { readonly password?: string }

/** Restores the selected parts and returns the result of each. */
export const restoreParts = defineChange<Restore, BackupResult>({
  apply: (call, { filename, node, mode, include, password, ...parts }) =>
    call(restoreBackup, {
      body: { filename, node, mode, include, ...toBody(parts), ...(password !== undefined && { password }) },
    }),
  invalidates: [],
})

/** Restores a whole archive, for brokers without preview. */
export const restoreAll = defineChange<ArchiveRef, undefined>({
  apply: (call, { filename, node }) => call(importData, { body: { filename, node } }),
  invalidates: [],
})
