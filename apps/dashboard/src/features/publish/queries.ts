import {
  type Call,
  listSubscriptions,
  listTopics,
  type NewMessage,
  type PublishAnswer,
  type PublishProblem,
  publish,
  publishBulk,
} from '@mqdeck/contract'
import { defineChange } from '../../data/index.ts'
import { filterMatches } from '../../lib/topic-name.ts'

/** What came of a call. */
export interface Published {
  /** One for each message, in their order: a reason code when it reached nobody. */
  readonly answers: readonly (PublishAnswer | PublishProblem)[]
  /** Subscriptions that match the topic; undefined where there are too many topics to tell. */
  readonly subscribers: number | undefined
}

/** Messages to one and the same topic. */
export const publishMessages = defineChange<readonly NewMessage[], Published>({
  async apply(call, messages) {
    const [first] = messages
    if (!first) return { answers: [], subscribers: undefined }
    const answers =
      messages.length === 1 ? [await call(publish, { body: first })] : await call(publishBulk, { body: [...messages] })
    // The messages are out; that the count fails must not look as if they were not.
    const subscribers = await countSubscribers(call, first.topic).catch(() => undefined)
    return { answers, subscribers }
  },
  invalidates: [],
})

const [mostTopics, mostFilters] = [1000, 20]

/** The API does not say how many a message reached; so the filters are looked through. */
async function countSubscribers(call: Call, topic: string): Promise<number | undefined> {
  const { data, meta } = await call(listTopics, { query: { limit: mostTopics } })
  const filters = [...new Set(data.map((row) => row.topic))].filter((filter) => filterMatches(filter, topic))
  if (meta.hasnext || filters.length > mostFilters) return undefined
  const counts = await Promise.all(
    filters.map(async (filter) => (await call(listSubscriptions, { query: { topic: filter, limit: 1 } })).meta.count),
  )
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  )
}
