import type { Text } from '@mqdeck/contract'
import { deflateSync, type FlateError, Gunzip, gzipSync, Inflate, Unzlib, zlibSync } from 'fflate'
import { bytes, fail, maxLength, textOrBytes } from './arguments.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'

const compressor = (name: string, help: Text, undo: string, run: (data: Uint8Array) => Uint8Array) =>
  sqlFunction({
    name,
    takes: 'data',
    help,
    examples: [[`${undo}(${name}('hello hello hello'))`, 'hello hello hello']],
    run: (args) => run(bytes(args, 0)),
  })

interface CompressionFormat {
  readonly start: (take: (piece: Uint8Array) => void) => { push(data: Uint8Array, isLast?: boolean): void }
  /** Checks the checksum, because fflate does not. */
  readonly isIntact: (compressed: Uint8Array, decompressed: Uint8Array) => boolean
}

const gzipped: CompressionFormat = {
  start: (take) => new Gunzip(take),
  // Concatenated gzip files have one checksum per file. In this case the length does not match and the check is
  // skipped.
  isIntact: (compressed, decompressed) => {
    const tail = viewOfTail(compressed, 8)
    return tail.getUint32(4, true) !== decompressed.length || tail.getUint32(0, true) === crc32(decompressed)
  },
}
const deflated: CompressionFormat = { start: (take) => new Inflate(take), isIntact: () => true }
const zlibbed: CompressionFormat = {
  start: (take) => new Unzlib(take),
  isIntact: (compressed, decompressed) => viewOfTail(compressed, 4).getUint32(0) === adler32(decompressed),
}

/** fflate has already rejected data that is too short. */
const viewOfTail = (bytes: Uint8Array, length: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + bytes.byteLength - length, length)

const decompressor = (name: string, help: Text, ofHello: string, compressed: CompressionFormat) =>
  sqlFunction({
    name,
    takes: 'data',
    help,
    examples: [[`${name}(hexstr2bin('${ofHello}'))`, 'hello']],
    run: (args) => textOrBytes(decompress(bytes(args, 0), compressed)),
  })

export const compression = defineFamily({
  id: 'compression',
  title: { en: 'Compression', zh: '压缩与解压缩' },
  functions: [
    compressor('gzip', { en: 'Compresses data to the gzip format.', zh: '压缩为 gzip 格式。' }, 'gunzip', (data) =>
      gzipSync(data, { mtime: 0 }),
    ),
    decompressor(
      'gunzip',
      { en: 'Decompresses data in the gzip format.', zh: '解压 gzip 格式的数据。' },
      '1F8B0800000000000003CB48CDC9C9070086A6103605000000',
      gzipped,
    ),
    compressor(
      'zip',
      {
        en: 'Compresses data to raw deflate, without header and checksum.',
        zh: '压缩为不带头部和校验的 deflate 数据。',
      },
      'unzip',
      (data) => deflateSync(data),
    ),
    decompressor(
      'unzip',
      { en: 'Decompresses raw deflate data.', zh: '解压不带头部的 deflate 数据。' },
      'CB48CDC9C90700',
      deflated,
    ),
    compressor(
      'zip_compress',
      { en: 'Compresses data to the zlib format.', zh: '压缩为 zlib 格式。' },
      'zip_uncompress',
      (data) => zlibSync(data),
    ),
    decompressor(
      'zip_uncompress',
      { en: 'Decompresses data in the zlib format.', zh: '解压 zlib 格式的数据。' },
      '789CCB48CDC9C90700062C0215',
      zlibbed,
    ),
  ],
})

/**
 * Deflate expands data up to 1032 times. With small pieces, a decompression bomb is detected before it fills the
 * memory.
 */
const pieceSize = 8 * 1024

/** @throws SqlError if the data is damaged, incomplete or too long */
export const unzlib = (data: Uint8Array) => decompress(data, zlibbed)

function decompress(data: Uint8Array, { start, isIntact }: CompressionFormat): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = start((piece) => {
    length += piece.length
    if (length > maxLength) fail(`the result would be longer than ${maxLength} bytes`)
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

/** CRC-32 of the gzip format (RFC 1952, 8). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let entry = index
  for (let bit = 0; bit < 8; bit += 1) entry = entry & 1 ? (entry >>> 1) ^ 0xedb88320 : entry >>> 1
  return entry >>> 0
})

/** Adler-32 of the zlib format (RFC 1950, 8.2). */
function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length; at += safeRun) {
    for (const byte of bytes.subarray(at, at + safeRun)) {
      low += byte
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return high * 65_536 + low
}

/** Maximum number of bytes to add before the sums must be reduced */
const safeRun = 5552
