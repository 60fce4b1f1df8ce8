import { resolve } from 'node:path'
import { AppError, isRecord } from '@mqdeck/contract'
import { checkNamedFile, NamedFileError } from '@mqdeck/kit'
import { withFolder } from '../broker-config/folder-variables.ts'
import { isPem } from './store-pem.ts'

/** Settings that name a file which components read. */
const fileFields: ReadonlySet<string> = new Set([
  'certfile',
  'keyfile',
  'cacertfile',
  'dhfile',
  'issuer_pem',
  'public_key',
  'bootstrap_file',
])

/**
 * Rejects names of pipes, devices and folders that a change introduces. Components also read only regular files, but some of
 * them report the reason long after the request.
 * @throws {AppError} (rejects) with the path of the setting
 */
export async function checkNamedFiles(next: unknown, previous: unknown, dataFolder: string): Promise<void> {
  for (const { path, name } of namesIn(next, previous, [])) {
    await checkNamedFile(resolve(dataFolder, withFolder(name, dataFolder))).catch((error: unknown) => {
      const reason = error instanceof NamedFileError ? 'must name a regular file' : 'names a file that cannot be read'
      throw new AppError(
        'BAD_REQUEST',
        JSON.stringify({ value: name, reason, path: path.join('.'), kind: 'validation_error' }),
        { cause: error },
      )
    })
  }
}

interface NamedFile {
  readonly path: readonly string[]
  readonly name: string
}

function* namesIn(next: unknown, previous: unknown, path: readonly string[]): Iterable<NamedFile> {
  if (next === previous) return
  if (typeof next === 'string') {
    if (fileFields.has(path.at(-1) ?? '') && next !== '' && !isPem(next)) yield { path, name: next }
  } else if (Array.isArray(next)) {
    // Paths count list elements from 1.
    for (const [index, one] of next.entries())
      yield* namesIn(one, Array.isArray(previous) ? previous[index] : undefined, [...path, String(index + 1)])
  } else if (isRecord(next)) {
    for (const [key, one] of Object.entries(next))
      yield* namesIn(one, isRecord(previous) ? previous[key] : undefined, [...path, key])
  }
}
