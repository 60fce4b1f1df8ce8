import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { bodyList, object, oneOf, response, string } from '../fields/index.ts'

/** How the dashboard decodes the payloads of a topic filter. `schema` is the name of a schema for the format `schema`. */
const payloadDecoder = {
  topic: string(),
  format: oneOf(['cbor', 'msgpack', 'sparkplug', 'schema']),
  schema: string().optional(),
  /** For a Protobuf schema. */
  message_type: string().optional(),
}

export const PayloadDecoder = response({
  topic: z.string(),
  format: z.enum(['cbor', 'msgpack', 'sparkplug', 'schema']),
  schema: z.string().optional(),
  message_type: z.string().optional(),
})
export type PayloadDecoder = z.infer<typeof PayloadDecoder>

const tag = 'MQDeck'

/** In the order in which they are tried. */
export const listPayloadDecoders = endpoint({
  method: 'GET',
  path: '/mqdeck/payload_decoders',
  tag,
  ok: { 200: z.array(PayloadDecoder) },
})

/** Replaces all decoders. */
export const updatePayloadDecoders = endpoint({
  method: 'PUT',
  path: '/mqdeck/payload_decoders',
  title: { en: 'Change payload decoders', zh: '修改 Payload 解码器' },
  tag,
  body: bodyList(object(payloadDecoder)),
  ok: { 200: z.array(PayloadDecoder) },
  errors: { 400: ['BAD_REQUEST'] },
})

export const payloadDecoders = { listPayloadDecoders, updatePayloadDecoders }
