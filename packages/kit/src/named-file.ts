import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { type Clock, systemClock } from './clock.ts'
import { waitAtMost } from './resource/wait-at-most.ts'

export interface NamedFileLimits {
  /** Larger files are rejected. Default 1 MB, because certificates and keys are small. */
  readonly maxBytes?: number
  /** Default 5 seconds. A file may be on a network file system that does not answer. */
  readonly timeoutMs?: number
  readonly clock?: Pick<Clock, 'after'>
}

/** A file that exists and must not be read, because it is not a regular file or is too large. */
export class NamedFileError extends Error {
  override readonly name = 'NamedFileError'
}

/**
 * Text of a file that a setting or a request names. Nothing that a user can name holds the process: not a pipe without
 * a writer, a device without an end, or a file system without an answer.
 * @throws {NamedFileError} (rejects) if it is not a regular file or is too large; a system error if it cannot be opened
 */
export function readNamedFile(path: string, limits: NamedFileLimits = {}): Promise<string> {
  const { maxBytes = 1024 * 1024, timeoutMs = 5000, clock = systemClock } = limits
  return waitAtMost(clock, timeoutMs, () => readWhole(path, maxBytes))
}

/**
 * @throws {NamedFileError} (rejects) as `readNamedFile`. A missing file does not reject, because it may be created
 * later.
 */
export async function checkNamedFile(path: string, { timeoutMs = 5000, clock = systemClock }: NamedFileLimits = {}) {
  await waitAtMost(clock, timeoutMs, async () => {
    const found = await stat(path).catch(() => undefined)
    if (found && !found.isFile()) throw notRegular(path)
  })
}

/**
 * Opens a regular file for reading, or with other flags of `constants`. Files that it creates are readable by their owner
 * only.
 * @throws as `readNamedFile`
 */
export async function openRegularFile(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  // Opening a device can have effects, so it is recognized first.
  if ((await stat(path).catch(() => undefined))?.isFile() === false) throw notRegular(path)
  // The path may have been replaced since. Opening a FIFO would wait for its writer.
  const handle = await open(path, flags | neverWaits, 0o600)
  try {
    if ((await handle.stat()).isFile()) return handle
    throw notRegular(path)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** As `openRegularFile`. Returns the file descriptor. */
export function openRegularFileSync(path: string, flags: number = constants.O_RDONLY): number {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw notRegular(path)
  const descriptor = openSync(path, flags | neverWaits, 0o600)
  try {
    if (fstatSync(descriptor).isFile()) return descriptor
    throw notRegular(path)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

const neverWaits = constants.O_NONBLOCK | constants.O_NOCTTY

async function readWhole(path: string, maxBytes: number): Promise<string> {
  const handle = await openRegularFile(path)
  try {
    const tooLarge = () => new NamedFileError(`${path} is larger than ${maxBytes} bytes`)
    if ((await handle.stat()).size > maxBytes) throw tooLarge()
    // A file can grow while it is read, and files of the kernel have the size 0.
    const chunks: Uint8Array[] = []
    let size = 0
    // Without an encoding a stream gives bytes.
    for await (const chunk of handle.createReadStream({
      autoClose: false,
      end: maxBytes,
    }) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    await handle.close()
  }
}

const notRegular = (path: string) => new NamedFileError(`${path} is not a regular file`)
