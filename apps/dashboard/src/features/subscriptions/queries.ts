import {
  type ClientSubscription,
  getClient,
  listSubscriptions,
  listTopics,
  type Topic,
  unsubscribeClient,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../data/index.ts'
import { withoutMountpoint } from '../../lib/mountpoint.ts'
import type { SubscriptionFilters, TopicFilters } from './searches.ts'

interface Paging {
  readonly page: number
  readonly limit: number
}

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Of all pages; the broker does not count where it has to match topics. */
  readonly total: number | undefined
  readonly hasNext: boolean
}

interface Answer<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly count?: number | undefined; readonly hasnext: boolean }
}

const toListPage = <Row>({ data, meta }: Answer<Row>): ListPage<Row> => ({
  rows: data,
  total: meta.count,
  hasNext: meta.hasnext,
})

export const subscriptionsQuery = defineQuery<SubscriptionFilters & Paging, ListPage<ClientSubscription>>({
  name: 'subscriptions',
  async load(call, { qos, ...query }, signal) {
    return toListPage(
      await call(listSubscriptions, { query: { ...query, ...(qos !== undefined && { qos: levels[qos] }) }, signal }),
    )
  },
  poll: 'chosen',
})

const levels = { 0: 0, 1: 1, 2: 2 } as const

export const topicsQuery = defineQuery<TopicFilters & Paging, ListPage<Topic>>({
  name: 'topics',
  load: async (call, query, signal) => toListPage(await call(listTopics, { query, signal })),
  poll: 'chosen',
})

type Ended = Pick<ClientSubscription, 'clientid' | 'topic'>

/** The list does not say which mountpoint a client has, and the call wants the filter without it. */
export const unsubscribe = defineChange<Ended, undefined>({
  async apply(call, { clientid, topic }) {
    const params = { clientid }
    const { mountpoint } = await call(getClient, { params })
    return call(unsubscribeClient, { params, body: { topic: withoutMountpoint(topic, mountpoint) } })
  },
  outdates: [subscriptionsQuery, topicsQuery],
})
