import {
  type DelayedMessageDetail,
  type DelayedMessageRow,
  deleteDelayedMessage,
  getDelayedMessage,
  listDelayedMessages,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../data/index.ts'

export interface DelayedList {
  /** In the order in which they are due. */
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

/** Where a message waits, and which it is. */
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

/** One that was published or deleted meanwhile waits no more, as was wanted. */
export const removeDelayed = defineChange<RemovedDelayed, undefined>({
  apply: (call, { node, msgid }) => orIfMissing(call(deleteDelayedMessage, { params: { node, msgid } }), undefined),
  invalidates: [delayedMessagesQuery],
})
