import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create } from 'tar'
import type { Meter } from '../room.ts'

/** A file to be: its path below the top folder, and its text in pieces. */
export interface ArchiveFile {
  readonly path: string
  readonly content: Iterable<string> | AsyncIterable<string>
}

/**
 * Writes a `.tar.gz` that is on the disk when this resolves, for its owner only.
 * @param staging a folder that is empty: a tar says the size of a file before the file
 * @param top the one folder that everything is in
 */
export async function writeArchive(
  target: string,
  staging: string,
  top: string,
  files: Iterable<ArchiveFile>,
  meter: Meter,
): Promise<void> {
  for (const { path, content } of files) {
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

/** Lines one by one would be as many writes. */
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
