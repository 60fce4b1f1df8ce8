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

/** Which clients get which topics late. Off, nothing of it is on the way of messages. */
export interface SlowSubscriptions {
  start(): void
  stop(): void
  /** Slowest first. */
  list(): readonly SlowSubscription[]
  clear(): void
  /** In force at once. Figures of another kind of time go. */
  update(settings: SlowSubscriptionSettings): void
}

const spans: Readonly<Record<SlowSubscriptionSettings['stats_type'], (times: DeliveryTimes) => number>> = {
  whole: ({ queuedAt, completedAt }) => completedAt - queuedAt,
  internal: ({ queuedAt, beganAt }) => beganAt - queuedAt,
  response: ({ beganAt, completedAt }) => completedAt - beganAt,
}

const cleanupInterval = 10_000

/** Milliseconds, from when the message came to the session: what waited as retained or delayed was not slow. */
export function createSlowSubscriptions({ settings, hooks, clock }: SlowSubscriptionsOptions): SlowSubscriptions {
  const top = new TopList(settings.top_k_num)
  let current = settings
  let started = false
  let ends: readonly (() => void)[] = []

  const expire = () => top.expire(clock.now() - current.expire_interval)
  const begin = () => {
    for (const end of ends) end()
    ends = []
    const { enable, threshold, stats_type } = current
    if (!started || !enable) return
    const spanOf = spans[stats_type]
    ends = [
      hooks.on('delivery.completed', ({ clientId }, { topic }, times) => {
        const timespan = spanOf(times)
        if (timespan > threshold) top.add({ clientId, topic, timespan, updatedAt: times.completedAt })
      }),
      clock.every(cleanupInterval, expire),
    ]
  }
  const stop = () => {
    started = false
    begin()
  }

  return {
    start() {
      started = true
      begin()
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
      begin()
    },
  }
}
