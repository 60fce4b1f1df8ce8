import {
  type AutoSubscribe,
  createAutoSubscribe,
  createDelayedPublish,
  createTopicRewrite,
  type DelayedPublish,
  type TopicRewrite,
} from '@mqdeck/extensions'
import type { Bans } from '../banned/service.ts'
import type { BrokerContext } from '../broker-context.ts'

/** Features for messages and subscriptions in addition to MQTT. */
export interface MessageFeatures {
  readonly rewrite: TopicRewrite
  readonly autoSubscribe: AutoSubscribe
  readonly delayed: DelayedPublish
}

export function createMessageFeatures(context: BrokerContext, bans: Bans): MessageFeatures {
  const { broker, configuration, store, clock, log } = context
  return {
    rewrite: createTopicRewrite({ settings: configuration.plain('rewrite'), hooks: broker.hooks, log }),
    autoSubscribe: createAutoSubscribe({ settings: configuration.plain('auto_subscribe').topics, broker, log }),
    delayed: createDelayedPublish({
      settings: configuration.plain('delayed'),
      broker,
      store,
      isBanned: ({ clientId, username, peername }) => bans.isBanned({ clientId, username, peerhost: hostOf(peername) }),
      clock,
      log,
    }),
  }
}

/** `1.2.3.4:5678` or `[::1]:5678`. Empty without a connection. */
const hostOf = (peername = ''): string => peername.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
