import { type Broker, parseFilter, type Subscription } from '@mqdeck/broker'
import { matchesFilter, ok, type SubscriptionQuery } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import { toSubscription } from '../clients/client-body.ts'
import { filter, given, type HandlersOf, toPage } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function subscriptionHandlers({ broker, nodes }: BrokerContext): HandlersOf<'subscriptions'> {
  return {
    listSubscriptions: async ({ query }) => {
      nodes.requireFilter(query.node)
      const tests = subscriptionTests(query)
      const toRow = (subscription: Subscription) => toSubscription(subscription, nodes.own)
      const counting = query.match_topic === undefined ? 'count' : 'none'
      const isAll = tests.length === 0 && query.clientid === undefined
      const total = isAll ? broker.stats().subscriptions : counting
      return ok(
        await toPage(filter(candidates(broker, query.clientid), tests), query, { total, toRow, turn: broker.turn }),
      )
    },
  }
}

const candidates = (broker: Broker, clientId: string | undefined) =>
  clientId === undefined ? broker.subscriptions() : (broker.subscriptionsOf(clientId) ?? [])

function subscriptionTests({ qos, topic, match_topic, share_group, durable }: SubscriptionQuery) {
  return given<Subscription>(
    // There are no durable sessions in EMQX's sense.
    durable === true && (() => false),
    qos !== undefined && ((subscription) => subscription.qos === qos),
    topic !== undefined &&
      ((subscription) => subscription.topic === topic || parseFilter(subscription.topic).filter === topic),
    share_group !== undefined && ((subscription) => parseFilter(subscription.topic).group === share_group),
    // As in EMQX, the parameter is the filter, and the subscription's own filter is matched against it: `t/#` matches
    // `t/+`.
    match_topic !== undefined && ((subscription) => matchesFilter(match_topic, parseFilter(subscription.topic).filter)),
  )
}

export const subscriptionsModule = defineModule({
  name: 'subscriptions',
  create: (context) => ({ handlers: subscriptionHandlers(context) }),
})
