import lz4 from 'lz4js'
import { uncompress } from 'snappyjs'

/** Expands batches of records in JavaScript. Runs in a thread (`kafka-expand-thread.ts`): damaged batches can take long. */

export type Compression = 'snappy' | 'lz4'

/** Bytes of a batch of records without compression. Brokers limit only the compressed size, by default to 1 MB. */
export const maxBytes = 64 * 1024 * 1024

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
