import { batchOf, headOf, type KafkaRecord, type NewKafkaRecord, recordsOf } from './records.ts'

/** Numbers of Kafka's protocol, "Error Codes". */
export const errors = {
  none: 0,
  offsetOutOfRange: 1,
  corruptMessage: 2,
  unknownTopic: 3,
  messageTooLarge: 10,
  illegalGeneration: 22,
  unknownMember: 25,
  rebalanceInProgress: 27,
  unsupportedSaslMechanism: 33,
  saslAuthenticationFailed: 58,
} as const

/** Log of one partition. */
interface PartitionLog {
  readonly end: () => bigint
  /** Appends record batches. Returns the offset of the first, or an error code. */
  readonly append: (data: Buffer) => { readonly error: number; readonly offset: bigint }
  /** Complete batches from this offset on that fit into the size, at least one. */
  readonly read: (offset: bigint, room: number) => Buffer
  readonly records: () => readonly KafkaRecord[]
  readonly compressions: () => readonly number[]
}

export interface Logs {
  readonly topics: () => readonly string[]
  readonly create: (topic: string, partitions: number) => void
  readonly remove: (topic: string) => void
  readonly of: (topic: string) => readonly PartitionLog[] | undefined
  readonly publish: (topic: string, partition: number, record: NewKafkaRecord) => void
  /** Calls back once after the next record of any partition. */
  readonly onAppended: (listener: () => void) => () => void
}

export function createLogs(maxBytes: number): Logs {
  const topics = new Map<string, readonly PartitionLog[]>()
  const listeners = new Set<() => void>()
  const onAppend = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    topics: () => [...topics.keys()],
    create: (topic, partitions) =>
      void topics.set(
        topic,
        Array.from({ length: partitions }, () => createLog(maxBytes, onAppend)),
      ),
    remove: (topic) => void topics.delete(topic),
    of: (topic) => topics.get(topic),
    publish: (topic, partition, record) => void topics.get(topic)?.[partition]?.append(batchOf(record)),
    onAppended(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function createLog(maxBytes: number, onAppend: () => void): PartitionLog {
  const batches: { readonly base: bigint; readonly next: bigint; readonly data: Buffer }[] = []
  const end = () => batches.at(-1)?.next ?? 0n
  return {
    end,
    append(data) {
      const offset = end()
      const added: typeof batches = []
      for (let at = 0; at < data.length; ) {
        const { size, count, isSound } = headOf(data.subarray(at))
        if (!isSound) return { error: errors.corruptMessage, offset: -1n }
        if (size > maxBytes) return { error: errors.messageTooLarge, offset: -1n }
        const own = Buffer.from(data.subarray(at, at + size))
        const base = added.at(-1)?.next ?? offset
        // Not part of the checksum.
        own.writeBigInt64BE(base, 0)
        added.push({ base, next: base + BigInt(count), data: own })
        at += size
      }
      batches.push(...added)
      onAppend()
      return { error: errors.none, offset }
    },
    read(offset, room) {
      const found: Buffer[] = []
      let left = room
      for (const { next, data } of batches) {
        if (next <= offset) continue
        if (found.length > 0 && data.length > left) break
        found.push(data)
        left -= data.length
      }
      return Buffer.concat(found)
    },
    records: () => batches.flatMap(({ data }) => recordsOf(data)),
    compressions: () => batches.map(({ data }) => headOf(data).compression),
  }
}
