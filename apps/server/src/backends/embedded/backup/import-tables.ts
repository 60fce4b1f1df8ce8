import { AppError, accountTables, type BackupResult, messageOf, type TablePreview } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'
import { parseRecord } from './archive/inspect.ts'
import { tableOf } from './archive/layout.ts'
import type { ArchiveLimits } from './archive/limits.ts'
import { linesOf } from './archive/lines.ts'
import { type ArchiveEntry, readArchive } from './archive/read-archive.ts'
import type { BackupTable, ImportResult } from './backup-table.ts'

interface Reading {
  readonly limits: ArchiveLimits
  readonly log: Log
}

/** Changes that importing these tables would make. */
export async function previewTables(
  file: string,
  tables: readonly BackupTable[],
  { limits }: Reading,
): Promise<TablePreview[]> {
  const previews: TablePreview[] = []
  await eachTable(file, tables, limits, async (table, entry) => {
    const counter = createCounter(table)
    for await (const { number, text } of linesOf(entry.content, entry.path, limits.line))
      await counter.count(number, parseRecord(text, entry.path, number), async (record) => table.compare(record))
    const counts = counter.counts()
    const kept = Math.max(0, table.count() - counts.replaced - counts.unchanged)
    previews.push({ ...counts, kept, requires_password: accountTables.includes(table.name) })
  })
  return inOrderOf(tables, previews)
}

interface Refused {
  readonly name: string
  readonly refused: number
  readonly refusals: readonly { readonly line: number; readonly item: string; readonly reason: string }[]
}

/** One line for each rejected record. */
export const describeRefusals = (tables: readonly Refused[]): readonly string[] =>
  tables.flatMap(({ name, refused, refusals }) => [
    ...refusals.map(({ line, item, reason }) => `${name}, line ${line}${item === '' ? '' : ` (${item})`}: ${reason}`),
    ...(refused > refusals.length ? [`${name}: ${refused - refusals.length} more records were rejected`] : []),
  ])

/** Imports these tables record by record. A rejected record does not affect the others. */
export async function importTables(
  file: string,
  tables: readonly BackupTable[],
  { limits, log }: Reading,
): Promise<BackupResult['tables']> {
  const results: BackupResult['tables'] = []
  await eachTable(file, tables, limits, async (table, entry) => {
    const counter = createCounter(table)
    try {
      const busy = new Set<Promise<void>>()
      for await (const { number, text } of linesOf(entry.content, entry.path, limits.line)) {
        const record = parseRecord(text, entry.path, number)
        const taken = counter.count(number, record, table.take).finally(() => busy.delete(taken))
        busy.add(taken)
        taken.catch(() => {}) // reported where it is awaited
        if (busy.size >= atOnce) await Promise.race(busy)
      }
      await Promise.all(busy)
      await table.finish()
      results.push({ ...counter.counts(), state: 'done', message: '' })
    } catch (error) {
      log.error({ table: table.name, error }, 'table_import_failed')
      const message = messageOf(error)
      results.push({ ...counter.counts(), state: 'failed', message })
    }
  })
  return inOrderOf(tables, results)
}

/** Records written to the disk in parallel, so that they share a commit. */
const atOnce = 256
/** Maximum number of rejected records in the report. */
const maxReported = 100

function eachTable(
  file: string,
  tables: readonly BackupTable[],
  limits: ArchiveLimits,
  use: (table: BackupTable, entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  return readArchive(file, limits, async (entry) => {
    const name = tableOf(entry.path)
    const table = tables.find((one) => one.name === name)
    if (table) await use(table, entry)
  })
}

const inOrderOf = <T extends { readonly name: string }>(tables: readonly BackupTable[], some: readonly T[]): T[] =>
  tables.flatMap(({ name }) => some.filter((one) => one.name === name))

function createCounter(table: BackupTable) {
  const outcomes: Record<ImportResult, number> = { added: 0, replaced: 0, unchanged: 0, skipped: 0 }
  const refusals: { line: number; item: string; reason: string }[] = []
  let refused = 0
  return {
    /** @throws errors that the record did not cause, such as a full disk */
    async count(line: number, record: unknown, take: (record: unknown) => Promise<ImportResult>): Promise<void> {
      try {
        outcomes[await take(record)] += 1
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        refused += 1
        if (refusals.length < maxReported)
          refusals.push({ line, item: table.nameOf(record).slice(0, 300), reason: error.message })
      }
    },
    counts: () => ({
      name: table.name,
      ...outcomes,
      refused,
      refusals: refusals.toSorted((one, other) => one.line - other.line),
    }),
  }
}
