import { createReadStream } from 'node:fs'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A file for an archive. */
export interface ZippedFile {
  readonly name: string
  readonly path: string
  /** Number of bytes to include from the start, since the file may grow meanwhile. */
  readonly size: number
  readonly modifiedAt: Date
}

/**
 * Streams a zip archive (PKWARE APPNOTE 6.3) without keeping it in memory or on disk. Sizes follow the content (4.3.9). Files of
 * 4 GiB or more are not supported.
 */
export async function* zip(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const header = headerOf(file, name)
    const start = offset
    yield header
    offset += header.length
    const sums = { crc: 0, size: 0, compressed: 0 }
    for await (const chunk of deflated(file, sums)) {
      yield chunk
      offset += chunk.length
    }
    const descriptor = sumsOf(sums, 0x08074b50)
    yield descriptor
    offset += descriptor.length
    central.push(centralOf(header, sums, start, name))
  }
  const directory = Buffer.concat(central)
  yield directory
  yield endOf(files.length, directory.length, offset)
}

interface Sums {
  crc: number
  size: number
  compressed: number
}

async function* deflated({ path, size }: ZippedFile, sums: Sums): AsyncGenerator<Uint8Array> {
  if (size === 0) {
    yield emptyDeflate
    sums.compressed = emptyDeflate.length
    return
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  const source = createReadStream(path, { end: size - 1 })
  source.on('data', (chunk) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
  })
  source.on('error', (error) => deflate.destroy(error))
  source.pipe(deflate)
  try {
    for await (const chunk of deflate) {
      sums.compressed += chunk.length
      yield chunk
    }
  } finally {
    source.destroy()
  }
}

const emptyDeflate = Buffer.from([3, 0])
/** Version 2.0 supports deflate. */
const versionNeeded = 20
/** Sizes follow the content, and the name is UTF-8. */
const flags = 0x0808
const deflateMethod = 8

function headerOf({ modifiedAt }: ZippedFile, name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(versionNeeded, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflateMethod, 8)
  head.writeUInt32LE(toDosTime(modifiedAt), 10)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function sumsOf({ crc, compressed, size }: Sums, signature: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(signature, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(compressed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function centralOf(head: Buffer, sums: Sums, start: number, name: Buffer): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(versionNeeded, 4)
  // Version, flags, method and time are copied from the header.
  head.copy(entry, 6, 4, 14)
  sumsOf(sums, 0).copy(entry, 16, 4)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(start, 42)
  return Buffer.concat([entry, name])
}

function endOf(count: number, directorySize: number, directoryStart: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(directoryStart, 16)
  return end
}

/** UTC with a precision of two seconds, starting in 1980. */
function toDosTime(date: Date): number {
  const year = Math.max(0, date.getUTCFullYear() - 1980)
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
