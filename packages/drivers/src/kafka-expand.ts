import { Decompress } from 'fzstd'
import lz4 from 'lz4js'
import { uncompress } from 'snappyjs'

/** Expands batches of records. Runs in a thread (`kafka-expand-thread.ts`): damaged batches can take long. */

export type Compression = 'snappy' | 'lz4' | 'zstd'

/** Bytes of a batch of records without compression. Brokers limit only the compressed size, by default to 1 MB. */
export const maxBytes = 64 * 1024 * 1024

/** Bytes that a zstd frame may refer back to. Level 22, the highest, uses so many. */
const maxWindowBytes = 128 * 1024 * 1024

export const tooLarge = () => new Error(`a compressed batch has more than ${maxBytes} bytes`)

export const expand: Readonly<Record<Compression, (data: Buffer) => Uint8Array>> = {
  /** A single block, or the stream format of snappy-java used by Java clients. */
  snappy(data) {
    if (!data.subarray(0, snappyMagic.length).equals(snappyMagic)) return uncompress(data, maxBytes)
    const parts: Buffer[] = []
    let total = 0
    for (let at = snappyHeadSize; at < data.length; ) {
      const size = data.readUInt32BE(at)
      const part = uncompress(data.subarray(at + 4, at + 4 + size), maxBytes - total)
      total += part.length
      parts.push(part)
      at += 4 + size
    }
    return Buffer.concat(parts)
  },

  /** A frame of independent or linked blocks (LZ4 Frame Format 1.6). The library expands the blocks. */
  lz4(data) {
    const { blocks, blockSize } = readLz4Frame(data)
    if (blocks.length * blockSize > maxBytes) throw tooLarge()
    const whole = Buffer.alloc(blocks.length * blockSize)
    let end = 0
    for (const { start, size, isCompressed } of blocks) {
      if (isCompressed) end = lz4.decompressBlock(data, whole, start, size, end)
      else end += data.copy(whole, end, start, start + size)
      // The library ignores what does not fit.
      if (end > whole.length) throw new Error('a block of a compressed batch is larger than its frame allows')
    }
    return whole.subarray(0, end)
  },

  zstd(data) {
    checkZstdWindows(data)
    const parts: Uint8Array[] = []
    let total = 0
    const stream = new Decompress((part) => {
      parts.push(part)
      total += part.length
      if (total > maxBytes) throw tooLarge()
    })
    stream.push(data, true)
    return Buffer.concat(parts)
  },
}

const snappyMagic = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0])
/** With two versions. */
const snappyHeadSize = snappyMagic.length + 8

interface Lz4Block {
  readonly start: number
  readonly size: number
  readonly isCompressed: boolean
}

/** The blocks of a frame and the largest size of an expanded one. Checksums are not verified: a batch has its own. */
function readLz4Frame(data: Buffer): { readonly blocks: readonly Lz4Block[]; readonly blockSize: number } {
  const [flags = 0, sizes = 0] = data.subarray(4, 6)
  const blockSize = 2 ** (8 + 2 * ((sizes >> 4) & 7))
  if (data.length < 7 || data.readUInt32LE(0) !== 0x184d2204 || flags >> 6 !== 1 || blockSize < 65_536)
    throw new Error('a compressed batch is no LZ4 frame')
  const has = (bit: number) => (flags & bit) !== 0
  const blocks: Lz4Block[] = []
  let at = 7 + (has(0x08) ? 8 : 0) + (has(0x01) ? 4 : 0)
  for (let word = data.readUInt32LE(at); word !== 0; word = data.readUInt32LE(at)) {
    const size = word & 0x7fffffff
    blocks.push({ start: at + 4, size, isCompressed: word === size })
    at += 4 + size + (has(0x10) ? 4 : 0)
  }
  return { blocks, blockSize }
}

/**
 * The library allocates the window of each frame (RFC 8878, 3.1.1.1) before it reads the content. A few bytes could
 * claim 2 GB. All frames together may have the largest window once.
 */
function checkZstdWindows(data: Buffer): void {
  let total = 0
  for (let at = 0; at < data.length; ) {
    if (data.readUInt32LE(at) !== 0xfd2fb528) throw new Error('a compressed batch is no zstd frame')
    const flags = data.readUInt8(at + 4)
    const isOneSegment = (flags & 0x20) !== 0
    const idSize = [0, 1, 2, 4][flags & 3] ?? 0
    const sizeSize = [isOneSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0
    const sizeAt = at + 5 + (isOneSegment ? 0 : 1) + idSize
    total += isOneSegment ? readSize(data, sizeAt, sizeSize) : windowOf(data.readUInt8(at + 5))
    if (total > maxWindowBytes)
      throw new Error(`a compressed batch needs a window of more than ${maxWindowBytes} bytes`)
    at = endOfBlocks(data, sizeAt + sizeSize) + ((flags & 4) !== 0 ? 4 : 0)
  }
}

const windowOf = (descriptor: number) => 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8)

/** A two-byte size is stored minus 256. Sizes of eight bytes are larger than any limit if the upper half is used. */
function readSize(data: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(data.readBigUInt64LE(at))
  return data.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0)
}

function endOfBlocks(data: Buffer, start: number): number {
  for (let at = start; ; ) {
    const head = data.readUIntLE(at, 3)
    const isRepeated = ((head >> 1) & 3) === 1
    at += 3 + (isRepeated ? 1 : head >> 3)
    if ((head & 1) !== 0) return at
  }
}
