import {
  clearSlowSubscriptions,
  getSlowSubscriptionSettings,
  listSlowSubscriptions,
  type SlowSubscription,
  type slowSubscriptionSettings,
  updateSlowSubscriptionSettings,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../data/index.ts'

export type SlowSettings = WireValue<typeof slowSubscriptionSettings>

/** More than that no broker keeps. */
const mostEntries = 1000

export const slowSubscriptionsQuery = defineQuery<undefined, readonly SlowSubscription[]>({
  name: 'slow-subscriptions',
  async load(call, _args, signal) {
    const { data } = await call(listSlowSubscriptions, { query: { page: 1, limit: mostEntries }, signal })
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
  // A form's value is checked by the broker: it may have fields that are newer than this dashboard.
  apply: (call, value) => call(updateSlowSubscriptionSettings, { body: value as SlowSettings }),
  invalidates: [slowSettingsQuery, slowSubscriptionsQuery],
})

/** The other settings stay as the broker has them now. */
export const turnOn = defineChange<undefined, unknown>({
  async apply(call) {
    const settings = await call(getSlowSubscriptionSettings, {})
    return call(updateSlowSubscriptionSettings, { body: { ...settings, enable: true } })
  },
  invalidates: [slowSettingsQuery, slowSubscriptionsQuery],
})
