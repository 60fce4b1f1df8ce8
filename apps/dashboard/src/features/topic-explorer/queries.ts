import {
  type Call,
  endpoint,
  getRetained,
  listRetained,
  listTopics,
  type RetainedDetail,
  textBody,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../api/index.ts'

/** Largest page size of the API. */
const limit = 10_000

// Responses stay text, since the worker parses them.
const topicsAsText = endpoint({ ...listTopics, keepsText: true, ok: { 200: textBody } })
const retainedAsText = endpoint({ ...listRetained, keepsText: true, ok: { 200: textBody } })

/** Topics and topic filters with subscriptions. */
export const loadTopicPage = async (call: Call, page: number, signal: AbortSignal): Promise<string> =>
  String(await call(topicsAsText, { query: { page, limit }, signal }))

/** Retained messages without their payloads. */
export const loadRetainedPage = async (call: Call, page: number, signal: AbortSignal): Promise<string> =>
  String(await call(retainedAsText, { query: { page, limit }, signal }))

interface TopicName {
  readonly topic: string
}

/** Undefined if the message is no longer retained. */
export const retainedMessageQuery = defineQuery<TopicName, RetainedDetail | undefined>({
  name: 'retained-message-of-topic',
  load: (call, { topic }, signal) => orIfMissing(call(getRetained, { params: { topic }, signal }), undefined),
})
