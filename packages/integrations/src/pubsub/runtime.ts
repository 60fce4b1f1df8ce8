import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readServiceAccount, toError } from '@mqdeck/contract'
import { type PubsubConnection, type PubsubConsumer, type PubsubMessage, pubsubType } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import { verifyingTls } from '../http-client.ts'
import type { ConnectorPlain, SourcePlain, SourceSettings } from '../plain.ts'
import type { Data, IntegrationContext, IntegrationRuntime, SourceRuntime } from '../port.ts'
import type { pubsubConsumer } from './consumer-manifest.ts'
import type { pubsubProducer } from './producer-manifest.ts'
import { createPubsubAction, type PublishParameters } from './pubsub-action.ts'

type Connector = ConnectorPlain<typeof pubsubProducer> | ConnectorPlain<typeof pubsubConsumer>
type SourceParameters = SourcePlain<typeof pubsubConsumer>

/** The producer has actions, the consumer has sources. */
export const runtime: IntegrationRuntime<Connector, PubsubConnection, PublishParameters, SourceParameters> = {
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
  action: (parameters, { max_retries }) => createPubsubAction(parameters, max_retries),
  source: createSource,
}

function refuseAccount(reason: string): never {
  throw new SettingsError('service_account_json', reason)
}

/** Signing with a longer key would hold other work. Google creates keys of 2048 bits. */
const maxKeyBytes = 4096

function privateKeyOf(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    return refuseAccount('private_key in the JSON is not a valid private key in PEM format')
  }
  const length = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || length < 2048 || length > maxKeyBytes)
    return refuseAccount(`private_key in the JSON must be an RSA key of 2048 to ${maxKeyBytes} bits`)
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
      const started = await connection.consume(what, async (message) => {
        try {
          await emit(toData(message, topic))
        } catch (error) {
          const reason = toError(error).message
          log.warn({ source: name, message_id: message.id, reason }, 'pubsub_message_not_acknowledged')
          throw error
        }
      })
      consumer = started
      return started.end
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
