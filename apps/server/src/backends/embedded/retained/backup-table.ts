import { isUtf8 } from 'node:buffer'
import { type Message, type MessageProperties, ReasonError, type Retained, validateTopicName } from '@mqdeck/broker'
import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import * as z from 'zod'
import { defineBackupTable } from '../backup/backup-table.ts'

const text = () => z.string().max(65_535)
const milliseconds = () => z.number().min(0).max(8_640_000_000_000_000)

/** Bytes are stored as text if they are UTF-8, otherwise as base64. */
const RetainedMessage = z.strictObject({
  topic: text().min(1),
  payload: z.string().optional(),
  payloadBase64: z.base64().optional(),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  id: z.string().regex(/^[\dA-F]{32}$/),
  /** Milliseconds since the epoch. */
  timestamp: milliseconds(),
  /** Milliseconds since the epoch. `infinity` if the message has no expiry interval. */
  expiresAt: z.union([milliseconds(), z.literal('infinity')]),
  from: z.strictObject({
    clientId: text(),
    username: text().optional(),
    peername: text().optional(),
    protocol: z.string().max(100),
  }),
  properties: z.strictObject({
    payloadFormatIndicator: z.union([z.literal(0), z.literal(1)]).optional(),
    messageExpiryInterval: z.number().int().min(0).max(0xffff_ffff).optional(),
    contentType: text().optional(),
    responseTopic: text().optional(),
    correlationDataBase64: z.base64().optional(),
    userProperties: z.array(z.tuple([text(), text()])).optional(),
  }),
})
type RetainedMessage = z.infer<typeof RetainedMessage>

/** Retained messages, except those that the broker itself publishes (`$SYS`). */
export const retainedTable = (retained: Retained, clock: Clock) =>
  defineBackupTable<RetainedMessage>({
    name: 'builtin_retainer',
    schema: RetainedMessage,
    nameOf: ({ topic }) => topic,
    dump: function* () {
      for (const message of retained.all()) if (!isOwn(message)) yield toJson(message)
    },
    count: () => {
      let count = 0
      for (const message of retained.all()) if (!isOwn(message)) count += 1
      return count
    },
    find: ({ topic }) => {
      const here = retained.get(topic)
      return here && toJson(here)
    },
    check: ({ topic, payload, payloadBase64 }) => {
      if (!(payload ?? payloadBase64))
        throw new AppError('BAD_REQUEST', 'the payload of a retained message must not be empty')
      checkTopic(topic)
    },
    isOver: (message) => retained.expiryOf(toMessage(message)) <= clock.now(),
    put: async (message) => retained.putBack(toMessage(message)),
  })

const isOwn = ({ topic, from }: Message) => topic.startsWith('$SYS/') && from.protocol === 'sys'

function checkTopic(topic: string): void {
  try {
    validateTopicName(topic)
  } catch (error) {
    if (error instanceof ReasonError) throw new AppError('BAD_REQUEST', `invalid topic: ${error.message}`)
    throw error
  }
}

function toJson({ topic, payload, qos, id, timestamp, expiresAt, from, properties }: Message): RetainedMessage {
  const { correlationData, userProperties, ...others } = properties
  const { clientId, username, peername, protocol } = from
  return {
    topic,
    ...(isUtf8(payload) ? { payload: toText(payload, 'utf8') } : { payloadBase64: toText(payload, 'base64') }),
    qos,
    id,
    timestamp,
    expiresAt: expiresAt === Number.POSITIVE_INFINITY ? 'infinity' : expiresAt,
    from: {
      clientId,
      ...(username !== undefined && { username }),
      ...(peername !== undefined && { peername }),
      protocol,
    },
    properties: {
      ...others,
      ...(correlationData && { correlationDataBase64: toText(correlationData, 'base64') }),
      ...(userProperties && { userProperties: userProperties.map(([name, value]) => [name, value]) }),
    },
  }
}

function toMessage({ payload, payloadBase64, expiresAt, from, properties, ...message }: RetainedMessage): Message {
  const { correlationDataBase64: correlation, ...others } = properties
  return {
    ...message,
    payload: payload === undefined ? Buffer.from(payloadBase64 ?? '', 'base64') : Buffer.from(payload),
    retain: true,
    dup: false,
    expiresAt: expiresAt === 'infinity' ? Number.POSITIVE_INFINITY : expiresAt,
    from: { clientId: from.clientId, username: from.username, peername: from.peername, protocol: from.protocol },
    // Fields that are missing in the record are missing in the message as well.
    properties: {
      ...others,
      ...(correlation !== undefined && { correlationData: Buffer.from(correlation, 'base64') }),
    } as MessageProperties,
  }
}

const toText = (bytes: Uint8Array, encoding: BufferEncoding) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
