import { noContent, ok } from '@mqdeck/contract'
import { createSlowSubscriptions, type SlowSubscriptions } from '@mqdeck/observe'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, rootEndpoints } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function slowSubscriptionHandlers({
  configuration,
  nodes,
  slowSubscriptions,
}: BrokerContext & { readonly slowSubscriptions: SlowSubscriptions }): HandlersOf<'slowSubscriptions'> {
  const settings = rootEndpoints(configuration, 'slow_subs', '/slow_subscriptions/settings')
  return {
    listSlowSubscriptions: ({ query: { page, limit } }) => {
      const start = (page - 1) * limit
      const rows = slowSubscriptions.list().slice(start, start + limit)
      const data = rows.map(({ clientId, topic, timespan, updatedAt }) => ({
        clientid: clientId,
        node: nodes.own,
        topic,
        timespan,
        last_update_time: updatedAt,
      }))
      return ok({ data })
    },
    clearSlowSubscriptions: () => {
      slowSubscriptions.clear()
      return noContent
    },
    getSlowSubscriptionSettings: settings.get,
    updateSlowSubscriptionSettings: settings.update,
  }
}

export const slowSubscriptionsModule = defineModule({
  name: 'slow-subscriptions',
  create(context) {
    const { configuration, broker, clock } = context
    const slowSubscriptions = createSlowSubscriptions({
      settings: configuration.plain('slow_subs'),
      hooks: broker.hooks,
      clock,
    })
    return {
      handlers: slowSubscriptionHandlers({ ...context, slowSubscriptions }),
      roots: { slow_subs: { apply: (next) => slowSubscriptions.update(next) } },
      start: slowSubscriptions.start,
      stop: slowSubscriptions.stop,
    }
  },
})
