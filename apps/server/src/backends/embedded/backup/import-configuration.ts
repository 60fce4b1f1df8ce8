import {
  AppError,
  type BackupPreview,
  type BackupResult,
  type ImportMode,
  isRecord,
  type Kind,
  readHocon,
} from '@mqdeck/contract'
import type { Configuration, View } from '../../../broker-config/configuration.ts'
import { maskedRoot } from '../../../broker-config/configuration-file.ts'
import type { Author } from '../../../broker-config/history.ts'
import { describeProblem, type Problem } from '../../../broker-config/read-text.ts'
import { toProblem } from '../../../broker-config/rejected-values.ts'
import { isRootName, type RootName, rootKinds } from '../../../broker-config/roots.ts'
import { changedPaths, replaceAt, valueAt } from '../../../broker-config/trees.ts'
import type { Archive } from './archive/inspect.ts'
import { archiveError } from './archive-error.ts'
import { addCertificates } from './certificates.ts'
import { changedObjects, mergeSettings } from './merge-settings.ts'

type Roots = Readonly<Partial<Record<RootName, unknown>>>

interface Read {
  /** The configuration after the import, for some current configuration. */
  readonly rootsFor: (view: Pick<View, 'get'>) => Roots
  readonly errors: readonly Problem[]
}

/**
 * Changes that importing the configuration of an archive would make, with masked secrets, and the errors that would
 * reject it.
 */
export async function previewConfiguration(
  archive: Archive,
  configuration: Configuration,
  mode: ImportMode,
): Promise<Pick<BackupPreview, 'errors' | 'roots'>> {
  const { rootsFor, errors } = await readConfiguration(archive, configuration, { mode })
  return {
    errors: errors.map((error) => ({ ...error })),
    roots: Object.entries(rootsFor(configuration)).flatMap(([name, next]) => {
      if (!isRootName(name)) return []
      const [from, to] = [configuration.get(name), next]
      const [shownFrom, shownTo] = [configuration.shown(name), maskedRoot(name, next)]
      const changes = changedPaths(from, to).map((path) => ({
        path: [name, ...path].join('.'),
        from: valueAt(shownFrom, path),
        to: valueAt(shownTo, path),
      }))
      return [{ name, changes, ...changedObjects(name, rootKinds[name] as Kind, from, to) }]
    }),
  }
}

interface ImportOptions {
  readonly mode: ImportMode
  /** Roots; undefined: all roots in the archive. */
  readonly choice?: readonly string[] | undefined
}

/**
 * Imports the configuration with its certificates as a whole. Listeners that cannot start, such as one whose port is in
 * use, are disabled, because at a start they would not prevent anything else.
 * @throws {AppError} BAD_REQUEST (rejects) with one line per error
 */
export async function importConfiguration(
  archive: Archive,
  configuration: Configuration,
  { dataFolder, author, ...options }: ImportOptions & { readonly dataFolder: string; readonly author: Author },
): Promise<BackupResult['configuration']> {
  const { rootsFor, errors } = await readConfiguration(archive, configuration, options)
  if (errors.length > 0) throw archiveError(errors.map(describeProblem).join('\n'))
  // Certificates are imported with the settings that refer to them.
  if (Object.keys(rootsFor(configuration)).length === 0)
    return { state: 'none', changed: [], removed: [], disabled: [] }
  const disabled: { path: string; reason: string }[] = []
  for (;;) {
    let undo = async () => {}
    let result: Pick<BackupResult['configuration'], 'state' | 'changed' | 'removed'> | undefined
    try {
      await configuration.change(async (view) => {
        const roots = disabled.reduce((some, { path }) => withoutListener(some, view, path), rootsFor(view))
        result = resultOf(roots, view)
        undo = await addCertificates(archive.certificates, dataFolder)
        return roots
      }, author)
      return { ...(result ?? { state: 'unchanged', changed: [], removed: [] }), disabled }
    } catch (error) {
      await undo()
      const refused = refusedListener(error)
      if (!refused || disabled.some(({ path }) => path === refused.path)) throw error
      disabled.push(refused)
    }
  }
}

function resultOf(roots: Roots, view: View): Pick<BackupResult['configuration'], 'state' | 'changed' | 'removed'> {
  const names = Object.keys(roots).filter(isRootName)
  const changed = names.filter((name) => changedPaths(view.get(name), roots[name]).length > 0)
  const removed = changed.flatMap(
    (name) => changedObjects(name, rootKinds[name] as Kind, view.get(name), roots[name]).removed,
  )
  return { state: changed.length === 0 ? 'unchanged' : 'changed', changed, removed }
}

/** The listener whose address cannot be used. */
function refusedListener(error: unknown): { readonly path: string; readonly reason: string } | undefined {
  if (!(error instanceof AppError)) return undefined
  const { path, reason } = toProblem(error, () => undefined)
  const listener = /^((?:gateway\.\w+\.|dashboard\.)?listeners(?:\.[\w-]+){1,2})\.bind$/.exec(path)?.[1]
  return listener === undefined ? undefined : { path: listener, reason }
}

/** The roots with this listener disabled. Listeners of the dashboard cannot be disabled, so they stay the same. */
function withoutListener(roots: Roots, view: View, path: string): Roots {
  const [root = '', ...rest] = path.split('.')
  if (!isRootName(root)) return roots
  const next =
    root === 'dashboard'
      ? replaceAt(roots[root], rest, valueAt(view.get(root), rest))
      : replaceAt(roots[root], [...rest, 'enable'], false)
  return { ...roots, [root]: next }
}

async function readConfiguration(
  { configuration: text = '', roots: names, otherGateways }: Archive,
  configuration: Configuration,
  { choice, mode }: ImportOptions,
): Promise<Read> {
  const skipReadOnly = names.filter((name) => !isRootName(name) || (choice && !choice.includes(name)))
  const { roots: incoming, problems, lineOf } = configuration.readStored(text, [...skipReadOnly, ...otherGateways])
  const rootsFor: Read['rootsFor'] = (view) => (mode === 'replace' ? incoming : merged(view, incoming, readHocon(text)))
  if (problems.length > 0) return { rootsFor: () => incoming, errors: problems }
  try {
    const roots = rootsFor(configuration)
    await configuration.prepare(roots)
    configuration.check(roots)
    return { rootsFor, errors: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { rootsFor, errors: [toProblem(error, lineOf)] }
  }
}

const merged = (view: Pick<View, 'get'>, incoming: Roots, written: unknown): Roots =>
  Object.fromEntries(
    Object.entries(incoming).flatMap(([name, value]) => {
      if (!isRootName(name)) return []
      const inArchive = isRecord(written) ? written[name] : undefined
      return [[name, mergeSettings(rootKinds[name] as Kind, view.get(name), value, inArchive)]]
    }),
  )
