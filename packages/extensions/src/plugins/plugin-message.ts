import {
  type ClientInfo,
  type Message,
  type MessageProperties,
  type NewMessage,
  validateTopicName,
} from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { PluginClient } from '@mqdeck/plugin'
import * as z from 'zod'
import type { PackedMessage } from './thread-messages.ts'

/** The protocol of messages that plugins publish. Their client ID is the name of the plugin. */
export const pluginProtocol = 'plugin'

export function toPluginClient(client: ClientInfo): PluginClient {
  const { username, certCommonName, certSubject, gateway } = client
  return {
    clientId: client.clientId,
    peerhost: client.peerhost,
    peerport: client.peerport,
    listener: client.listener,
    protocolName: client.protocolName,
    protocolVersion: String(client.protocolVersion),
    keepalive: client.keepalive,
    cleanStart: client.cleanStart,
    attributes: client.attributes,
    ...(username !== undefined && { username }),
    ...(certCommonName !== undefined && { certCommonName }),
    ...(certSubject !== undefined && { certSubject }),
    ...(gateway !== undefined && { gateway }),
  }
}

export function toPacked(message: Message, bytes: { readonly start: number; readonly end: number }): PackedMessage {
  const { id, topic, qos, retain, properties, timestamp, from } = message
  const { clientId, username, protocol } = from
  const { start, end } = bytes
  return [id, topic, qos, retain, timestamp, packed(properties), clientId, username, protocol, start, end]
}

/** Without a copy, the whole buffer that the data are a part of would be sent to the thread. */
function packed(properties: MessageProperties): MessageProperties | undefined {
  if (Object.keys(properties).length === 0) return undefined
  const { correlationData } = properties
  return correlationData ? { ...properties, correlationData: Uint8Array.from(correlationData) } : properties
}

const Properties = z.strictObject({
  payloadFormatIndicator: z.union([z.literal(0), z.literal(1)]).optional(),
  messageExpiryInterval: z.int().min(0).max(0xffff_ffff).optional(),
  contentType: text().optional(),
  responseTopic: text().optional(),
  correlationData: z
    .instanceof(Uint8Array)
    .refine(({ length }) => length <= 0xffff, 'is longer than 65535 bytes')
    .optional(),
  userProperties: z
    .array(z.tuple([text(), text()]))
    .max(100)
    .optional(),
})

function text() {
  return z.string().refine((value) => Buffer.byteLength(value) <= 0xffff, 'is longer than 65535 bytes')
}

const changes = {
  topic: z.string(),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  retain: z.boolean(),
  properties: Properties,
}
const Changes = z.strictObject(changes).partial()
const noChanges: z.infer<typeof Changes> = {}
const Published = z.strictObject({ ...changes, payload: z.instanceof(Uint8Array) })

/** EMQX's default of `max_topic_levels`. */
const maxTopicLevels = 128
/** EMQX's maximum of `max_packet_size`. */
const maxPayload = 256 * 1024 * 1024

/** @throws Error that says what is wrong */
export function readPublish(message: unknown, plugin: string): NewMessage {
  const { properties, ...rest } = parse(Published, message)
  checkTopic(rest.topic)
  checkPayload(rest.payload)
  const from = { clientId: plugin, username: undefined, peername: undefined, protocol: pluginProtocol }
  return { ...rest, properties: defined(properties), from }
}

/**
 * The message with the changes of a plugin.
 * @throws Error that says what is wrong
 */
export function changeMessage(message: Message, decision: unknown, payload: Uint8Array | undefined): Message {
  const { properties, ...rest } = decision === undefined ? noChanges : parse(Changes, decision)
  if (rest.topic !== undefined) checkTopic(rest.topic)
  if (payload) checkPayload(payload)
  const expiry = properties?.messageExpiryInterval
  return {
    ...message,
    ...defined(rest),
    ...(payload && { payload }),
    ...(properties && {
      properties: defined(properties),
      expiresAt: expiry === undefined ? Number.POSITIVE_INFINITY : message.timestamp + expiry * 1000,
    }),
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new TypeError(`${issue?.path.join('.') || 'the message'}: ${issue?.message}`)
}

function checkTopic(topic: string): void {
  try {
    validateTopicName(topic, maxTopicLevels)
  } catch (error) {
    throw new TypeError(`the topic ${JSON.stringify(topic.slice(0, 100))} is invalid: ${messageOf(error)}`)
  }
}

function checkPayload({ length }: Uint8Array): void {
  if (length > maxPayload) throw new RangeError(`the payload is longer than ${maxPayload} bytes`)
}

/** Without undefined values, which `exactOptionalPropertyTypes` does not allow. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Only undefined values were removed.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
