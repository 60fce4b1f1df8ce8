import { AppError, type BackupPreview, type BackupResult } from '@mqdeck/contract'
import type { Configuration } from '../../../broker-config/configuration.ts'
import { maskedRoot } from '../../../broker-config/configuration-file.ts'
import type { Author } from '../../../broker-config/history.ts'
import { describeProblem, type Problem } from '../../../broker-config/read-text.ts'
import { toProblem } from '../../../broker-config/rejected-values.ts'
import { isRootName, type RootName } from '../../../broker-config/roots.ts'
import { changedPaths, valueAt } from '../../../broker-config/trees.ts'
import type { Archive } from './archive/inspect.ts'
import { archiveError } from './archive-error.ts'
import { addCertificates } from './certificates.ts'

interface Read {
  readonly roots: Readonly<Partial<Record<RootName, unknown>>>
  readonly errors: readonly Problem[]
}

/**
 * Changes that importing the configuration of an archive would make, with masked secrets, and the errors that would
 * reject it.
 */
export async function previewConfiguration(
  archive: Archive,
  configuration: Configuration,
): Promise<Pick<BackupPreview, 'errors' | 'roots'>> {
  const { roots, errors } = await readConfiguration(archive, configuration, undefined)
  return {
    errors: errors.map((error) => ({ ...error })),
    roots: Object.entries(roots).flatMap(([name, next]) => {
      if (!isRootName(name)) return []
      const [from, to] = [configuration.get(name), next]
      const [shownFrom, shownTo] = [configuration.shown(name), maskedRoot(name, next)]
      const changes = changedPaths(from, to).map((path) => ({
        path: [name, ...path].join('.'),
        from: valueAt(shownFrom, path),
        to: valueAt(shownTo, path),
      }))
      return [{ name, changes }]
    }),
  }
}

/**
 * Imports the configuration with its certificates as a whole.
 * @param choice roots; undefined: all roots in the archive
 * @throws {AppError} BAD_REQUEST (rejects) with one line per error
 */
export async function importConfiguration(
  archive: Archive,
  configuration: Configuration,
  { choice, dataFolder, author }: { choice: readonly string[] | undefined; dataFolder: string; author: Author },
): Promise<BackupResult['configuration']> {
  const { roots, errors } = await readConfiguration(archive, configuration, choice)
  if (errors.length > 0) throw archiveError(errors.map(describeProblem).join('\n'))
  const changed = Object.entries(roots).flatMap(([name, next]) =>
    isRootName(name) && changedPaths(configuration.get(name), next).length > 0 ? [name] : [],
  )
  if (Object.keys(roots).length === 0) return { state: 'none', changed: [] }
  let undo = async () => {}
  try {
    await configuration.change(async () => {
      undo = await addCertificates(archive.certificates, dataFolder)
      return roots
    }, author)
  } catch (error) {
    await undo()
    throw error
  }
  return { state: changed.length === 0 ? 'unchanged' : 'changed', changed }
}

async function readConfiguration(
  { configuration: text = '', roots: names, otherGateways }: Archive,
  configuration: Configuration,
  choice: readonly string[] | undefined,
): Promise<Read> {
  const skipReadOnly = names.filter((name) => !isRootName(name) || (choice && !choice.includes(name)))
  const { roots, problems, lineOf } = configuration.readStored(text, [...skipReadOnly, ...otherGateways])
  if (problems.length > 0) return { roots, errors: problems }
  try {
    await configuration.prepare(roots)
    configuration.check(roots)
    return { roots, errors: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { roots, errors: [toProblem(error, lineOf)] }
  }
}
