import * as z from 'zod'
import { binaryBody, empty, endpoint } from '../endpoint.ts'
import { answer, body, count, page, paging, string, stringList } from '../fields/index.ts'
import { ConfigChange, ConfigProblem } from './mqdeck.ts'

/** Reading and writing everything takes its time, and so does carrying it; EMQX's own console waits as long. */
const answerWithin = 600_000

/** An archive of configuration and data. */
export const BackupFile = answer({
  filename: z.string(),
  /** The node that has it. */
  node: z.string(),
  /** RFC 3339 without fractions. */
  created_at: z.string(),
  /** Not in EMQX's document, but in its answers, like `size`: seconds since the epoch. */
  created_at_sec: count(),
  /** Bytes. */
  size: count(),
})
export type BackupFile = z.infer<typeof BackupFile>

/** Missing: everything. Empty: nothing of that kind. */
export const ExportChoice = body({ table_sets: stringList().optional(), root_keys: stringList().optional() })
export type ExportChoice = z.infer<typeof ExportChoice>

export const exportData = endpoint({
  method: 'POST',
  path: '/data/export',
  tag: 'Data Backup',
  body: ExportChoice,
  answerWithin,
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
  tag: 'Data Backup',
  upload: 'filename',
  answerWithin,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

const oneFile = {
  params: z.object({ filename: string() }),
  query: z.object({ node: string().optional() }),
  errors: { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] },
} as const

/** Secrets and hashes of passwords are in it. */
export const downloadBackup = endpoint({
  method: 'GET',
  path: '/data/files/{filename}',
  tag: 'Data Backup',
  allows: 'administrators',
  ...oneFile,
  answerWithin,
  ok: { 200: binaryBody },
})

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/data/files/{filename}',
  tag: 'Data Backup',
  ...oneFile,
  ok: { 204: empty },
})

const source = { filename: string(), node: string().optional() }

/** Records that cannot be taken in are a 400 whose message has a line for each; all others were taken in then. */
export const importData = endpoint({
  method: 'POST',
  path: '/data/import',
  tag: 'Data Backup',
  body: body(source),
  answerWithin,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

/** What can be exported and imported here, with the number of records; and the bytes an upload may have. */
export const listBackupParts = endpoint({
  method: 'GET',
  path: '/mqdeck/data/parts',
  tag: 'MQDeck',
  ok: {
    200: answer({
      root_keys: z.array(z.string()),
      table_sets: z.array(answer({ name: z.string(), count: count() })),
      upload_limit: count(),
    }),
  },
})

/** Where an archive comes from. */
export const BackupOrigin = answer({
  version: z.string(),
  /** `ce` or `ee`. */
  edition: z.string(),
  /** Missing in EMQX's own archives, as is `created_at`, which is RFC 3339. */
  node: z.string().optional(),
  created_at: z.string().optional(),
})

/** One record that cannot be taken in: `line` counts from 1. */
export const RefusedRecord = answer({ line: count(), item: z.string(), reason: z.string() })
export type RefusedRecord = z.infer<typeof RefusedRecord>

const tableCounts = {
  name: z.string(),
  /** Records of the archive that are not here. */
  added: count(),
  /** That are here with other contents. */
  replaced: count(),
  /** That are here exactly so. */
  unchanged: count(),
  /** That are over by now: bans and messages that have expired. */
  skipped: count(),
  refused: count(),
  /** The first hundred. */
  refusals: z.array(RefusedRecord),
}

/** `kept`: records here that the archive does not know; they stay. */
export const TablePreview = answer({ ...tableCounts, kept: count() })
export type TablePreview = z.infer<typeof TablePreview>

/** A certificate or key: `differs` stays as it is here. */
export const FilePreview = answer({ path: z.string(), state: z.enum(['added', 'unchanged', 'differs']) })
export type FilePreview = z.infer<typeof FilePreview>

/** Something in the archive that this broker has no place for. */
export const IgnoredPart = answer({
  name: z.string(),
  reason: z.enum(['no_such_part', 'erlang_table', 'no_part']),
})

export const BackupPreview = answer({
  origin: BackupOrigin,
  /** Of the configuration. With one of them, nothing of the configuration will be taken in. */
  errors: z.array(ConfigProblem),
  roots: z.array(answer({ name: z.string(), changes: z.array(ConfigChange) })),
  tables: z.array(TablePreview),
  files: z.array(FilePreview),
  ignored: z.array(IgnoredPart),
})
export type BackupPreview = z.infer<typeof BackupPreview>

/** Reads an archive as an import would, and changes nothing. */
export const previewBackup = endpoint({
  method: 'POST',
  path: '/mqdeck/data/preview',
  tag: 'MQDeck',
  body: body(source),
  answerWithin,
  ok: { 200: BackupPreview },
  errors: { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] },
})

/** A table that `failed` was not taken in further: its counts say how much was, `message` why. */
export const BackupResult = answer({
  /** `changed`: roots. `none`: there was none in the archive, or none was chosen. */
  configuration: answer({ state: z.enum(['changed', 'unchanged', 'none']), changed: z.array(z.string()) }),
  tables: z.array(answer({ ...tableCounts, state: z.enum(['done', 'failed']), message: z.string() })),
  files: z.array(FilePreview),
  ignored: z.array(IgnoredPart),
})
export type BackupResult = z.infer<typeof BackupResult>

/**
 * As `/data/import`, with a choice of what is taken in, and an answer item by item. The configuration comes first and is all
 * or nothing: when it is refused, that is a 400 and nothing has changed.
 */
export const restoreBackup = endpoint({
  method: 'POST',
  path: '/mqdeck/data/import',
  tag: 'MQDeck',
  body: body({ ...source, table_sets: stringList().optional(), root_keys: stringList().optional() }),
  answerWithin,
  ok: { 200: BackupResult },
  errors: { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] },
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
