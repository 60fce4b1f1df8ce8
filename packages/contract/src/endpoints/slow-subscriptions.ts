import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { count, paging, response } from '../fields/index.ts'
import { slowSubscriptionSettings } from '../roots/index.ts'

/** A slow delivery: `timespan` in milliseconds, `last_update_time` in milliseconds since the epoch. */
export const SlowSubscription = response({
  clientid: z.string(),
  node: z.string(),
  topic: z.string(),
  timespan: count(),
  last_update_time: count(),
})
export type SlowSubscription = z.infer<typeof SlowSubscription>

/** Slowest first. */
export const listSlowSubscriptions = endpoint({
  method: 'GET',
  path: '/slow_subscriptions',
  tag: 'Slow Subscriptions',
  query: z.object(paging),
  ok: { 200: response({ data: z.array(SlowSubscription) }) },
})

export const clearSlowSubscriptions = endpoint({
  method: 'DELETE',
  path: '/slow_subscriptions',
  title: { en: 'Clear slow subscriptions', zh: '清除慢订阅记录' },
  tag: 'Slow Subscriptions',
  ok: { 204: empty },
})

export const getSlowSubscriptionSettings = endpoint({
  method: 'GET',
  path: '/slow_subscriptions/settings',
  tag: 'Slow Subscriptions',
  ok: { 200: slowSubscriptionSettings.schema },
})

export const updateSlowSubscriptionSettings = endpoint({
  method: 'PUT',
  path: '/slow_subscriptions/settings',
  title: { en: 'Change slow subscription settings', zh: '修改慢订阅设置' },
  tag: 'Slow Subscriptions',
  body: slowSubscriptionSettings.schema,
  ok: { 200: slowSubscriptionSettings.schema },
})

export const slowSubscriptions = {
  listSlowSubscriptions,
  clearSlowSubscriptions,
  getSlowSubscriptionSettings,
  updateSlowSubscriptionSettings,
}
