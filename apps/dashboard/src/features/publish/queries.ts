import {
  type Call,
  listSubscriptions,
  listTopics,
  type NewMessage,
  type PublishProblem,
  type PublishResponse,
  publish,
  publishBulk,
} from '@mqdeck/contract'
import { defineChange } from '../../api/index.ts'
import { filterMatches } from '../../lib/topics/topic-name.ts'

/** Result of a request. */
export interface Published {
  /** One answer per message, in order: a reason code if there was no subscriber. */
  readonly answers: readonly (PublishResponse | PublishProblem)[]
  /** Number of matching subscriptions; undefined if there are too many topics to count them. */
  readonly subscribers: number | undefined
}

/** Publishes messages to one topic. */
export const publishMessages = defineChange<readonly NewMessage[], Published>({
  async apply(call, messages) {
    const [first] = messages
    if (!first) return { answers: [], subscribers: undefined }
    const answers =
      messages.length === 1 ? [await call(publish, { body: first })] : await call(publishBulk, { body: [...messages] })
    // The messages have been published: a failed count is not an error.
    const subscribers = await countSubscribers(call, first.topic).catch(() => undefined)
    return { answers, subscribers }
  },
  invalidates: [],
})

const [maxTopics, maxFilters] = [1000, 20]

/** The API does not report the number of subscribers, so matching subscriptions are counted. */
async function countSubscribers(call: Call, topic: string): Promise<number | undefined> {
  const { data, meta } = await call(listTopics, { query: { limit: maxTopics } })
  const filters = [...new Set(data.map((row) => row.topic))].filter((filter) => filterMatches(filter, topic))
  if (meta.hasnext || filters.length > maxFilters) return undefined
  const counts = await Promise.all(
    filters.map(async (filter) => (await call(listSubscriptions, { query: { topic: filter, limit: 1 } })).meta.count),
  )
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
}
