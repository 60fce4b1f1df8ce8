import type { BackupPreview } from '@mqdeck/contract'
import type { BackupParts } from './queries.ts'

/** AvailableParts of an archive that are not restored. */
export interface ExcludedParts {
  readonly roots: readonly string[]
  readonly tables: readonly string[]
}

/** The parts to restore. Without exclusions everything, including parts that the preview does not list. */
export function toRestoredParts({ roots, errors, tables }: BackupPreview, excluded: ExcludedParts): BackupParts {
  // An invalid configuration has no roots in the preview; those with errors are known from the paths of the errors.
  const names = [
    ...new Set([...roots.map(({ name }) => name), ...errors.map(({ path }) => path.split('.', 1)[0] ?? '')]),
  ]
  return {
    ...(excluded.roots.length > 0 && { roots: names.filter((name) => name !== '' && !excluded.roots.includes(name)) }),
    ...(excluded.tables.length > 0 && {
      tables: tables.map(({ name }) => name).filter((name) => !excluded.tables.includes(name)),
    }),
  }
}

/** Number of settings that the restore changes. */
export const countChanges = ({ roots }: BackupPreview, excluded: ExcludedParts): number =>
  roots.filter(({ name }) => !excluded.roots.includes(name)).reduce((sum, { changes }) => sum + changes.length, 0)

/** Number of records that the restore adds or replaces. */
export const countRecords = ({ tables }: BackupPreview, excluded: ExcludedParts): number =>
  tables
    .filter(({ name }) => !excluded.tables.includes(name))
    .reduce((sum, { added, replaced }) => sum + added + replaced, 0)

/** Whether the address of this page may change. */
export const movesPage = ({ roots }: BackupPreview, excluded: ExcludedParts): boolean =>
  !excluded.roots.includes('dashboard') &&
  roots.some(({ changes }) => changes.some(({ path }) => path.startsWith('dashboard.listeners')))
