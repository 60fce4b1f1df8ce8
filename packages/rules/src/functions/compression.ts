import type { Text } from '@mqdeck/contract'
import { deflateSync, type FlateError, Gunzip, gzipSync, Inflate, Unzlib, zlibSync } from 'fflate'
import { bytes, fail, longest, textOrBytes } from './arguments.ts'
import { adler32, crc32 } from './checksum.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'

const packing = (name: string, help: Text, undo: string, run: (data: Uint8Array) => Uint8Array) =>
  sqlFunction({
    name,
    takes: 'data',
    help,
    examples: [[`${undo}(${name}('hello hello hello'))`, 'hello hello hello']],
    run: (args) => run(bytes(args, 0)),
  })

interface Packed {
  readonly start: (take: (piece: Uint8Array) => void) => { push(data: Uint8Array, isLast?: boolean): void }
  /** Is what was packed the same as what came out? fflate does not look. */
  readonly isIntact: (packed: Uint8Array, unpacked: Uint8Array) => boolean
}

const gzipped: Packed = {
  start: (take) => new Gunzip(take),
  // Several files in a row have a checksum each; the last one's length then differs from the whole.
  isIntact: (packed, unpacked) => {
    const tail = viewOfTail(packed, 8)
    return tail.getUint32(4, true) !== unpacked.length || tail.getUint32(0, true) === crc32(unpacked)
  },
}
const deflated: Packed = { start: (take) => new Inflate(take), isIntact: () => true }
const zlibbed: Packed = {
  start: (take) => new Unzlib(take),
  isIntact: (packed, unpacked) => viewOfTail(packed, 4).getUint32(0) === adler32(unpacked),
}

/** fflate has refused what is too short. */
const viewOfTail = (bytes: Uint8Array, length: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + bytes.byteLength - length, length)

const unpacking = (name: string, help: Text, ofHello: string, packed: Packed) =>
  sqlFunction({
    name,
    takes: 'data',
    help,
    examples: [[`${name}(hexstr2bin('${ofHello}'))`, 'hello']],
    run: (args) => textOrBytes(unpack(bytes(args, 0), packed)),
  })

export const compression = defineFamily({
  id: 'compression',
  title: { en: 'Compression', zh: '压缩与解压缩' },
  functions: [
    packing('gzip', { en: 'Compresses to the gzip format.', zh: '压缩为 gzip 格式。' }, 'gunzip', (data) =>
      gzipSync(data, { mtime: 0 }),
    ),
    unpacking(
      'gunzip',
      { en: 'Decompresses data in the gzip format.', zh: '解压 gzip 格式的数据。' },
      '1F8B0800000000000003CB48CDC9C9070086A6103605000000',
      gzipped,
    ),
    packing(
      'zip',
      { en: 'Compresses to raw deflate without header and checksum.', zh: '压缩为不带头部和校验的 deflate 数据。' },
      'unzip',
      (data) => deflateSync(data),
    ),
    unpacking(
      'unzip',
      { en: 'Decompresses raw deflate data.', zh: '解压不带头部的 deflate 数据。' },
      'CB48CDC9C90700',
      deflated,
    ),
    packing(
      'zip_compress',
      { en: 'Compresses to the zlib format.', zh: '压缩为 zlib 格式。' },
      'zip_uncompress',
      (data) => zlibSync(data),
    ),
    unpacking(
      'zip_uncompress',
      { en: 'Decompresses data in the zlib format.', zh: '解压 zlib 格式的数据。' },
      '789CCB48CDC9C90700062C0215',
      zlibbed,
    ),
  ],
})

/** Deflate makes at most 1032 bytes of one: in pieces, a bomb is noticed long before the memory is full. */
const pieceSize = 8 * 1024

/** What other functions unpack too. @throws SqlError for what is damaged, incomplete or too long */
export const unzlib = (data: Uint8Array) => unpack(data, zlibbed)

function unpack(data: Uint8Array, { start, isIntact }: Packed): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = start((piece) => {
    length += piece.length
    if (length > longest) fail(`the result would be longer than ${longest} bytes`)
    pieces.push(piece)
  })
  try {
    for (let at = 0; at === 0 || at < data.length; at += pieceSize) {
      stream.push(data.subarray(at, at + pieceSize), at + pieceSize >= data.length)
    }
  } catch (error) {
    return isFlateError(error) ? fail(`could not decompress the data: ${error.message}`) : rethrow(error)
  }
  const whole = joined(pieces, length)
  return isIntact(data, whole) ? whole : fail('the checksum is wrong')
}

const isFlateError = (error: unknown): error is FlateError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'

const rethrow = (error: unknown): never => {
  throw error
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
