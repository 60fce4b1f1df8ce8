import { createAction, createConnector, createSource, type NewAction, type NewConnector } from '@mqdeck/contract'
import { defineChange } from '../../../api/index.ts'
import type { ChannelKind } from '../kinds.ts'
import { outdated } from '../queries.ts'
import { changeTogether } from './change-together-queries.ts'

/** A new action or source, with its new connector if needed. */
export interface ChannelDraft {
  readonly channel: NewAction
  readonly connector?: NewConnector | undefined
}

export const createNewConnector = defineChange<NewConnector, unknown>({
  apply: (call, body) => call(createConnector, { body }),
  invalidates: outdated,
})

/** Creates the channel and its new connector, or neither. */
export const createChannel = {
  action: defineChange<ChannelDraft, unknown>({
    apply: (call, { channel, connector }) =>
      connector
        ? changeTogether(call, { create: { connectors: [connector], actions: [channel] } })
        : call(createAction, { body: channel }),
    invalidates: outdated,
  }),
  source: defineChange<ChannelDraft, unknown>({
    apply: (call, { channel, connector }) =>
      connector
        ? changeTogether(call, { create: { connectors: [connector], sources: [channel] } })
        : call(createSource, { body: channel }),
    invalidates: outdated,
  }),
} satisfies Record<ChannelKind, unknown>
