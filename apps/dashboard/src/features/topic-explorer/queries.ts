import {
  type Call,
  deleteRetained,
  endpoint,
  getRetained,
  listRetained,
  listTopics,
  type RetainedDetail,
  textBody,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../data/index.ts'

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

/** The topics with a retained message that a filter matches now, each once. */
export const keptTopicsQuery = defineQuery<{ readonly filter: string }, readonly string[]>({
  name: 'retained-topics-of-branch',
  async load(call, { filter }, signal) {
    const topics = new Set<string>()
    for (let page = 1; ; page++) {
      const { data, meta } = await call(listRetained, { query: { topic: filter, page, limit }, signal })
      for (const row of data) topics.add(row.topic)
      if (!meta.hasnext || data.length === 0) return [...topics]
    }
  },
})

/** A message that has gone meanwhile is deleted all the same. */
export const removeKept = defineChange<OfTopic, undefined>({
  apply: (call, params) => orIfMissing(call(deleteRetained, { params }), undefined),
  // Those of the page of retained messages.
  outdates: [keptMessageQuery, { name: 'retained' }, { name: 'retained-count' }],
})
