import type { Configuration } from '../../../broker-config/configuration.ts'
import { toHoconTree, toText } from '../../../broker-config/configuration-file.ts'
import { mapNames, type RootName } from '../../../broker-config/roots.ts'
import { layout, readme } from './archive/layout.ts'
import { type OwnOrigin, toMeta } from './archive/meta.ts'
import type { ArchiveFile } from './archive/write-archive.ts'
import type { BackupTable } from './backup-table.ts'
import { namedCertificates } from './certificates.ts'

export interface ExportSource {
  readonly configuration: Configuration
  readonly dataFolder: string
  readonly roots: readonly RootName[]
  readonly tables: readonly BackupTable[]
  readonly origin: OwnOrigin
}

/** Files of an archive, written one after the other. */
export async function* filesToExport(source: ExportSource): AsyncIterable<ArchiveFile> {
  const { configuration, dataFolder, roots, tables, origin } = source
  yield { path: layout.meta, content: [toMeta(origin)] }
  yield { path: layout.readme, content: [readme] }
  const stored = configuration.stored()
  yield { path: layout.configuration, content: [toText(toHoconTree(mapNames(roots, (name) => stored[name])))] }
  const settings = mapNames(roots, (name) => configuration.get(name))
  for (const { path, text } of await namedCertificates(settings, dataFolder)) yield { path, content: [text] }
  for (const table of tables) yield { path: layout.table(table.name), content: linesOf(table) }
}

async function* linesOf(table: BackupTable): AsyncIterable<string> {
  for await (const record of table.dump()) yield `${JSON.stringify(record)}\n`
}

/** `emqx-export-2026-11-21-07-57-38.863` in local time, EMQX's format. */
export function exportName(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const parts = [
    date.getFullYear(),
    two(date.getMonth() + 1),
    two(date.getDate()),
    two(date.getHours()),
    two(date.getMinutes()),
    `${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`,
  ]
  return `emqx-export-${parts.join('-')}`
}
