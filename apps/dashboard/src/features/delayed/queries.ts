import {
  type DelayedMessageDetail,
  type DelayedMessageRow,
  deleteDelayedMessage,
  getDelayedMessage,
  listDelayedMessages,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../api/index.ts'

export interface DelayedList {
  /** Sorted by due time. */
  readonly rows: readonly DelayedMessageRow[]
  readonly total: number
  readonly hasNext: boolean
}

interface Paging {
  readonly page: number
  readonly limit: number
}

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

export interface RemovedDelayed extends DelayedId {
  readonly topic: string
}

/** A message that was published or deleted meanwhile counts as deleted. */
export const removeDelayed = defineChange<RemovedDelayed, undefined>({
  apply: (call, { node, msgid }) => orIfMissing(call(deleteDelayedMessage, { params: { node, msgid } }), undefined),
  invalidates: [delayedMessagesQuery],
})
