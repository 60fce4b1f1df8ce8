/** Snappy in Kafka: a single block, or the stream format of snappy-java used by Java clients. */
export const snappy = {
  async compress({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> {
    const { compress } = await import('snappyjs')
    return compress(buffer)
  },
  async decompress(data: Buffer): Promise<Buffer> {
    const { uncompress } = await import('snappyjs')
    if (!data.subarray(0, magic.length).equals(magic)) return uncompress(data)
    const parts: Buffer[] = []
    for (let at = headSize; at < data.length; ) {
      const size = data.readInt32BE(at)
      parts.push(uncompress(data.subarray(at + 4, at + 4 + size)))
      at += 4 + size
    }
    return Buffer.concat(parts)
  },
}

const magic = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0])
/** With two versions. */
const headSize = magic.length + 8
