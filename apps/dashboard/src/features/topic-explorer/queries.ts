import {
  type Call,
  endpoint,
  getRetained,
  listRetained,
  listTopics,
  type RetainedDetail,
  textBody,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../data/index.ts'

/** The longest page there is. */
const limit = 10_000

// The worker reads the answers, not the page.
const topicsAsText = endpoint({ ...listTopics, keepsText: true, ok: { 200: textBody } })
const retainedAsText = endpoint({ ...listRetained, keepsText: true, ok: { 200: textBody } })

/** Filters that somebody subscribes to. */
export const loadTopicPage = async (call: Call, page: number, signal: AbortSignal): Promise<string> =>
  String(await call(topicsAsText, { query: { page, limit }, signal }))

/** Retained messages without their payloads. */
export const loadRetainedPage = async (call: Call, page: number, signal: AbortSignal): Promise<string> =>
  String(await call(retainedAsText, { query: { page, limit }, signal }))

interface OfTopic {
  readonly topic: string
}

/** Undefined when it has gone meanwhile. */
export const keptMessageQuery = defineQuery<OfTopic, RetainedDetail | undefined>({
  name: 'retained-message-of-topic',
  load: (call, { topic }, signal) => orIfMissing(call(getRetained, { params: { topic }, signal }), undefined),
})
