import { toError } from '@mqdeck/contract'
import { AnswerError, type KafkaConnection, type KafkaMessage, type KafkaProduce } from '@mqdeck/drivers'
import { BatchError, parseTemplate, ruleText, SettingsError, type Template } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import type { ActionPlain, ActionSettings } from '../plain.ts'
import type { ActionRuntime, Data, IntegrationContext } from '../port.ts'
import { dataLookup, fill, fillBytes } from '../template.ts'
import type { confluentProducer, eventHubProducer, kafkaProducer } from './producer-manifest.ts'

type Parameters = ActionPlain<typeof kafkaProducer>

/** Parameters of any type that has producers. */
export type ProducerParameters =
  | Parameters
  | ActionPlain<typeof confluentProducer>
  | ActionPlain<typeof eventHubProducer>

/** Confluent and Event Hubs do not have all fields of Kafka. */
export const toKafkaParameters = (given: ProducerParameters): Parameters => ({
  compression: 'no_compression',
  ...given,
  message: { timestamp: '${.timestamp}', ...given.message },
})

export interface KafkaRequest extends KafkaMessage {
  readonly topic: string
}

type Headers = KafkaMessage['headers']

/** Maximum number of messages per batch. */
const batchSize = 1000
const timeoutMs = 30_000

const acksOf = { all_isr: -1, leader_only: 1, none: 0 } as const
const compressionOf = { no_compression: 'none', gzip: 'gzip', snappy: 'snappy' } as const
const modeOf = { memory: 'memory_only', disk: 'disk', hybrid: 'volatile_offload' } as const

export function createKafkaAction(
  parameters: Parameters,
  { clock }: IntegrationContext,
): ActionRuntime<KafkaConnection, KafkaRequest> {
  const topic = parseTemplate(parameters.topic)
  const isOneTopic = topic.parts.every((part) => typeof part === 'string')
  const key = parseTemplate(parameters.message.key)
  const value = parseTemplate(parameters.message.value)
  const timestamp = parseTemplate(parameters.message.timestamp)
  const headersOf = createHeaders(parameters)
  // Missing values are empty, as in EMQX.
  const nothing = () => ''
  const options: Omit<KafkaProduce, 'topic' | 'messages'> = {
    acks: acksOf[parameters.required_acks],
    compression: compressionOf[parameters.compression],
    partitionBy: parameters.partition_strategy === 'key_dispatch' ? 'key' : 'chance',
    partitionLimit: parameters.partitions_limit === 'all_partitions' ? undefined : parameters.partitions_limit,
    refreshInterval: parameters.partition_count_refresh_interval,
    timeout: parameters.query_mode === 'sync' ? parameters.sync_query_timeout : timeoutMs,
    // The health check detects a missing topic, and buffered messages are kept.
    isMissingTopicFinal: !isOneTopic,
  }

  /**
   * Sends messages in order in chunks of limited size. A rejected chunk is sent again message by message, so that one
   * message does not fail the others.
   */
  async function sendTo(
    connection: KafkaConnection,
    name: string,
    messages: readonly KafkaMessage[],
    signal: AbortSignal,
    reportFailure: (message: KafkaMessage, error: Error) => void,
  ): Promise<void> {
    for (const chunk of chunksOf(messages, parameters.max_batch_bytes)) {
      if (signal.aborted) return
      const error = await outcomeOf(connection.produce({ ...options, topic: name, messages: chunk }))
      if (!error) continue
      if (error instanceof AnswerError && chunk.length > 1)
        for (const one of chunk) {
          const own = await outcomeOf(connection.produce({ ...options, topic: name, messages: [one] }))
          if (own) reportFailure(one, own)
        }
      else for (const one of chunk) reportFailure(one, error)
    }
  }

  return {
    buffering: bufferingOf(parameters),
    ...(isOneTopic && { check: (connection) => connection.checkTopic(parameters.topic) }),
    render: (data) => ({
      topic: topicOf(fill(topic, data, nothing)),
      key: Buffer.from(fillBytes(key, data, nothing)),
      value: Buffer.from(fillBytes(value, data, nothing)),
      timestamp: timestampOf(fill(timestamp, data, nothing)) ?? BigInt(clock.now()),
      headers: headersOf(data),
    }),
    async send(connection, batch, signal) {
      signal.throwIfAborted()
      const errors = new Map<KafkaMessage, Error>()
      await Promise.all(
        [...new Set(batch.map((one) => one.topic))].map((name) => {
          const own = batch.filter((one) => one.topic === name)
          return orAborted(
            sendTo(connection, name, own, signal, (message, error) => errors.set(message, error)),
            signal,
          )
        }),
      )
      if (errors.size > 0) throw new BatchError(batch.map((one) => errors.get(one)))
      return { messages: batch.length }
    },
  }
}

const bufferingOf = (parameters: Parameters): Partial<ActionSettings['resource_opts']> => ({
  buffer_mode: modeOf[parameters.buffer.mode],
  max_buffer_bytes: parameters.buffer.per_partition_limit,
  batch_size: batchSize,
  batch_time: parameters.max_linger_time,
  query_mode: parameters.query_mode,
  inflight_window: parameters.max_inflight,
  // One worker keeps the order of messages and creates full batches.
  worker_pool_size: 1,
})

/** Valid topic names of Kafka. */
function topicOf(topic: string): string {
  if (!/^[a-zA-Z0-9._-]{1,249}$/.test(topic))
    throw new Error(`${JSON.stringify(topic)} is not a valid Kafka topic name`)
  return topic
}

const timestampOf = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined)

function createHeaders(parameters: Parameters): (data: Data) => Headers {
  const { kafka_headers: template = '', kafka_ext_headers: more = [] } = parameters
  const all = template === '' ? undefined : onePlace(template)
  const named = more.map(({ kafka_ext_header_key: name, kafka_ext_header_value: value }) => ({
    name: parseTemplate(name),
    value: parseTemplate(value),
  }))
  const encode = parameters.kafka_header_value_encode_mode === 'json' ? encodeJson : encodePlain
  return (data) => [
    ...(all ? pairsOf(dataLookup(data)(all.path, all.name), encode) : []),
    ...named.map(({ name, value }): Headers[number] => {
      const [only, ...others] = value.parts
      const isOne = typeof only === 'object' && others.length === 0
      return [
        fill(name, data),
        isOne ? encode(dataLookup(data)(only.path, only.name) ?? '') : encode(fill(value, data)),
      ]
    }),
  ]
}

function onePlace(text: string): Exclude<Template['parts'][number], string> {
  const [only, ...others] = parseTemplate(text).parts
  if (typeof only !== 'object' || others.length > 0)
    throw new SettingsError('kafka_headers', 'must be one placeholder, such as ${pub_props}')
  return only
}

/** An object, or a list of `{key, value}` such as `User-Property-Pairs`. */
function pairsOf(given: unknown, encode: (value: unknown) => string | Uint8Array): Headers {
  if (typeof given !== 'object' || given === null || given instanceof Uint8Array) return []
  if (!Array.isArray(given)) return Object.entries(given).map(([name, value]) => [name, encode(value)])
  return given.flatMap(
    (one: unknown): Headers =>
      typeof one === 'object' && one !== null && 'key' in one && 'value' in one
        ? [[ruleText(one.key), encode(one.value)]]
        : [],
  )
}

const encodePlain = (value: unknown): string | Uint8Array => (value instanceof Uint8Array ? value : ruleText(value))

function chunksOf(messages: readonly KafkaMessage[], most: number): readonly (readonly KafkaMessage[])[] {
  const chunks: KafkaMessage[][] = [[]]
  let bytes = 0
  for (const message of messages) {
    const size = sizeOf(message)
    if (bytes > 0 && bytes + size > most) {
      chunks.push([])
      bytes = 0
    }
    chunks.at(-1)?.push(message)
    bytes += size
  }
  return chunks
}

/** Approximate size with the overhead of a record. */
const sizeOf = ({ key, value, headers }: KafkaMessage): number =>
  20 + (key?.length ?? 0) + value.length + headers.reduce((sum, [name, one]) => sum + name.length + one.length + 4, 0)

const outcomeOf = (work: Promise<void>): Promise<Error | undefined> => work.then(() => undefined, toError)

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
