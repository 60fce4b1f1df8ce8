import * as z from 'zod'
import { binaryBody, empty, endpoint } from '../endpoint.ts'
import { body, count, page, paging, response, string, stringList } from '../fields/index.ts'
import { ConfigChange, ConfigProblem } from './mqdeck.ts'

/** Export, import and transfer take long. EMQX's own dashboard uses the same timeout. */
const timeoutMs = 600_000

/** An archive of configuration and data. */
export const BackupFile = response({
  filename: z.string(),
  /** The node that stores it. */
  node: z.string(),
  /** RFC 3339 without fractions. */
  created_at: z.string(),
  /** Missing in EMQX's document but not in its responses, like `size`: seconds since the epoch. */
  created_at_sec: count(),
  /** Bytes. */
  size: count(),
})
export type BackupFile = z.infer<typeof BackupFile>

/** Missing means everything, empty means none of that kind. API keys cannot export account tables: by default they are left out. */
export const ExportChoice = body({ table_sets: stringList().optional(), root_keys: stringList().optional() })
export type ExportChoice = z.infer<typeof ExportChoice>

export const exportData = endpoint({
  method: 'POST',
  path: '/data/export',
  title: { en: 'Create backup', zh: '创建备份' },
  tag: 'Data Backup',
  body: ExportChoice,
  timeoutMs,
  ok: { 200: BackupFile },
  errors: { 400: ['BAD_REQUEST'], 500: ['BAD_REQUEST'] },
})

/** Newest first. */
export const listBackups = endpoint({
  method: 'GET',
  path: '/data/files',
  tag: 'Data Backup',
  query: z.object(paging),
  ok: { 200: page(BackupFile) },
})

export const uploadBackup = endpoint({
  method: 'POST',
  path: '/data/files',
  title: { en: 'Upload backup', zh: '上传备份' },
  tag: 'Data Backup',
  upload: 'filename',
  timeoutMs,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

const oneFile = {
  params: z.object({ filename: string() }),
  query: z.object({ node: string().optional() }),
  errors: { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] },
} as const

/** Contains secrets and password hashes. Rejected for API keys if the archive has account tables. */
export const downloadBackup = endpoint({
  method: 'GET',
  path: '/data/files/{filename}',
  tag: 'Data Backup',
  allows: 'administrators',
  ...oneFile,
  timeoutMs,
  ok: { 200: binaryBody },
})

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/data/files/{filename}',
  title: { en: 'Delete backup', zh: '删除备份' },
  tag: 'Data Backup',
  ...oneFile,
  ok: { 204: empty },
})

const source = { filename: string(), node: string().optional() }

/**
 * `merge`, the default: objects of the archive are added, objects with the same identity are replaced, and other
 * objects are kept. `replace`: objects that the archive does not have are deleted, in the sections that it has.
 */
const mode = z.enum(['merge', 'replace']).optional()
export type ImportMode = NonNullable<z.infer<typeof mode>>

/** Tables with accounts of this broker. They are imported only if the request names them in `include`. */
export const accountTables: readonly string[] = ['dashboard_users', 'api_keys']
const include = stringList().optional()

/** Password of the caller. Required if dashboard users or API keys are imported, which API keys may not do. Not in EMQX. */
const proof = { password: string().optional() }

/**
 * An invalid configuration or record causes a 400 with one line for each error, and nothing is imported. `mode` and
 * `include` are additions.
 */
export const importData = endpoint({
  method: 'POST',
  path: '/data/import',
  title: { en: 'Restore backup', zh: '恢复备份' },
  tag: 'Data Backup',
  body: body({ ...source, mode, include, ...proof }),
  timeoutMs,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST', 'ERROR_PWD_NOT_MATCH'] },
})

/** Data that can be exported and imported, with the number of records, and the maximum size of an upload in bytes. */
export const listBackupParts = endpoint({
  method: 'GET',
  path: '/mqdeck/data/parts',
  tag: 'MQDeck',
  ok: {
    200: response({
      root_keys: z.array(z.string()),
      table_sets: z.array(response({ name: z.string(), count: count() })),
      upload_limit: count(),
    }),
  },
})

/** Origin of an archive. */
export const BackupOrigin = response({
  version: z.string(),
  /** `ce` or `ee`. */
  edition: z.string(),
  /** Missing in EMQX's own archives, like `created_at`, which is RFC 3339. */
  node: z.string().optional(),
  created_at: z.string().optional(),
})

/** A record that cannot be imported. `line` counts from 1. */
export const RefusedRecord = response({ line: count(), item: z.string(), reason: z.string() })
export type RefusedRecord = z.infer<typeof RefusedRecord>

const tableCounts = {
  name: z.string(),
  /** Records that exist only in the archive. */
  added: count(),
  /** Records that exist here with other contents. */
  replaced: count(),
  /** Records that exist here with the same contents. */
  unchanged: count(),
  /** Bans and messages that have expired. */
  skipped: count(),
  refused: count(),
  /** The first hundred. */
  refusals: z.array(RefusedRecord),
}

/**
 * `kept`: records that exist only here. They are kept. `requires_password`: the import of this table requires the password
 * of the caller.
 */
export const TablePreview = response({ ...tableCounts, kept: count(), requires_password: z.boolean() })
export type TablePreview = z.infer<typeof TablePreview>

/** A certificate or key. With `differs`, the file here is kept. */
export const FilePreview = response({ path: z.string(), state: z.enum(['added', 'unchanged', 'differs']) })
export type FilePreview = z.infer<typeof FilePreview>

/** A part of the archive that this broker does not support. */
export const IgnoredPart = response({
  name: z.string(),
  reason: z.enum(['no_such_part', 'erlang_table', 'no_part']),
})

/** Plugins of the origin that are not installed here: `my_plugin-1.0.0`. Archives do not contain their packages. */
const missing_plugins = z.array(z.string())

export const BackupPreview = response({
  origin: BackupOrigin,
  /** Errors of the configuration. With any error, none of the configuration is imported. */
  errors: z.array(ConfigProblem),
  /** With the paths of the objects that are added, changed and removed: `authentication.jwt`. */
  roots: z.array(
    response({
      name: z.string(),
      changes: z.array(ConfigChange),
      added: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
  tables: z.array(TablePreview),
  files: z.array(FilePreview),
  ignored: z.array(IgnoredPart),
  missing_plugins,
})
export type BackupPreview = z.infer<typeof BackupPreview>

/** Previews an import without changing anything. */
export const previewBackup = endpoint({
  method: 'POST',
  path: '/mqdeck/data/preview',
  title: { en: 'Preview backup', zh: '预览备份' },
  tag: 'MQDeck',
  body: body({ ...source, mode }),
  timeoutMs,
  ok: { 200: BackupPreview },
  errors: { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] },
})

/** Import of a `failed` table stopped: its counts say how much was imported, `message` why it failed. */
export const BackupResult = response({
  /**
   * `changed`: roots. `none`: the archive has none, or none was selected. `removed`: objects. `disabled`: listeners that
   * could not start; an alarm exists for each of them.
   */
  configuration: response({
    state: z.enum(['changed', 'unchanged', 'none']),
    changed: z.array(z.string()),
    removed: z.array(z.string()),
    disabled: z.array(response({ path: z.string(), reason: z.string() })),
  }),
  tables: z.array(response({ ...tableCounts, state: z.enum(['done', 'failed']), message: z.string() })),
  files: z.array(FilePreview),
  ignored: z.array(IgnoredPart),
  missing_plugins,
})
export type BackupResult = z.infer<typeof BackupResult>

/**
 * Like `/data/import`, with a selection and a result per item. The result contains refusals only for records that became
 * invalid during the import, such as API keys above the maximum number.
 */
export const restoreBackup = endpoint({
  method: 'POST',
  path: '/mqdeck/data/import',
  title: { en: 'Restore parts of backup', zh: '恢复部分备份' },
  tag: 'MQDeck',
  body: body({
    ...source,
    mode,
    include,
    ...proof,
    table_sets: stringList().optional(),
    root_keys: stringList().optional(),
  }),
  timeoutMs,
  ok: { 200: BackupResult },
  errors: { 400: ['BAD_REQUEST', 'ERROR_PWD_NOT_MATCH'], 404: ['NOT_FOUND'] },
})

export const dataBackup = {
  exportData,
  listBackups,
  uploadBackup,
  downloadBackup,
  deleteBackup,
  importData,
  listBackupParts,
  previewBackup,
  restoreBackup,
}
