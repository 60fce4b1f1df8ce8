import { isSystemTopic } from '@mqdeck/access'
import {
  type Broker,
  type NewMessage as BrokerMessage,
  type MessageProperties,
  type PublishOutcome,
  ReasonError,
  validateTopicName,
} from '@mqdeck/broker'
import { mqtt5ReasonCodes, type NewMessage, ok, type PublishProblem, type PublishResponse } from '@mqdeck/contract'
import { DeclaredError } from '../../../http/error-map.ts'
import type { BrokerContext } from '../broker-context.ts'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'

const problem = (code: number, message = mqtt5ReasonCodes[code]?.name ?? `reason_code_${code}`): PublishProblem => ({
  reason_code: code,
  message,
})

function publishHandlers({ broker }: BrokerContext): HandlersOf<'publishing'> {
  return {
    publish: async ({ body }) => {
      const [status, answer] = toAnswer(await broker.publish(toMessage(body, broker)))
      if (status === 503) throw new DeclaredError(status, answer)
      return status === 200 ? { status, body: answer } : { status, body: answer }
    },
    publishBulk: async ({ body }) => {
      // All messages are validated before the first one is published.
      const messages = body.map((message) => toMessage(message, broker))
      const answers: PublishResult[] = []
      // One after another: the order of the list is the order of the messages.
      for (const message of messages) {
        if (broker.turn.spend()) await broker.turn.next()
        answers.push(toAnswer(await broker.publish(message)))
      }
      const bodies = answers.map(([, answer]) => answer)
      if (answers.some(([status]) => status === 503)) throw new DeclaredError(503, bodies)
      const delivered = answers.flatMap(([status, answer]) => (status === 200 ? [answer] : []))
      return delivered.length === answers.length ? ok(delivered) : { status: 202, body: bodies }
    },
  }
}

type PublishResult = [200, PublishResponse] | [202 | 503, PublishProblem]

const refused: ReadonlySet<number> = new Set([16, 131])

function toAnswer(outcome: PublishOutcome): PublishResult {
  // A validation or transformation refused the message. EMQX answers 500 if it also disconnects the publisher.
  if ('rejected' in outcome && refused.has(outcome.rejected)) return [202, problem(16)]
  if ('rejected' in outcome) return [503, problem(outcome.rejected)]
  return outcome.delivered > 0 ? [200, { id: outcome.id }] : [202, problem(16)]
}

/** @throws {DeclaredError} 400 with a reason code */
function toMessage(message: NewMessage, broker: Broker): BrokerMessage {
  const { topic, qos, retain, clientid, properties } = message
  const { max_topic_levels, max_packet_size } = broker.zones().default.mqtt
  if (!isTopicName(topic, max_topic_levels) || isSystemTopic(topic)) throw new DeclaredError(400, problem(144))
  const payload = decode(message)
  // PUBACK has no code for a packet that is too large. EMQX uses "quota exceeded".
  if (payload.length > max_packet_size) throw new DeclaredError(400, problem(151, 'packet_too_large'))
  return {
    topic,
    payload,
    qos,
    retain,
    ...(properties && { properties: toProperties(properties) }),
    from: { clientId: clientid ?? 'http_api', username: undefined, peername: undefined, protocol: 'http' },
  }
}

function isTopicName(topic: string, maxLevels: number): boolean {
  try {
    validateTopicName(topic, maxLevels)
    return true
  } catch (error) {
    if (error instanceof ReasonError) return false
    throw error
  }
}

function decode({ payload, payload_encoding }: NewMessage): Buffer {
  if (payload_encoding === 'plain') return Buffer.from(payload)
  const text = payload.replace(/\s/g, '')
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new DeclaredError(400, problem(131, 'decode_base64_payload'))
  }
  return Buffer.from(text, 'base64')
}

function toProperties(given: NonNullable<NewMessage['properties']>): MessageProperties {
  return {
    ...(given.payload_format_indicator !== undefined && {
      payloadFormatIndicator: given.payload_format_indicator === 1 ? 1 : 0,
    }),
    ...(given.message_expiry_interval !== undefined && { messageExpiryInterval: given.message_expiry_interval }),
    ...(given.content_type !== undefined && { contentType: given.content_type }),
    ...(given.response_topic !== undefined && { responseTopic: given.response_topic }),
    ...(given.correlation_data !== undefined && { correlationData: Buffer.from(given.correlation_data) }),
    ...(given.user_properties !== undefined && { userProperties: Object.entries(given.user_properties) }),
  }
}

export const publishModule = defineModule({
  name: 'publish',
  create: (context) => ({ handlers: publishHandlers(context) }),
})
