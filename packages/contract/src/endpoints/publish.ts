import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  body,
  bodyList,
  boolean,
  field,
  object,
  oneOf,
  qos,
  range,
  response,
  string,
  undocumentedRange,
  withDefault,
} from '../fields/index.ts'

const userProperties = field<Readonly<Record<string, string>>>({ type: 'object' }, (value, refuse) =>
  isTextMap(value) ? value : refuse({ expected: 'map()' }),
)

const PublishProperties = object({
  payload_format_indicator: range(0, 1).optional(),
  /** Seconds. */
  message_expiry_interval: undocumentedRange(0, 4_294_967_295).optional(),
  response_topic: string().optional(),
  correlation_data: string().optional(),
  user_properties: userProperties.optional(),
  content_type: string().optional(),
})

/** A message to publish. With `payload_encoding` base64, `payload` is decoded first. */
export const NewMessage = body({
  topic: string(),
  payload: string(),
  payload_encoding: withDefault(oneOf(['plain', 'base64']), 'plain'),
  qos: withDefault(qos(), 0),
  retain: withDefault(boolean(), false),
  properties: PublishProperties.optional(),
  /** Deprecated, still accepted. */
  clientid: string({ deprecated: true }).optional(),
})
export type NewMessage = z.infer<typeof NewMessage>

export const PublishResponse = response({ id: z.string() })
export type PublishResponse = z.infer<typeof PublishResponse>

/** Why a message reached no subscriber: a reason code of MQTT 5 and its name. */
export const PublishProblem = response({ reason_code: z.int(), message: z.string() })
export type PublishProblem = z.infer<typeof PublishProblem>

/** 202: accepted, without subscribers. */
export const publish = endpoint({
  method: 'POST',
  path: '/publish',
  title: { en: 'Publish message', zh: '发布消息' },
  tag: 'Publish',
  body: NewMessage,
  ok: { 200: PublishResponse, 202: PublishProblem },
  otherErrors: { 400: PublishProblem, 503: PublishProblem },
})

/** 202: some messages reached no subscriber. The response has one result per message, in order. */
export const publishBulk = endpoint({
  method: 'POST',
  path: '/publish/bulk',
  title: { en: 'Publish messages', zh: '批量发布消息' },
  tag: 'Publish',
  body: bodyList(NewMessage),
  ok: { 200: z.array(PublishResponse), 202: z.array(z.union([PublishResponse, PublishProblem])) },
  otherErrors: { 400: z.union([z.array(PublishProblem), PublishProblem]), 503: z.array(PublishProblem) },
})

export const publishing = { publish, publishBulk }

const isTextMap = (value: NonNullable<unknown>): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && !Array.isArray(value) && Object.values(value).every((text) => typeof text === 'string')
