import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readServiceAccount, toError } from '@mqdeck/contract'
import {
  AnswerError,
  type PubsubConnection,
  type PubsubConsumer,
  type PubsubMessage,
  type PubsubPublish,
  pubsubType,
} from '@mqdeck/drivers'
import { BatchError, parseTemplate, SettingsError } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import { verifyingTls, withRetries } from '../http-client.ts'
import type { ActionPlain, ConnectorPlain, SourcePlain, SourceSettings } from '../plain.ts'
import type { ActionRuntime, Data, IntegrationContext, IntegrationRuntime, SourceRuntime } from '../port.ts'
import { fill, fillBytes } from '../template.ts'
import type { pubsubConsumer } from './consumer-manifest.ts'
import type { pubsubProducer } from './producer-manifest.ts'

type Connector = ConnectorPlain<typeof pubsubProducer> | ConnectorPlain<typeof pubsubConsumer>
type ActionParameters = ActionPlain<typeof pubsubProducer>
type SourceParameters = SourcePlain<typeof pubsubConsumer>

/** The producer has actions, the consumer has sources. */
export const runtime: IntegrationRuntime<Connector, PubsubConnection, ActionParameters, SourceParameters> = {
  connect(settings, { folder }) {
    const account = readServiceAccount(settings.service_account_json, refuseAccount)
    return pubsubType({
      ...account,
      privateKey: privateKeyOf(account.privateKey),
      origin: originOfService(),
      pool_size: settings.pool_size,
      enable_pipelining: settings.pipelining,
      connect_timeout: settings.connect_timeout,
      ssl: verifyingTls,
      folder,
    })
  },
  action: createAction,
  source: createSource,
}

function refuseAccount(reason: string): never {
  throw new SettingsError('service_account_json', reason)
}

/** Signing with a longer key would hold other work. Google creates keys of 2048 bits. */
const longestKey = 4096

function privateKeyOf(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    return refuseAccount('private_key in the JSON is not a valid private key in PEM format')
  }
  const length = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || length < 2048 || length > longestKey)
    return refuseAccount(`private_key in the JSON must be an RSA key of 2048 to ${longestKey} bits`)
  return key
}

/** The variable of Google's client libraries and EMQX, for emulators. */
function originOfService(): string {
  const host = process.env.PUBSUB_EMULATOR_HOST
  if (host === undefined || host === '') return 'https://pubsub.googleapis.com'
  const origin = `http://${host}`
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    return refuseAccount('cannot be used, because the environment variable PUBSUB_EMULATOR_HOST is not HOST:PORT')
  return origin
}

/** Limits of a request and of its messages. */
const requestBytes = 9_000_000
const messagesPerRequest = 1000
const longest = { data: 10_000_000, orderingKey: 1024, attributes: 100, attributeKey: 256, attributeValue: 1024 }

function createAction(
  parameters: ActionParameters,
  { max_retries }: Connector,
): ActionRuntime<PubsubConnection, PubsubPublish> {
  const { pubsub_topic: topic } = parameters
  const payload = parameters.payload_template === '' ? undefined : parseTemplate(parameters.payload_template)
  const orderingKey = parseTemplate(parameters.ordering_key_template)
  const attributes = parameters.attributes_template.map(({ key, value }) => ({
    key: parseTemplate(key),
    value: parseTemplate(value),
  }))
  // Missing values are empty, as in EMQX, except in the payload.
  const nothing = () => ''

  async function errorOf(
    connection: PubsubConnection,
    messages: readonly PubsubPublish[],
    signal: AbortSignal,
  ): Promise<Error | undefined> {
    const publish = () => connection.publish(topic, messages, signal)
    return withRetries(max_retries, signal, publish).then(() => undefined, toError)
  }

  return {
    check: (connection, signal) => connection.checkTopic(topic, signal),
    render(data) {
      const named = attributes
        .map(({ key, value }) => [fill(key, data, nothing), fill(value, data, nothing)] as const)
        .filter(([key]) => key !== '')
      const key = fill(orderingKey, data, nothing)
      const content = Buffer.from(payload ? fillBytes(payload, data) : encodeJson(data))
      requireWithinLimits(content, key, named)
      return {
        data: content.toString('base64'),
        ...(named.length > 0 && { attributes: Object.fromEntries(named) }),
        ...(key !== '' && { orderingKey: key }),
      }
    },
    show: ({ data, ...message }) => ({ ...message, data: Buffer.from(data, 'base64').toString() }),
    /** A rejected request publishes nothing. It is sent again message by message, so that one does not fail the others. */
    async send(connection, batch, signal) {
      const results: (Error | undefined)[] = []
      for (const some of requestsOf(batch)) {
        const error = await errorOf(connection, some, signal)
        if (error instanceof AnswerError && some.length > 1)
          for (const one of some) results.push(await errorOf(connection, [one], signal))
        else results.push(...some.map(() => error))
      }
      const [first] = results
      if (first && results.every((error) => error === first)) throw first
      if (results.some((error) => error !== undefined)) throw new BatchError(results)
      return { published: batch.length }
    },
  }
}

function requireWithinLimits(content: Uint8Array, key: string, attributes: readonly (readonly [string, string])[]) {
  if (content.length > longest.data) throw new Error('the payload has more than 10 MB')
  if (content.length === 0 && attributes.length === 0)
    throw new Error('the message is empty: it has neither a payload nor attributes')
  if (Buffer.byteLength(key) > longest.orderingKey) throw new Error('the ordering key has more than 1024 bytes')
  if (attributes.length > longest.attributes) throw new Error('the message has more than 100 attributes')
  for (const [name, value] of attributes) {
    if (Buffer.byteLength(name) > longest.attributeKey) throw new Error('an attribute key has more than 256 bytes')
    if (name.startsWith('goog')) throw new Error('an attribute key begins with goog, which is reserved')
    if (Buffer.byteLength(value) > longest.attributeValue)
      throw new Error('an attribute value has more than 1024 bytes')
  }
}

/** Splits a batch by the limits of a request. */
function* requestsOf(batch: readonly PubsubPublish[]): Generator<readonly PubsubPublish[]> {
  let some: PubsubPublish[] = []
  let size = 0
  for (const message of batch) {
    const attributes = Object.entries(message.attributes ?? {})
      .flat()
      .join('').length
    const own = message.data.length + attributes + (message.orderingKey?.length ?? 0) + 100
    if (some.length > 0 && (some.length === messagesPerRequest || size + own > requestBytes)) {
      yield some
      some = []
      size = 0
    }
    some.push(message)
    size += own
  }
  if (some.length > 0) yield some
}

function createSource(
  parameters: SourceParameters,
  _: Connector,
  { name, log }: IntegrationContext,
  { request_ttl: timeout = 45_000 }: SourceSettings['resource_opts'],
): SourceRuntime<PubsubConnection> {
  const { topic } = parameters
  // Same name as in EMQX, so that unacknowledged messages are kept when EMQX is replaced.
  const subscription = `emqx-sub-${name}-${topic}`
  if (subscription.length > 255)
    throw new SettingsError('topic', 'is too long: with the name of the source, it must have at most 245 characters')
  let consumer: PubsubConsumer | undefined
  return {
    async start(connection, emit) {
      const what = {
        topic,
        subscription,
        ackDeadline: Math.ceil(parameters.ack_deadline / 1000),
        ackRetryInterval: parameters.ack_retry_interval,
        maxMessages: parameters.pull_max_messages,
        workers: parameters.consumer_workers_per_topic,
        timeout,
      }
      const begun = await connection.consume(what, async (message) => {
        try {
          await emit(toData(message, topic))
        } catch (error) {
          const reason = toError(error).message
          log.warn({ source: name, message_id: message.id, reason }, 'pubsub_message_not_acknowledged')
          throw error
        }
      })
      consumer = begun
      return begun.end
    },
    async check(_connection, signal) {
      await consumer?.check(signal)
    },
  }
}

const toData = (message: PubsubMessage, topic: string): Data => ({
  message_id: message.id,
  publish_time: message.publishTime,
  topic,
  ...(message.data && { value: message.data }),
  ...(message.attributes && { attributes: message.attributes }),
  ...(message.orderingKey !== undefined && { ordering_key: message.orderingKey }),
})
