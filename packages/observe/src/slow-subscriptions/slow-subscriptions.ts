import type { DeliveryTimes, Hooks } from '@mqdeck/broker'
import type { PlainValue, slowSubscriptionSettings } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { type SlowSubscription, TopList } from './top-list.ts'

export type SlowSubscriptionSettings = PlainValue<typeof slowSubscriptionSettings>

export interface SlowSubscriptionsOptions {
  readonly settings: SlowSubscriptionSettings
  readonly hooks: Pick<Hooks, 'on'>
  readonly clock: Clock
}

/** Records slow deliveries by client and topic. While disabled, messages are not affected. */
export interface SlowSubscriptions {
  start(): void
  stop(): void
  /** Slowest first. */
  list(): readonly SlowSubscription[]
  clear(): void
  /** Applies immediately. Clears the list if the measured time changes. */
  update(settings: SlowSubscriptionSettings): void
}

const measuredTimes: Readonly<Record<SlowSubscriptionSettings['stats_type'], (times: DeliveryTimes) => number>> = {
  whole: ({ queuedAt, completedAt }) => completedAt - queuedAt,
  internal: ({ queuedAt, beganAt }) => beganAt - queuedAt,
  response: ({ beganAt, completedAt }) => completedAt - beganAt,
}

const cleanupIntervalMs = 10_000

/** Times start when a message arrives in the session, so waiting as a retained or delayed message is not included. */
export function createSlowSubscriptions({ settings, hooks, clock }: SlowSubscriptionsOptions): SlowSubscriptions {
  const top = new TopList(settings.top_k_num)
  let current = settings
  let started = false
  let removers: readonly (() => void)[] = []

  const expire = () => top.expire(clock.now() - current.expire_interval)
  const applySettings = () => {
    for (const remove of removers) remove()
    removers = []
    const { enable, threshold, stats_type } = current
    if (!started || !enable) return
    const timespanOf = measuredTimes[stats_type]
    removers = [
      hooks.on('delivery.completed', ({ clientId }, { topic }, times) => {
        const timespan = timespanOf(times)
        if (timespan > threshold) top.add({ clientId, topic, timespan, updatedAt: times.completedAt })
      }),
      clock.every(cleanupIntervalMs, expire),
    ]
  }
  const stop = () => {
    started = false
    applySettings()
  }

  return {
    start() {
      started = true
      applySettings()
    },
    stop,
    list() {
      expire()
      return top.list()
    },
    clear: () => top.clear(),
    update(next) {
      if (next.stats_type !== current.stats_type) top.clear()
      current = next
      top.resize(next.top_k_num)
      applySettings()
    },
  }
}
