import { gunzipSync } from 'node:zlib'
import { uncompress } from 'snappyjs'

/** One record. Offsets and timestamps (milliseconds) are 64-bit numbers. */
export interface KafkaRecord {
  readonly offset: bigint
  readonly timestamp: bigint
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export interface NewKafkaRecord {
  readonly key?: string
  readonly value: string | Uint8Array
  readonly timestamp?: bigint
  readonly headers?: Readonly<Record<string, string>>
}

/** The first 61 bytes of a record batch of version 2 (Kafka protocol, "Record Batch"). */
export interface BatchHead {
  readonly size: number
  /** Number of offsets in the batch. */
  readonly count: number
  readonly compression: number
  /** The format is supported, and the checksum is correct. */
  readonly isSound: boolean
}

const headSize = 61
/** Offset and length are not included in the length. */
const beforeLength = 12

export function headOf(data: Buffer): BatchHead {
  const size = data.readInt32BE(8) + beforeLength
  return {
    size,
    count: data.readInt32BE(23) + 1,
    compression: data.readInt16BE(21) & 7,
    isSound:
      size <= data.length && data.readInt8(16) === 2 && crc32c(data.subarray(21, size)) === data.readUInt32BE(17),
  }
}

export function recordsOf(batch: Buffer): KafkaRecord[] {
  const base = batch.readBigInt64BE(0)
  const time = batch.readBigInt64BE(27)
  const { size, compression } = headOf(batch)
  const read = createVarints(decompressed(batch.subarray(headSize, size), compression))
  return Array.from({ length: batch.readInt32BE(57) }, () => {
    read.varint()
    read.skip(1)
    const timestamp = time + read.varint()
    const offset = base + read.varint()
    const key = read.block()
    const value = read.block()
    const headers = Array.from(
      { length: Number(read.varint()) },
      () => [String(read.block() ?? ''), String(read.block() ?? '')] as const,
    )
    return { offset, timestamp, key, value, headers }
  })
}

/** A batch of one record without compression. */
export function batchOf({ key, value, timestamp = BigInt(Date.now()), headers = {} }: NewKafkaRecord): Buffer {
  const record = Buffer.concat([
    Buffer.from([0]),
    varint(0n),
    varint(0n),
    key === undefined ? varint(-1n) : block(key),
    block(value),
    varint(BigInt(Object.keys(headers).length)),
    ...Object.entries(headers).flatMap(([name, one]) => [block(name), block(one)]),
  ])
  const records = block(record)
  const batch = Buffer.alloc(headSize + records.length)
  batch.writeInt32BE(batch.length - beforeLength, 8)
  batch.writeInt8(2, 16)
  batch.writeBigInt64BE(timestamp, 27)
  batch.writeBigInt64BE(timestamp, 35)
  batch.writeBigInt64BE(-1n, 43) // no producer id, no epoch, no sequence
  batch.writeInt16BE(-1, 51)
  batch.writeInt32BE(-1, 53)
  batch.writeInt32BE(1, 57)
  records.copy(batch, headSize)
  batch.writeUInt32BE(crc32c(batch.subarray(21)), 17)
  return batch
}

function decompressed(data: Buffer, compression: number): Buffer {
  if (compression === 0) return data
  if (compression === 1) return gunzipSync(data)
  if (compression === 2) return uncompress(data)
  throw new Error(`compression ${compression} is not known here`)
}

function createVarints(data: Buffer) {
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = BigInt(data.readUInt8(at++))
      value |= (byte & 0x7fn) << shift
      shift += 7n
      if (byte < 0x80n) return (value >> 1n) ^ -(value & 1n)
    }
  }
  return {
    varint,
    skip(count: number) {
      at += count
    },
    block(): Buffer | null {
      const size = Number(varint())
      if (size < 0) return null
      at += size
      return data.subarray(at - size, at)
    },
  }
}

function varint(value: bigint): Buffer {
  let left = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n))
  const all: number[] = []
  while (left >= 0x80n) {
    all.push(Number(left & 0x7fn) | 0x80)
    left >>= 7n
  }
  return Buffer.from([...all, Number(left)])
}

function block(value: string | Uint8Array): Buffer {
  const data = Buffer.from(value)
  return Buffer.concat([varint(BigInt(data.length)), data])
}

/** Castagnoli's polynomial, reversed (RFC 3720, appendix B.4). */
const table = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value >>> 0
})

function crc32c(data: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of data) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}
