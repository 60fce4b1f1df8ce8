/** Types of Kafka's protocol, without the compact ones, because no flexible version is used. */
export interface Reader {
  readonly i8: () => number
  readonly i16: () => number
  readonly i32: () => number
  readonly i64: () => bigint
  readonly text: () => string
  readonly nullableText: () => string | undefined
  readonly bytes: () => Buffer
  /** Undefined for the null array. */
  readonly nullableList: <T>(one: () => T) => T[] | undefined
  readonly list: <T>(one: () => T) => T[]
}

export function createReader(data: Buffer): Reader {
  let at = 0
  const take = (size: number) => {
    if (size < 0 || at + size > data.length) throw new Error('the frame is too short')
    at += size
    return at - size
  }
  const slice = (size: number) => {
    const start = take(size)
    return data.subarray(start, start + size)
  }
  const reader: Reader = {
    i8: () => data.readInt8(take(1)),
    i16: () => data.readInt16BE(take(2)),
    i32: () => data.readInt32BE(take(4)),
    i64: () => data.readBigInt64BE(take(8)),
    text: () => slice(reader.i16()).toString(),
    nullableText() {
      const size = reader.i16()
      return size < 0 ? undefined : slice(size).toString()
    },
    bytes() {
      const size = reader.i32()
      return size < 0 ? Buffer.alloc(0) : slice(size)
    },
    nullableList(one) {
      const count = reader.i32()
      return count < 0 ? undefined : Array.from({ length: count }, one)
    },
    list: (one) => reader.nullableList(one) ?? [],
  }
  return reader
}

/** Parts of a response, joined in order. */
export const i8 = (value: number) => filled(1, (buffer) => buffer.writeInt8(value))
export const i16 = (value: number) => filled(2, (buffer) => buffer.writeInt16BE(value))
export const i32 = (value: number) => filled(4, (buffer) => buffer.writeInt32BE(value))
export const i64 = (value: bigint) => filled(8, (buffer) => buffer.writeBigInt64BE(value))

export function text(value: string | undefined): Buffer {
  if (value === undefined) return i16(-1)
  const bytes = Buffer.from(value)
  return Buffer.concat([i16(bytes.length), bytes])
}

export const bytes = (value: Uint8Array): Buffer => Buffer.concat([i32(value.length), value])

export const list = <T>(items: readonly T[], one: (item: T) => readonly Buffer[]): Buffer =>
  Buffer.concat([i32(items.length), ...items.flatMap(one)])

function filled(size: number, write: (buffer: Buffer) => void): Buffer {
  const buffer = Buffer.alloc(size)
  write(buffer)
  return buffer
}
