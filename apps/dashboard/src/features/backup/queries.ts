import {
  type BackupFile,
  type BackupPreview,
  type BackupResult,
  type Download,
  deleteBackup,
  downloadBackup,
  exportData,
  getConfigs,
  importData,
  listBackupParts,
  listBackups,
  type Page,
  previewBackup,
  restoreBackup,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../data/index.ts'
import { isRecord } from '../../lib/json-path.ts'

export const backupsQuery = defineQuery<{ readonly page: number; readonly limit: number }, Page<BackupFile>>({
  name: 'backups',
  poll: 'chosen',
  load: (call, query, signal) => call(listBackups, { query, signal }),
})

/** What can be chosen for a backup. */
export interface Parts {
  readonly roots: readonly string[]
  /** `count` is missing where the broker does not tell. */
  readonly tables: readonly { readonly name: string; readonly count?: number }[]
  /** Bytes. */
  readonly uploadLimit: number | undefined
}

/** Of EMQX 5.8, which does not list them. */
const emqxTables = [
  'banned',
  'dashboard_users',
  'api_keys',
  'builtin_authn',
  'builtin_authz',
  'builtin_retainer',
  'psk',
]

export const partsQuery = defineQuery<undefined, Parts>({
  name: 'backup-parts',
  async load(call, _args, signal) {
    const parts = await orIfMissing(call(listBackupParts, { signal }), undefined)
    if (parts) return { roots: parts.root_keys, tables: parts.table_sets, uploadLimit: parts.upload_limit }
    const configs = await call(getConfigs, { signal })
    const roots = isRecord(configs) ? Object.keys(configs) : rootsIn(String(configs))
    return { roots: roots.sort(), tables: emqxTables.map((name) => ({ name })), uploadLimit: undefined }
  },
})

/** Keys at the beginning of a line of HOCON as brokers print it. */
const rootsIn = (text: string) => [...text.matchAll(/^(\w+)\s*[{=]/gm)].flatMap(([, name]) => name ?? [])

/** Undefined: everything. */
export interface Choice {
  readonly roots?: readonly string[]
  readonly tables?: readonly string[]
}

const toBody = ({ roots, tables }: Choice) => ({
  ...(roots && { root_keys: roots }),
  ...(tables && { table_sets: tables }),
})

export const createBackup = defineChange<Choice, BackupFile>({
  apply: (call, choice) => call(exportData, { body: toBody(choice) }),
  invalidates: [backupsQuery],
})

/** Which file, on which node. */
export type Source = Pick<BackupFile, 'filename' | 'node'>

export const fetchBackup = defineChange<Source, Download>({
  apply: (call, { filename, node }) => call(downloadBackup, { params: { filename }, query: { node } }),
  invalidates: [],
})

export const removeBackup = defineChange<Source, undefined>({
  apply: (call, { filename, node }) => call(deleteBackup, { params: { filename }, query: { node } }),
  invalidates: [backupsQuery],
})

export interface Preview {
  /** Undefined where the broker cannot say before. */
  readonly preview: BackupPreview | undefined
}

/** Reads an archive; no query, since it may be large: once is enough. */
export const readPreview = defineChange<Source, Preview>({
  apply: async (call, { filename, node }) => ({
    preview: await orIfMissing(call(previewBackup, { body: { filename, node } }), undefined),
  }),
  invalidates: [],
})

/** With what became of each part. */
export const restoreChosen = defineChange<Source & Choice, BackupResult>({
  apply: (call, { filename, node, ...choice }) => call(restoreBackup, { body: { filename, node, ...toBody(choice) } }),
  invalidates: [],
})

/** The plain way, for brokers that do not tell. */
export const restoreAll = defineChange<Source, undefined>({
  apply: (call, { filename, node }) => call(importData, { body: { filename, node } }),
  invalidates: [],
})
