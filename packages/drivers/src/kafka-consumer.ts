import { messageOf } from '@mqdeck/contract'
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs'
import { withDeadline } from './deadline.ts'
import type { KafkaClient } from './kafka-client.ts'

export interface KafkaConsumption {
  readonly groupId: string
  readonly topic: string
  /** Where to start if the group has no offset. */
  readonly from: 'earliest' | 'latest'
  /** Receives the records of one partition at a time. */
  readonly maxBytes: number
  /** Milliseconds for which a broker waits for records. */
  readonly maxWait: number
  /** Milliseconds between two commits of offsets. */
  readonly commitInterval: number
}

export interface KafkaRecord {
  readonly topic: string
  readonly partition: number
  readonly offset: bigint
  readonly key: Uint8Array | undefined
  readonly value: Uint8Array | undefined
  /** Milliseconds since the epoch. */
  readonly timestamp: bigint
  readonly timestampType: 'create' | 'append' | 'undefined'
  /** The last header of each name. */
  readonly headers: Readonly<Record<string, Uint8Array>>
}

export interface KafkaConsumer {
  /** The error that ended it; undefined while it runs. */
  readonly failure: () => Error | undefined
  /** Commits and leaves the group. */
  readonly end: () => Promise<void>
}

/**
 * Milliseconds that the start waits for joining, which then continues in the background. The session of a lost member
 * may have to expire first.
 */
const timeoutMs = 3_000
/** Milliseconds without a heartbeat after which a member is removed from the group. */
const sessionTimeout = 10_000
const requestTimeout = 30_000

export async function startConsumer(
  { create, wrapErrors }: KafkaClient,
  { groupId, topic, from, maxBytes, maxWait, commitInterval }: KafkaConsumption,
  receive: (record: KafkaRecord) => Promise<void> | void,
): Promise<KafkaConsumer> {
  const consumer = create({ requestTimeout: Math.max(requestTimeout, maxWait + 5_000) }).consumer({
    groupId,
    sessionTimeout,
    heartbeatInterval: sessionTimeout / 4,
    maxBytesPerPartition: maxBytes,
    maxBytes: Math.max(maxBytes, 10 * 1024 * 1024),
    maxWaitTimeInMs: maxWait,
    allowAutoTopicCreation: false,
    // The owner of the consumer restarts it.
    retry: { retries: 2, initialRetryTime: 100, restartOnFailure: async () => false },
  })
  let failure: Error | undefined
  let isEnding = false
  let work: Promise<void> = Promise.resolve()
  const taken = new Map<number, bigint>()
  // Other members may own its partitions now and have committed later offsets. The client has committed before.
  consumer.on('consumer.group_join', () => taken.clear())
  consumer.on('consumer.crash', ({ payload }) => {
    failure ??= new Error(messageOf(payload.error))
  })

  async function take({
    batch,
    resolveOffset,
    heartbeat,
    commitOffsetsIfNecessary,
    isRunning,
    isStale,
  }: EachBatchPayload) {
    for (const message of batch.messages) {
      if (!isRunning() || isStale() || isEnding) return
      await receive(toRecord(batch.topic, batch.partition, message))
      resolveOffset(message.offset)
      taken.set(batch.partition, BigInt(message.offset) + 1n)
      await heartbeat()
      await commitOffsetsIfNecessary()
    }
  }

  async function end(): Promise<void> {
    isEnding = true
    await withDeadline(work, timeoutMs).catch(() => undefined)
    const offsets = [...taken].map(([partition, offset]) => ({ topic, partition, offset: String(offset) }))
    // Uncommitted records are delivered again.
    if (offsets.length > 0 && !failure) await consumer.commitOffsets(offsets).catch(() => undefined)
    await consumer.disconnect().catch(() => undefined)
  }

  try {
    await wrapErrors(async () => {
      await consumer.connect()
      await consumer.subscribe({ topic, fromBeginning: from === 'earliest' })
    })
    const joined = joining(consumer)
    const running = consumer.run({
      autoCommitInterval: commitInterval,
      eachBatchAutoResolve: false,
      eachBatch(payload) {
        work = take(payload)
        return work
      },
    })
    running.catch((error: unknown) => {
      failure ??= new Error(messageOf(error))
    })
    await Promise.race([joined, running])
    if (failure) throw failure
    return { failure: () => failure, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Resolves when it has joined the group or failed, or after a while. */
function joining(consumer: Consumer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      for (const forget of forgets) forget()
      resolve()
    }
    const forgets = [consumer.on('consumer.group_join', done), consumer.on('consumer.crash', done)]
    const timer = setTimeout(done, timeoutMs)
  })
}

function toRecord(topic: string, partition: number, message: KafkaMessage): KafkaRecord {
  const { offset, key, value, timestamp, headers = {} } = message
  const named = Object.entries(headers).flatMap(([name, given]) => {
    const last = [given].flat().at(-1)
    return last === undefined ? [] : [[name, typeof last === 'string' ? Buffer.from(last) : last] as const]
  })
  return {
    topic,
    partition,
    offset: BigInt(offset),
    key: key ?? undefined,
    value: value ?? undefined,
    timestamp: BigInt(timestamp),
    timestampType: BigInt(timestamp) < 0n ? 'undefined' : isAppendTime(message) ? 'append' : 'create',
    headers: Object.fromEntries(named),
  }
}

/** A property of its batch, which is missing in the client's types. */
function isAppendTime(message: object): boolean {
  const batch = 'batchContext' in message ? message.batchContext : undefined
  return typeof batch === 'object' && batch !== null && 'timestampType' in batch && batch.timestampType === 1
}
