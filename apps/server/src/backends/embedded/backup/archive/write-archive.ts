import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create } from 'tar'
import type { Meter } from '../limited-stream.ts'

/** A file to write: its path below the top folder, and its text in pieces. */
export interface ArchiveFile {
  readonly path: string
  readonly content: Iterable<string> | AsyncIterable<string>
}

/**
 * Writes a `.tar.gz`, readable by its owner only. Resolves when it is on the disk.
 * @param staging empty folder for temporary files, because a tar header contains the size of the file
 * @param top name of the top folder
 */
export async function writeArchive(
  target: string,
  staging: string,
  top: string,
  files: AsyncIterable<ArchiveFile>,
  meter: Meter,
): Promise<void> {
  for await (const { path, content } of files) {
    const file = join(staging, top, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(pieces(content), { objectMode: false }), meter(), newFile(file))
  }
  const packed = create({ gzip: true, cwd: staging, portable: true, strict: true }, [top])
  await pipeline(packed as unknown as AsyncIterable<Buffer>, meter(), newFile(target)) // a Minipass is one
  const handle = await open(target, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const pieceSize = 64 * 1024

/** Joins lines, because writing them one by one is slow. */
async function* pieces(content: Iterable<string> | AsyncIterable<string>): AsyncIterable<Buffer> {
  let waiting = ''
  for await (const text of content) {
    waiting += text
    if (waiting.length < pieceSize) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  yield Buffer.from(waiting)
}

const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600 })
