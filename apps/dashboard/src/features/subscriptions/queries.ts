import {
  type ClientSubscription,
  getClient,
  listSubscriptions,
  listTopics,
  type Topic,
  unsubscribeClient,
} from '@mqdeck/contract'
import { defineChange, defineQuery, type Paging, type RowPage, refreshIntervals } from '../../api/index.ts'
import { withoutMountpoint } from '../../lib/topics/mountpoint.ts'
import type { SubscriptionFilters, TopicFilters } from './searches.ts'

/** Without a total if the broker has to match topics. */
export const subscriptionsQuery = defineQuery<SubscriptionFilters & Paging, RowPage<ClientSubscription>>({
  name: 'subscriptions',
  async load(call, { qos, ...filters }, signal) {
    const query = { ...filters, ...(qos !== undefined && { qos: levels[qos] }) }
    const { data, meta } = await call(listSubscriptions, { query, signal })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
  },
  poll: 'chosen',
})

const levels = { 0: 0, 1: 1, 2: 2 } as const

/** Maximum number of topics read for one search. */
export const maxTopics = 10_000
const portion = 1000

export interface TopicList {
  /** Sorted by name. */
  readonly topics: readonly Topic[]
  /** There are more topics; their total, if the broker reports it. */
  readonly cutFrom: number | undefined
}

/** EMQX does not sort and only finds exact filters, so the list is read page by page and sorted and searched here. */
export const topicsQuery = defineQuery<Pick<TopicFilters, 'topic' | 'node'>, TopicList>({
  name: 'topics',
  async load(call, query, signal) {
    const topics: Topic[] = []
    for (let page = 1; ; page += 1) {
      const { data, meta } = await call(listTopics, { query: { ...query, page, limit: portion }, signal })
      topics.push(...data)
      const isEnd = !meta.hasnext || data.length === 0
      if (!isEnd && topics.length < maxTopics) continue
      const cutFrom = isEnd ? undefined : (meta.count ?? topics.length)
      return { topics: topics.sort(byTopic), cutFrom }
    }
  },
  poll: 'chosen',
  interval: refreshIntervals.history,
})

const byTopic = (one: Topic, other: Topic) =>
  one.topic < other.topic ? -1 : one.topic > other.topic ? 1 : one.node < other.node ? -1 : 1

type Ended = Pick<ClientSubscription, 'clientid' | 'topic'>

/** The list does not have the mountpoint of a client, and the request requires the filter without it. */
export const unsubscribe = defineChange<Ended, undefined>({
  async apply(call, { clientid, topic }) {
    const params = { clientid }
    const { mountpoint } = await call(getClient, { params })
    return call(unsubscribeClient, { params, body: { topic: withoutMountpoint(topic, mountpoint) } })
  },
  invalidates: [subscriptionsQuery, topicsQuery],
})
