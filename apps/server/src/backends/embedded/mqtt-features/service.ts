import {
  type AutoSubscribe,
  checkAutoSubscribe,
  checkRewriteRules,
  createAutoSubscribe,
  createDelayedPublish,
  createTopicRewrite,
  type DelayedPublish,
  type TopicRewrite,
} from '@mqdeck/broker'
import { maxAutoSubscribeTopics, maxRewriteRules } from '@mqdeck/contract'
import type { Connections } from '../../../broker-config/configuration.ts'
import type { Access } from '../access/service.ts'
import type { Bans } from '../banned/service.ts'
import type { BrokerContext } from '../broker-context.ts'
import { requireNone, tooMany } from '../root-checks.ts'
import { createPermissionCheck, publisherOf } from './permission-check.ts'

/** Features for messages and subscriptions in addition to MQTT. */
export interface MessageFeatures {
  readonly rewrite: TopicRewrite
  readonly autoSubscribe: AutoSubscribe
  readonly delayed: DelayedPublish
}

export function createMessageFeatures(
  context: BrokerContext,
  { bans, authorization }: Pick<Access, 'authorization'> & { readonly bans: Bans },
): MessageFeatures {
  const { broker, configuration, store, profile, clock, log } = context
  /** EMQX subscribes and publishes without asking again. */
  const mayAct = profile === 'hardened' ? createPermissionCheck(authorization) : undefined
  return {
    rewrite: createTopicRewrite({ settings: configuration.plain('rewrite'), hooks: broker.hooks, log }),
    autoSubscribe: createAutoSubscribe({
      settings: configuration.plain('auto_subscribe').topics,
      broker,
      log,
      ...(mayAct && { isAllowed: (client, filter, qos) => mayAct(client, 'subscribe', filter, qos, false) }),
    }),
    delayed: createDelayedPublish({
      settings: configuration.plain('delayed'),
      broker,
      store,
      isBanned: ({ clientId, username, peername }) => bans.isBanned({ clientId, username, peerhost: hostOf(peername) }),
      ...(mayAct && {
        isAllowed: ({ topic, qos, retain, from }) =>
          from.protocol === 'mqtt' ? mayAct(publisherOf(from, broker), 'publish', topic, qos, retain) : true,
      }),
      clock,
      log,
    }),
  }
}

/** `1.2.3.4:5678` or `[::1]:5678`. Empty without a connection. */
const hostOf = (peername = ''): string => peername.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')

export const messageFeatureRoots = ({
  delayed,
  rewrite,
  autoSubscribe,
}: MessageFeatures): Connections<'delayed' | 'rewrite' | 'auto_subscribe'> => ({
  delayed: { apply: (next) => delayed.update(next) },
  rewrite: {
    check: (next) => {
      if (next.length > maxRewriteRules) throw tooMany(`at most ${maxRewriteRules} rules`, 413)
      requireNone(checkRewriteRules(next), (index, field) => `rewrite.${index + 1}.${field}`)
    },
    apply: (next) => rewrite.update(next),
  },
  auto_subscribe: {
    check: ({ topics }) => {
      if (topics.length > maxAutoSubscribeTopics) throw tooMany(`at most ${maxAutoSubscribeTopics} topics`, 409)
      requireNone(checkAutoSubscribe(topics), (index, field) => `auto_subscribe.topics.${index + 1}.${field}`)
    },
    apply: ({ topics }) => autoSubscribe.update(topics),
  },
})
