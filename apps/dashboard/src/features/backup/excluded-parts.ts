import { accountTables, type BackupPreview } from '@mqdeck/contract'
import type { BackupParts, IncludedAccounts } from './queries.ts'

/** AvailableParts of an archive that are not restored. */
export interface ExcludedParts {
  readonly roots: readonly string[]
  readonly tables: readonly string[]
}

/** Accounts of this broker are restored only if the user selects them. */
export const initiallyExcluded: ExcludedParts = { roots: [], tables: accountTables }

const isAccount = ({ name }: { readonly name: string }) => accountTables.includes(name)

/** The parts to restore. Without exclusions everything, including parts that the preview does not list. */
export function toRestoredParts(
  { roots, errors, tables }: BackupPreview,
  excluded: ExcludedParts,
): BackupParts & IncludedAccounts {
  // An invalid configuration has no roots in the preview; those with errors are known from the paths of the errors.
  const names = [
    ...new Set([...roots.map(({ name }) => name), ...errors.map(({ path }) => path.split('.', 1)[0] ?? '')]),
  ]
  return {
    ...(excluded.roots.length > 0 && { roots: names.filter((name) => name !== '' && !excluded.roots.includes(name)) }),
    // Accounts need their own selection.
    ...(excluded.tables.some((name) => !accountTables.includes(name)) && {
      tables: tables
        .filter((table) => !excluded.tables.includes(table.name) && !isAccount(table))
        .map(({ name }) => name),
    }),
    include: tables
      .filter((table) => isAccount(table) && !excluded.tables.includes(table.name))
      .map(({ name }) => name),
  }
}

/** Number of settings that the restore changes. */
export const countChanges = ({ roots }: BackupPreview, excluded: ExcludedParts): number =>
  roots.filter(({ name }) => !excluded.roots.includes(name)).reduce((sum, { changes }) => sum + changes.length, 0)

/** Objects that the restore deletes. */
export const removedObjects = ({ roots }: BackupPreview, excluded: ExcludedParts): readonly string[] =>
  roots.filter(({ name }) => !excluded.roots.includes(name)).flatMap(({ removed }) => removed)

/** Number of records that the restore adds or replaces. */
export const countRecords = ({ tables }: BackupPreview, excluded: ExcludedParts): number =>
  tables
    .filter(({ name }) => !excluded.tables.includes(name))
    .reduce((sum, { added, replaced }) => sum + added + replaced, 0)

/** Whether the address of this page may change. */
export const movesPage = ({ roots }: BackupPreview, excluded: ExcludedParts): boolean =>
  !excluded.roots.includes('dashboard') &&
  roots.some(({ changes }) => changes.some(({ path }) => path.startsWith('dashboard.listeners')))
