import type { ServerAddress } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import { withDeadline } from './deadline.ts'
import { createKafkaClient } from './kafka-client.ts'
import { type KafkaConsumer, type KafkaConsumption, type KafkaRecord, startConsumer } from './kafka-consumer.ts'
import { createProducers, type KafkaProduce } from './kafka-producers.ts'
import type { TlsSettings } from './tls.ts'

export type { KafkaConsumer, KafkaConsumption, KafkaRecord } from './kafka-consumer.ts'
export type { KafkaMessage, KafkaProduce } from './kafka-producers.ts'

export interface KafkaSettings {
  /** Addresses of some brokers; the others are discovered. */
  readonly servers: readonly ServerAddress[]
  readonly login: KafkaLogin | undefined
  readonly clientId: string
  /** Milliseconds. */
  readonly connectTimeout: number
  /** Milliseconds for one metadata request. */
  readonly metadataTimeout: number
  /** Where it is given, every partition of it must have a leader. */
  readonly healthCheckTopic: string | undefined
  readonly noDelay: boolean
  /** Idle milliseconds before TCP keep-alive probes are sent; undefined: none. */
  readonly keepAlive: number | undefined
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  readonly username: string
  readonly password: string
}

/** Milliseconds for disconnecting. */
const timeoutMs = 4_000

/** A Kafka cluster. */
export interface KafkaConnection {
  /**
   * Resolves when the configured number of brokers has all messages.
   * @throws {AnswerError} (rejects) the messages are rejected; after any other error a retry may succeed
   */
  readonly produce: (what: KafkaProduce) => Promise<void>
  /**
   * Takes records of a topic as a member of a group. A record counts as taken when `receive` is done. Rejects if it
   * cannot start.
   */
  readonly consume: (
    what: KafkaConsumption,
    receive: (record: KafkaRecord) => Promise<void> | void,
  ) => Promise<KafkaConsumer>
  /** Rejects with the reason if the topic is missing or has partitions without a leader. */
  readonly checkTopic: (topic: string) => Promise<void>
  readonly check: () => Promise<void>
  /** Calls the listener each time a socket is lost. */
  readonly onLost: (tell: () => void) => void
  readonly close: () => Promise<void>
}

/**
 * Client: `kafkajs`. It has no dependencies and knows every broker from 0.10 to 4. It is no longer developed; the client that
 * is (`@platformatic/kafka`) expands batches of records on the event loop, and Confluent's downloads a native library. Everything of it
 * is behind this file and those named `kafka-`.
 */
export function kafkaType(settings: KafkaSettings): ResourceType<KafkaConnection> {
  return {
    connect: (signal) => open(settings, signal),
    check: ({ check }) => check(),
    close: ({ close }) => close(),
    watch: ({ onLost }, tell) => onLost(tell),
  }
}

async function open(settings: KafkaSettings, signal: AbortSignal): Promise<KafkaConnection> {
  const client = await createKafkaClient(settings)
  const { create, wrapErrors } = client
  const admin = create({ requestTimeout: settings.metadataTimeout }).admin()
  const producers = createProducers(client, (topic) => admin.fetchTopicMetadata({ topics: [topic] }))
  const consumers = new Set<KafkaConsumer>()
  const giveUp = () => client.end()
  signal.addEventListener('abort', giveUp)

  const checkTopic = (topic: string) =>
    wrapErrors(async () => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
      const partitions = topics.find(({ name }) => name === topic)?.partitions ?? []
      if (partitions.length === 0) throw new Error(`the topic ${topic} has no partitions`)
      const orphans = partitions.filter(({ leader }) => leader < 0).map(({ partitionId }) => partitionId)
      if (orphans.length > 0) throw new Error(`partitions of topic ${topic} have no leader: ${orphans.join(', ')}`)
    })
  const connection: KafkaConnection = {
    produce: producers.produce,
    async consume(what, receive) {
      const consumer = await startConsumer(client, what, receive)
      consumers.add(consumer)
      return {
        ...consumer,
        async end() {
          consumers.delete(consumer)
          await consumer.end()
        },
      }
    },
    checkTopic,
    async check() {
      await wrapErrors(() => admin.describeCluster())
      if (settings.healthCheckTopic) await checkTopic(settings.healthCheckTopic)
    },
    onLost: client.onLost,
    async close() {
      const closing = Promise.all([...consumers].map((consumer) => consumer.end())).then(() =>
        Promise.all([producers.close(), admin.disconnect()]),
      )
      // Disconnect even if brokers no longer respond.
      await withDeadline(closing, timeoutMs).catch(() => undefined)
      client.end()
    },
  }
  try {
    await wrapErrors(() => admin.connect())
    await connection.check()
    return connection
  } catch (error) {
    await connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
