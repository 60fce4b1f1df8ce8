import { z } from 'zod'
import { pageSearch } from '../../api/index.ts'
import type { Matching } from '../../ui/index.ts'

/** Spaces may be part of a topic. */
const text = z.string().min(1).optional()

/** The filters by their API names, in the order of the form. */
const filters = {
  clientid: text,
  topic: text,
  match_topic: text,
  share_group: text,
  node: text,
  qos: z.enum(['0', '1', '2']).optional(),
}

export const subscriptionSearch = pageSearch.extend(filters)
export type SubscriptionSearch = z.output<typeof subscriptionSearch>
export type SubscriptionFilters = Pick<SubscriptionSearch, keyof typeof filters>

/** Without page and page size. */
export function filtersOf({ page: _page, limit: _limit, ...rest }: SubscriptionSearch): SubscriptionFilters {
  return rest
}

/** The filters of the form: one topic with the type of matching. */
export interface SubscriptionDraft extends Pick<SubscriptionFilters, 'node' | 'qos'> {
  readonly clientid: string
  readonly topic: string
  /** `fuzzy`: topic filters matched by the topic, which may have wildcards. */
  readonly matching: Matching
  readonly share_group: string
}

export function toDraft(search: SubscriptionSearch): SubscriptionDraft {
  const { clientid = '', topic, match_topic, share_group = '', node, qos } = search
  return {
    clientid,
    topic: topic ?? match_topic ?? '',
    matching: topic === undefined && match_topic !== undefined ? 'fuzzy' : 'exact',
    share_group,
    node,
    qos,
  }
}

/** All filters; empty ones are undefined, so that they are removed from the URL. */
export function fromDraft(draft: SubscriptionDraft): SubscriptionFilters {
  const topic = orNothing(draft.topic)
  const isExact = draft.matching === 'exact'
  return {
    clientid: orNothing(draft.clientid.trim()),
    topic: isExact ? topic : undefined,
    match_topic: isExact ? undefined : topic,
    share_group: orNothing(draft.share_group.trim()),
    node: draft.node,
    qos: draft.qos,
  }
}

export const noFilters: SubscriptionFilters = {
  clientid: undefined,
  topic: undefined,
  match_topic: undefined,
  share_group: undefined,
  node: undefined,
  qos: undefined,
}

export const topicSearch = pageSearch.extend({
  /** The exact filter, searched by the broker. */
  topic: text,
  /** Part of the filter, searched here, because the API has no such parameter. */
  contains: text,
  node: text,
})
export type TopicSearch = z.output<typeof topicSearch>
export type TopicFilters = Pick<TopicSearch, 'topic' | 'contains' | 'node'>

export const orNothing = (value: string): string | undefined => (value === '' ? undefined : value)

export const isFiltered = (values: object): boolean => Object.values(values).some((value) => value !== undefined)
