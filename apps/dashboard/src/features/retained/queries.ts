import {
  clearRetained,
  getRetained,
  listRetained,
  listRetainedDetails,
  type RetainedDetail,
  type RetainedDetailRow,
  type RetainedRow,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../data/index.ts'
import { shownRetained } from '../../data/retained.ts'

/** Size and expiry are known where the broker tells more than EMQX's list does. */
export type ListedRetained = RetainedRow & Partial<Pick<RetainedDetailRow, 'payload_size' | 'expires_at'>>

export interface RetainedList {
  readonly rows: readonly ListedRetained[]
  /** The rows have size and expiry. */
  readonly isDetailed: boolean
  /** Of all pages; EMQX does not count what a filter matches, and then only the last page knows. */
  readonly total: number | undefined
  readonly hasNext: boolean
}

interface RetainedListArgs {
  readonly topic: string | undefined
  readonly page: number
  readonly limit: number
}

export const retainedQuery = defineQuery<RetainedListArgs, RetainedList>({
  name: 'retained',
  async load(call, query, signal) {
    const detailed = await orIfMissing(call(listRetainedDetails, { query, signal }), undefined)
    const { data, meta } = detailed ?? (await call(listRetained, { query, signal }))
    // The count has expired messages that were not cleared yet; they are on no page.
    const total = meta.hasnext ? meta.count : (query.page - 1) * query.limit + data.length
    return { rows: data, isDetailed: detailed !== undefined, total, hasNext: meta.hasnext }
  },
  poll: 'chosen',
})

/** Of all topics, whatever the filter. */
export const retainedCountQuery = defineQuery<undefined, number | undefined>({
  name: 'retained-count',
  load: async (call, _args, signal) => (await call(listRetained, { query: { limit: 1 }, signal })).meta.count,
  poll: 'chosen',
})

interface OfTopic {
  readonly topic: string
}

/** `msgid`: the message that the list knows of; another one is asked for anew. */
export const retainedMessageQuery = defineQuery<OfTopic & { readonly msgid: string | undefined }, RetainedDetail>({
  name: 'retained-message',
  load: (call, { topic }, signal) => call(getRetained, { params: { topic }, signal }),
})

export const removeAllRetained = defineChange<undefined, undefined>({
  apply: (call) => call(clearRetained),
  invalidates: shownRetained,
})
