import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '@mqdeck/contract'
import { Parser, type ReadEntry } from 'tar'
import { archiveError } from '../archive-error.ts'
import type { ArchiveLimits } from './limits.ts'

/** A file in an archive. */
export interface ArchiveEntry {
  /** Path below the top folder: `tables/banned.jsonl`. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Reads a `.tar.gz` as a stream, one file after the other. Nothing is written to the disk. Contents that `visit` does
 * not read are skipped.
 * @throws {AppError} BAD_REQUEST (rejects) if the archive is damaged or too large, or contains anything but files below
 *   one top folder
 */
export async function readArchive(
  file: string,
  limits: ArchiveLimits,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const guard = createGuard(limits)
  let visits: Promise<unknown> = Promise.resolve()
  const failure = new AbortController()
  const fail = (error: unknown) => failure.abort(error)
  const take = (entry: ReadEntry) => {
    visits = visits
      .then(async () => {
        if (failure.signal.aborted) return
        const path = guard(entry)
        if (path !== undefined) await visit({ path, size: entry.size, content: entry })
      })
      .catch(fail)
      .finally(() => entry.resume())
  }
  const parser = new Parser({ strict: true, onReadEntry: take })
  // Otherwise unknown entry types are skipped silently.
  parser.on('ignoredEntry', take)
  parser.on('error', fail)
  const ended = once(parser, 'end', { signal: failure.signal })
  ended.catch(() => {}) // reported below
  try {
    for await (const chunk of unzipped(file, limits.contents)) {
      failure.signal.throwIfAborted()
      if (!parser.write(chunk)) await once(parser, 'drain', { signal: failure.signal })
    }
    parser.end()
    await ended
    await visits
    failure.signal.throwIfAborted()
  } catch (error) {
    throw toRefusal(failure.signal.aborted ? failure.signal.reason : error)
  }
}

/** The unzipped archive. The first block must be a tar header and not another compressed format. */
async function* unzipped(file: string, limit: number): AsyncIterable<Buffer> {
  const bytes = pipeline(createReadStream(file), createGunzip(), () => {}) // an error reaches the reader below
  let total = 0
  let head = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > limit) throw archiveError(`the archive contains more than ${limit} bytes`)
    if (total > chunk.length && head.length === 0) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < blockSize) continue
    if (head.toString('latin1', 257, 262) !== 'ustar' || compressed.includes(head[0] ?? 0)) throw notTarError()
    yield head
    head = Buffer.alloc(0)
  }
  if (total < blockSize) throw notTarError()
}

const blockSize = 512
/** Magic numbers of gzip and Zstandard. The parser would unpack them without counting the bytes. */
const compressed = [0x1f, 0x28]
const notTarError = () => archiveError('the file is not a tar archive')

/** Path of a file below the top folder. Undefined for a folder. */
function createGuard(limits: ArchiveLimits): (entry: ReadEntry) => string | undefined {
  const seen = new Set<string>()
  let top: string | undefined
  return ({ path, type, size }) => {
    const shown = JSON.stringify(path.slice(0, 200))
    if (!plainTypes.has(type))
      throw archiveError(`the archive contains an entry that is neither a file nor a folder: ${shown}`)
    const isFolder = type === 'Directory'
    const parts = (isFolder ? path.replace(/\/$/, '') : path).split('/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects names with control characters
    if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0-\x1f]/.test(part)))
      throw archiveError(`the archive contains an unsafe path: ${shown}`)
    top ??= parts[0]
    // EMQX's wording.
    if (parts[0] !== top || (parts.length < 2 && !isFolder))
      throw archiveError(
        'invalid backup archive content: all files in the archive must be under <backup name> directory',
      )
    if (seen.has(path)) throw archiveError(`the archive contains ${shown} twice`)
    seen.add(path)
    if (seen.size > limits.entries) throw archiveError(`the archive contains more than ${limits.entries} files`)
    if (size > limits.contents) throw archiveError(`${shown} is too large`)
    return isFolder ? undefined : parts.slice(1).join('/')
  }
}

const plainTypes = new Set<string>(['File', 'OldFile', 'ContiguousFile', 'Directory'])

/** Errors of zlib and tar are caused by the archive, errors of the disk are not. */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const isDamage = code.startsWith('Z_') || code.startsWith('TAR_')
  return isDamage ? archiveError(`the archive is damaged: ${error.message}`, error) : error
}
