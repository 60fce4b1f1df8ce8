import { toError } from '@mqdeck/contract'
import {
  type RabbitmqConnection,
  type RabbitmqConsumer,
  type RabbitmqMessage,
  type RabbitmqPublish,
  rabbitmqType,
} from '@mqdeck/drivers'
import { BatchError, parseTemplate } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import type { ActionPlain, ConnectorPlain, SourcePlain } from '../plain.ts'
import type { ActionRuntime, Data, IntegrationRuntime, SourceRuntime } from '../port.ts'
import { fill, fillBytes } from '../template.ts'
import type { rabbitmq } from './manifest.ts'

type Connector = ConnectorPlain<typeof rabbitmq>
type ActionParameters = ActionPlain<typeof rabbitmq>
type SourceParameters = SourcePlain<typeof rabbitmq>

export const runtime: IntegrationRuntime<Connector, RabbitmqConnection, ActionParameters, SourceParameters> = {
  connect: (settings, { folder }) =>
    rabbitmqType({
      ...settings,
      host: settings.server,
      virtualHost: settings.virtual_host,
      poolSize: settings.pool_size,
      folder,
    }),
  action: createAction,
  source: createSource,
}

type Request = Omit<RabbitmqPublish, 'content'> & { readonly content: string | Uint8Array }

function createAction(parameters: ActionParameters): ActionRuntime<RabbitmqConnection, Request> {
  const exchange = parseTemplate(parameters.exchange)
  const routingKey = parseTemplate(parameters.routing_key)
  const payload = parameters.payload_template === '' ? undefined : parseTemplate(parameters.payload_template)
  const isPersistent = parameters.delivery_mode === 'persistent'
  const confirmWithin = parameters.wait_for_publish_confirmations ? parameters.publish_confirmation_timeout : undefined

  return {
    render: (data) => ({
      exchange: short('exchange', fill(exchange, data)),
      routingKey: short('routing key', fill(routingKey, data)),
      content: payload ? fillBytes(payload, data) : encodeJson(data),
      isPersistent,
    }),
    async send(connection, batch, signal) {
      const sent = await Promise.allSettled(
        batch.map(({ content, ...rest }) =>
          connection.publish({ ...rest, content: Buffer.from(content) }, confirmWithin, signal),
        ),
      )
      const results = sent.map((one) => (one.status === 'rejected' ? toError(one.reason) : undefined))
      const [first] = results
      if (batch.length === 1 && first) throw first
      if (results.some((error) => error !== undefined)) throw new BatchError(results)
      return { published: batch.length }
    },
  }
}

/** A short string (AMQP 0-9-1, 4.2.5.3). */
function short(what: string, value: string): string {
  if (Buffer.byteLength(value) > 255) throw new Error(`the ${what} is longer than 255 bytes`)
  return value
}

function createSource({ queue, no_ack: noAck }: SourceParameters): SourceRuntime<RabbitmqConnection> {
  let consumer: RabbitmqConsumer | undefined
  return {
    async start(connection, emit) {
      const begun = await connection.consume({ queue, noAck }, (message) => emit(toData(message, queue)))
      consumer = begun
      return begun.end
    },
    async check() {
      const failure = consumer?.failure()
      if (failure) throw failure
    },
  }
}

/** Properties that the publisher has not set are missing. */
function toData({ exchange, routingKey, content, properties }: RabbitmqMessage, queue: string): Data {
  const named = {
    headers: properties.headers,
    content_type: properties.contentType,
    content_encoding: properties.contentEncoding,
    delivery_mode: properties.deliveryMode,
    priority: properties.priority,
    correlation_id: properties.correlationId,
    reply_to: properties.replyTo,
    expiration: properties.expiration,
    message_id: properties.messageId,
    timestamp: properties.timestamp,
    type: properties.type,
    user_id: properties.userId,
    app_id: properties.appId,
    cluster_id: properties.clusterId,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return {
    payload: content,
    queue,
    exchange,
    routing_key: routingKey,
    ...Object.fromEntries(given.map(([name, value]) => [name, exact(value)])),
  }
}

/** Integers are bigints in rules. */
function exact(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, exact(one)]))
}
