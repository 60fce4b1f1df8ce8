import type { ICustomPartitioner, Message, Producer } from 'kafkajs'
import { type KafkaClient, typeOf } from './kafka-client.ts'

export interface KafkaMessage {
  readonly key: Uint8Array | undefined
  readonly value: Uint8Array
  /** Milliseconds since the epoch; undefined: now. */
  readonly timestamp: bigint | undefined
  readonly headers: readonly (readonly [name: string, value: string | Uint8Array])[]
}

export interface KafkaProduce {
  readonly topic: string
  readonly messages: readonly KafkaMessage[]
  /** -1: all in-sync replicas, 1: the leader, 0: no acknowledgement. */
  readonly acks: -1 | 0 | 1
  readonly compression: 'none' | 'gzip' | 'snappy'
  /** By the key (murmur2, as Java's client), or any. */
  readonly partitionBy: 'key' | 'chance'
  /** Uses only this number of partitions. */
  readonly partitionLimit: number | undefined
  /** Milliseconds after which the number of partitions is requested again. */
  readonly refreshInterval: number
  /** Milliseconds for the answer. */
  readonly timeout: number
  /** False if a missing topic may still be created. */
  readonly isMissingTopicFinal: boolean
}

/** A message as the partitioner gets it. */
interface Routed extends Message {
  readonly route: Pick<KafkaProduce, 'partitionBy' | 'partitionLimit'>
}

/** Errors about one topic. The client reports them for all topics that it requested together. */
const aboutOne: readonly unknown[] = [
  'UNKNOWN_TOPIC_OR_PARTITION',
  'TOPIC_AUTHORIZATION_FAILED',
  'INVALID_TOPIC_EXCEPTION',
]

/** @param look rejects with the error of a single topic */
export function createProducers(
  { create, library, wrapErrors }: KafkaClient,
  look: (topic: string) => Promise<unknown>,
) {
  /** A producer requests the metadata of all topics that it has sent to in one request. */
  interface Known {
    readonly opened: Promise<Producer>
    readonly topics: Set<string>
  }
  const producers = new Map<string, Known>()
  const { CompressionTypes, Partitioners } = library
  const codes = { none: CompressionTypes.None, gzip: CompressionTypes.GZIP, snappy: CompressionTypes.Snappy } as const
  const byKey = Partitioners.DefaultPartitioner()

  const createPartitioner: ICustomPartitioner = () => (args) => {
    // Every message comes from `produce`.
    const { partitionBy, partitionLimit } = (args.message as Routed).route
    const all = args.partitionMetadata
    const allowed = partitionLimit === undefined ? all : all.filter(({ partitionId }) => partitionId < partitionLimit)
    if (partitionBy === 'key') return byKey({ ...args, partitionMetadata: allowed })
    const alive = allowed.filter(({ leader }) => leader >= 0)
    const choice = alive.length > 0 ? alive : allowed
    return choice[Math.floor(Math.random() * choice.length)]?.partitionId ?? 0
  }

  function producerFor({ refreshInterval, timeout }: KafkaProduce): readonly [key: string, Known] {
    const key = `${refreshInterval} ${timeout}`
    const found = producers.get(key)
    if (found) return [key, found]
    const producer = create({ requestTimeout: timeout }).producer({
      createPartitioner,
      allowAutoTopicCreation: false,
      metadataMaxAge: refreshInterval,
    })
    const made = { opened: producer.connect().then(() => producer), topics: new Set<string>() }
    producers.set(key, made)
    made.opened.catch(() => producers.delete(key))
    return [key, made]
  }

  const fails = (topic: string): Promise<boolean> =>
    look(topic).then(
      () => false,
      (error: unknown) => aboutOne.includes(typeOf(error)),
    )

  async function discard(key: string): Promise<void> {
    const known = producers.get(key)
    producers.delete(key)
    await known?.opened.then((producer) => producer.disconnect())
  }

  return {
    async produce(what: KafkaProduce): Promise<void> {
      const { topic, messages, acks, compression, timeout, isMissingTopicFinal } = what
      const [key, known] = producerFor(what)
      await wrapErrors(
        async () => {
          const producer = await known.opened
          try {
            await producer.send({
              topic,
              acks,
              timeout,
              compression: codes[compression],
              messages: messages.map((message) => toMessage(message, what)),
            })
            known.topics.add(topic)
          } catch (error) {
            if (!aboutOne.includes(typeOf(error))) throw error
            const isThisOne = await fails(topic)
            // It would keep requesting the deleted topic together with all others, and get the metadata of none.
            if (!isThisOne || known.topics.has(topic)) void discard(key).catch(() => {})
            if (!isThisOne) throw new Error('another topic no longer exists')
            throw error
          }
        },
        { isMissingTopicFinal },
      )
    },
    async close() {
      await Promise.allSettled([...producers.keys()].map(discard))
    },
  }
}

function toMessage({ key, value, timestamp, headers }: KafkaMessage, route: Routed['route']): Routed {
  // Not a plain object, since names such as `constructor` are allowed.
  const byName = new Map<string, Buffer[]>()
  for (const [name, one] of headers) byName.set(name, [...(byName.get(name) ?? []), Buffer.from(one)])
  return {
    key: key === undefined ? null : Buffer.from(key),
    value: Buffer.from(value),
    ...(timestamp !== undefined && { timestamp: String(timestamp) }),
    headers: Object.fromEntries(byName),
    route,
  }
}
