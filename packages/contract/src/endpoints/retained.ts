import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { count, PageMeta, page, paging, qosResponse, response, string } from '../fields/index.ts'

const retainedMessage = {
  msgid: z.string(),
  topic: z.string(),
  qos: qosResponse(),
  publish_at: z.string(),
  from_clientid: z.string(),
  /** `undefined` for a client without a username, as in EMQX. */
  from_username: z.string(),
}

export const RetainedRow = response(retainedMessage)
export type RetainedRow = z.infer<typeof RetainedRow>

/** With its payload in base64, omitted above 1 MiB. */
export const RetainedDetail = response({ ...retainedMessage, payload: z.string().optional() })
export type RetainedDetail = z.infer<typeof RetainedDetail>

/** Oldest first. `topic` is a topic filter. */
const RetainedQuery = z.object({ topic: string().optional(), ...paging })

/** The count is only returned without a filter, as in EMQX. */
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
  title: { en: 'Delete all retained messages', zh: '删除所有保留消息' },
  tag: 'Retainer',
  ok: { 204: empty },
})

const byTopic = z.object({ topic: string() })
const byTopicErrors = { 400: ['BAD_REQUEST'], 404: ['NOT_FOUND'] } as const

/** The topic may contain wildcards, as in EMQX: returns the oldest matching message. */
export const getRetained = endpoint({
  method: 'GET',
  path: '/mqtt/retainer/message/{topic}',
  tag: 'Retainer',
  params: byTopic,
  ok: { 200: RetainedDetail },
  errors: byTopicErrors,
})

/** Deletes all messages with matching topics; there must be at least one. */
export const deleteRetained = endpoint({
  method: 'DELETE',
  path: '/mqtt/retainer/message/{topic}',
  title: { en: 'Delete retained message', zh: '删除保留消息' },
  tag: 'Retainer',
  params: byTopic,
  ok: { 204: empty },
  errors: byTopicErrors,
})

/** Bytes, and RFC 3339; null if it never expires. */
export const RetainedDetailRow = response({
  ...retainedMessage,
  payload_size: count(),
  expires_at: z.string().nullable(),
})
export type RetainedDetailRow = z.infer<typeof RetainedDetailRow>

/** Fields that EMQX's list omits: size, expiry, and the count also with a filter. */
export const listRetainedDetails = endpoint({
  method: 'GET',
  path: '/mqdeck/retained',
  tag: 'MQDeck',
  query: RetainedQuery,
  ok: { 200: response({ data: z.array(RetainedDetailRow), meta: PageMeta.extend({ count: count() }) }) },
  errors: { 400: ['BAD_REQUEST'] },
})

export const retainedMessages = { listRetained, clearRetained, getRetained, deleteRetained, listRetainedDetails }
