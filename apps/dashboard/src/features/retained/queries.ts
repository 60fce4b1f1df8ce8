import {
  clearRetained,
  getRetained,
  listRetained,
  listRetainedDetails,
  type RetainedDetail,
  type RetainedDetailRow,
  type RetainedRow,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, type Paging, type RowPage } from '../../api/index.ts'
import { shownRetained } from './delete-queries.ts'

/** Size and expiry are undefined for EMQX, whose list does not have them. */
export type ListedRetained = RetainedRow & Partial<Pick<RetainedDetailRow, 'payload_size' | 'expires_at'>>

/** EMQX does not count the matches of a filter; then the total is known on the last page only. */
export interface RetainedList extends RowPage<ListedRetained> {
  /** Whether the rows have size and expiry. */
  readonly isDetailed: boolean
}

export const retainedQuery = defineQuery<{ readonly topic: string | undefined } & Paging, RetainedList>({
  name: 'retained',
  async load(call, query, signal) {
    const detailed = await orIfMissing(call(listRetainedDetails, { query, signal }), undefined)
    const { data, meta } = detailed ?? (await call(listRetained, { query, signal }))
    // The count includes expired messages that are not deleted yet and are on no page.
    const total = meta.hasnext ? meta.count : (query.page - 1) * query.limit + data.length
    return { rows: data, isDetailed: detailed !== undefined, total, hasNext: meta.hasnext }
  },
  poll: 'chosen',
})

/** Number of retained messages of all topics, independent of the filter. */
export const retainedCountQuery = defineQuery<undefined, number | undefined>({
  name: 'retained-count',
  load: async (call, _args, signal) => (await call(listRetained, { query: { limit: 1 }, signal })).meta.count,
  poll: 'chosen',
})

interface OfTopic {
  readonly topic: string
}

/** `msgid`: the message in the list; a new id is a new request. */
export const retainedMessageQuery = defineQuery<OfTopic & { readonly msgid: string | undefined }, RetainedDetail>({
  name: 'retained-message',
  load: (call, { topic }, signal) => call(getRetained, { params: { topic }, signal }),
})

export const removeAllRetained = defineChange<undefined, undefined>({
  apply: (call) => call(clearRetained),
  invalidates: shownRetained,
})
