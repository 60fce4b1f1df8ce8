import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { answer, count, PageMeta, page, paging, qosAnswer, string } from '../fields/index.ts'

const retainedMessage = {
  msgid: z.string(),
  topic: z.string(),
  qos: qosAnswer(),
  publish_at: z.string(),
  from_clientid: z.string(),
  /** `undefined` for a client without a name, as EMQX has it. */
  from_username: z.string(),
}

export const RetainedRow = answer(retainedMessage)
export type RetainedRow = z.infer<typeof RetainedRow>

/** With its payload in base64, which is left out when it has more than 1 MiB. */
export const RetainedDetail = answer({ ...retainedMessage, payload: z.string().optional() })
export type RetainedDetail = z.infer<typeof RetainedDetail>

/** Oldest first. `topic` is a filter, wildcards allowed. */
const RetainedQuery = z.object({ topic: string().optional(), ...paging })

/** The count comes without a filter only, as from EMQX. */
export const listRetained = endpoint({
  method: 'GET',
  path: '/mqtt/retainer/messages',
  tag: 'Retainer',
  query: RetainedQuery,
  ok: { 200: page(RetainedRow) },
  errors: { 400: ['BAD_REQUEST'] },
})

/** Deletes every retained message. */
export const clearRetained = endpoint({
  method: 'DELETE',
  path: '/mqtt/retainer/messages',
  tag: 'Retainer',
  ok: { 204: empty },
})

const byTopic = z.object({ topic: string() })
const byTopicErrors = { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] } as const

/** The topic may have wildcards, also in EMQX: the oldest message that matches is answered. */
export const getRetained = endpoint({
  method: 'GET',
  path: '/mqtt/retainer/message/{topic}',
  tag: 'Retainer',
  params: byTopic,
  ok: { 200: RetainedDetail },
  errors: byTopicErrors,
})

/** Every message whose topic matches, at least one. */
export const deleteRetained = endpoint({
  method: 'DELETE',
  path: '/mqtt/retainer/message/{topic}',
  tag: 'Retainer',
  params: byTopic,
  ok: { 204: empty },
  errors: byTopicErrors,
})

/** Bytes, and RFC 3339; null: it never expires. */
export const RetainedDetailRow = answer({
  ...retainedMessage,
  payload_size: count(),
  expires_at: z.string().nullable(),
})
export type RetainedDetailRow = z.infer<typeof RetainedDetailRow>

/** What EMQX's list leaves out: size, expiry, and how many there are also with a filter. */
export const listRetainedDetails = endpoint({
  method: 'GET',
  path: '/mqdeck/retained',
  tag: 'MQDeck',
  query: RetainedQuery,
  ok: { 200: answer({ data: z.array(RetainedDetailRow), meta: PageMeta.extend({ count: count() }) }) },
  errors: { 400: ['BAD_REQUEST'] },
})

export const retainedMessages = { listRetained, clearRetained, getRetained, deleteRetained, listRetainedDetails }
