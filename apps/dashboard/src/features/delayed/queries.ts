import {
  type DelayedMessageDetail,
  type DelayedMessageRow,
  deleteDelayedMessage,
  getDelayedMessage,
  listDelayedMessages,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, type Paging, type RowPage } from '../../api/index.ts'

/** Sorted by due time. */
export type DelayedList = RowPage<DelayedMessageRow>

export const delayedMessagesQuery = defineQuery<Paging, DelayedList>({
  name: 'delayed-messages',
  async load(call, query, signal) {
    const { data, meta } = await call(listDelayedMessages, { query, signal })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
  },
  poll: 'chosen',
})

/** Identifies a delayed message: its node and its id. */
export interface DelayedId {
  readonly node: string
  readonly msgid: string
}

export const delayedMessageQuery = defineQuery<DelayedId, DelayedMessageDetail>({
  name: 'delayed-message',
  load: (call, params, signal) => call(getDelayedMessage, { params, signal }),
})

/** A message that was published or deleted meanwhile counts as deleted. */
export const removeDelayed = defineChange<DelayedId, undefined>({
  apply: (call, { node, msgid }) => orIfMissing(call(deleteDelayedMessage, { params: { node, msgid } }), undefined),
  invalidates: [delayedMessagesQuery],
})
