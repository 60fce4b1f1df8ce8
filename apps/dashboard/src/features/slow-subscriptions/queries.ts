import {
  clearSlowSubscriptions,
  getSlowSubscriptionSettings,
  listSlowSubscriptions,
  type SlowSubscription,
  type slowSubscriptionSettings,
  updateSlowSubscriptionSettings,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'

export type SlowSettings = WireValue<typeof slowSubscriptionSettings>

/** Upper limit of the setting `top_k_num`, so one page has the whole list. */
const maxEntries = 1000

export const slowSubscriptionsQuery = defineQuery<undefined, readonly SlowSubscription[]>({
  name: 'slow-subscriptions',
  async load(call, _args, signal) {
    const { data } = await call(listSlowSubscriptions, { query: { page: 1, limit: maxEntries }, signal })
    return data.toSorted((a, b) => b.timespan - a.timespan)
  },
  poll: 'chosen',
})

export const slowSettingsQuery = defineQuery<undefined, SlowSettings>({
  name: 'slow-subscription-settings',
  load: (call, _args, signal) => call(getSlowSubscriptionSettings, { signal }),
})

export const clearList = defineChange<undefined, undefined>({
  apply: (call) => call(clearSlowSubscriptions, {}),
  invalidates: [slowSubscriptionsQuery],
})

export const saveSlowSettings = defineChange<unknown, unknown>({
  // The broker validates the value: it may have fields that this dashboard does not know yet.
  apply: (call, value) => call(updateSlowSubscriptionSettings, { body: value as SlowSettings }),
  invalidates: [slowSettingsQuery, slowSubscriptionsQuery],
})

/** Changes only `enable`; keeps the broker's current values of the other settings. */
export const enableSlowSubscriptions = defineChange<undefined, unknown>({
  async apply(call) {
    const settings = await call(getSlowSubscriptionSettings, {})
    return call(updateSlowSubscriptionSettings, { body: { ...settings, enable: true } })
  },
  invalidates: [slowSettingsQuery, slowSubscriptionsQuery],
})
