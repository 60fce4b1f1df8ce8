import { X509Certificate } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type FilePreview, hasCode } from '@mqdeck/contract'
import { NamedFileError, readNamedFile } from '@mqdeck/kit'
import { writeAtomically } from '../../../broker-config/atomic-file.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { isOurs } from '../../../tls/own-certificate.ts'
import { archiveError } from './archive-error.ts'

/** A file of the data folder by its path there: `certs/listeners/ssl/default/key-0123456789abcdef.pem`. */
export interface NamedFile {
  readonly path: string
  readonly text: string
}

/**
 * Files below `certs` that settings refer to, except the self-signed certificate, which each node creates for itself.
 */
export async function namedCertificates(settings: unknown, dataFolder: string): Promise<readonly NamedFile[]> {
  const inside = (place: string) => relative(dataFolder, place)
  const places = new Set([...textsOf(withFolder(settings, dataFolder))].map(inside))
  const found = [...places].sort().map(async (path) => {
    if (!/^certs\/./.test(path) || (await isOwn(path, dataFolder))) return []
    const text = await read(join(dataFolder, path))
    return text === undefined ? [] : [{ path, text }]
  })
  return (await Promise.all(found)).flat()
}

export function compareCertificates(
  files: ReadonlyMap<string, string>,
  dataFolder: string,
): Promise<readonly FilePreview[]> {
  const compare = async ([path, text]: readonly [string, string]): Promise<FilePreview> => {
    const here = (await isOwn(path, dataFolder)) ? undefined : await read(join(dataFolder, path))
    return { path, state: here === undefined ? 'added' : here === text ? 'unchanged' : 'differs' }
  }
  return Promise.all([...files].map(compare))
}

/** Writes missing files. Returns a function that removes them again. */
export async function addCertificates(
  files: ReadonlyMap<string, string>,
  dataFolder: string,
): Promise<() => Promise<void>> {
  const before = new Map<string, string | undefined>()
  const undo = async () => {
    for (const [path, text] of before) {
      if (text === undefined) await rm(join(dataFolder, path), { force: true })
      else await writeAtomically(join(dataFolder, path), text)
    }
  }
  try {
    for (const { path, state } of await compareCertificates(files, dataFolder)) {
      if (state !== 'added') continue
      const old = await read(join(dataFolder, path))
      await writeAtomically(join(dataFolder, path), files.get(path) ?? '').catch((error: unknown) => {
        throw isPathTrouble(error) ? archiveError(`${path} cannot be written to the data folder`, error) : error
      })
      before.set(path, old)
    }
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}

function* textsOf(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsOf(inner)
}

const ownFiles = ['certs/cert.pem', 'certs/key.pem', 'certs/cacert.pem']

/** Whether the file belongs to the server's self-signed certificate. */
async function isOwn(path: string, dataFolder: string): Promise<boolean> {
  if (!ownFiles.includes(path)) return false
  const text = await read(join(dataFolder, path === 'certs/cacert.pem' ? path : 'certs/cert.pem'))
  try {
    return text !== undefined && isOurs(new X509Certificate(text))
  } catch {
    return false // a certificate of someone else, damaged
  }
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readNamedFile(file)
  } catch (error) {
    if (error instanceof NamedFileError || hasCode(error, 'ENOENT') || isPathTrouble(error)) return undefined
    throw error
  }
}

/**
 * Errors caused by the path in the archive and not by the disk: the name is too long, or a file and a folder conflict.
 */
const isPathTrouble = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'].includes(String(error.code))
