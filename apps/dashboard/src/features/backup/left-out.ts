import type { BackupPreview } from '@mqdeck/contract'
import type { Choice } from './queries.ts'

/** Parts of an archive that are not to be restored. */
export interface Left {
  readonly roots: readonly string[]
  readonly tables: readonly string[]
}

/** What to restore: without a choice all of it, also of what the preview did not name. */
export function toChoice({ roots, errors, tables }: BackupPreview, left: Left): Choice {
  // A text that cannot be read tells no roots; those with mistakes are left out by the place of the mistake.
  const names = [
    ...new Set([...roots.map(({ name }) => name), ...errors.map(({ path }) => path.split('.', 1)[0] ?? '')]),
  ]
  return {
    ...(left.roots.length > 0 && { roots: names.filter((name) => name !== '' && !left.roots.includes(name)) }),
    ...(left.tables.length > 0 && {
      tables: tables.map(({ name }) => name).filter((name) => !left.tables.includes(name)),
    }),
  }
}

/** Settings that would change. */
export const changesIn = ({ roots }: BackupPreview, left: Left): number =>
  roots.filter(({ name }) => !left.roots.includes(name)).reduce((sum, { changes }) => sum + changes.length, 0)

/** Records that would be added or replaced. */
export const recordsIn = ({ tables }: BackupPreview, left: Left): number =>
  tables
    .filter(({ name }) => !left.tables.includes(name))
    .reduce((sum, { added, replaced }) => sum + added + replaced, 0)

/** Whether this page may have another address afterwards. */
export const movesPage = ({ roots }: BackupPreview, left: Left): boolean =>
  !left.roots.includes('dashboard') &&
  roots.some(({ changes }) => changes.some(({ path }) => path.startsWith('dashboard.listeners')))
