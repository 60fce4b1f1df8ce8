import { noContent, ok } from '@mqdeck/contract'
import { type HandlersOf, rootEndpoints } from '../management.ts'
import type { Services } from '../services.ts'

export function slowSubscriptionHandlers({
  broker,
  configuration,
  slowSubscriptions,
}: Services): HandlersOf<'slowSubscriptions'> {
  const settings = rootEndpoints(configuration, 'slow_subs', '/slow_subscriptions/settings')
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
    getSlowSubscriptionSettings: settings.get,
    updateSlowSubscriptionSettings: settings.update,
  }
}
