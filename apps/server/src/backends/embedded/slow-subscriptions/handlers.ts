import { noContent, ok } from '@mqdeck/contract'
import { authorOf, type HandlersOf } from '../management.ts'
import type { Services } from '../services.ts'

export function slowSubscriptionHandlers({
  broker,
  configuration,
  slowSubscriptions,
}: Services): HandlersOf<'slowSubscriptions'> {
  return {
    listSlowSubscriptions: ({ query: { page, limit } }) => {
      const start = (page - 1) * limit
      const rows = slowSubscriptions.list().slice(start, start + limit)
      const data = rows.map(({ clientId, topic, timespan, updatedAt }) => ({
        clientid: clientId,
        node: broker.node,
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
    getSlowSubscriptionSettings: () => ok(configuration.shown('slow_subs')),
    updateSlowSubscriptionSettings: async ({ body }, call) => {
      await configuration.update({ slow_subs: body }, authorOf(call, 'PUT /slow_subscriptions/settings'))
      return ok(configuration.shown('slow_subs'))
    },
  }
}
