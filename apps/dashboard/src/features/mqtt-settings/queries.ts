import {
  type autoSubscribeTopic,
  type delayed,
  getAutoSubscribe,
  getSysTopics,
  getTopicRewrite,
  type retainer,
  type rewriteRule,
  type sysTopics,
  updateAutoSubscribe,
  updateDelayed,
  updateRetainer,
  updateSysTopics,
  updateTopicRewrite,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'
import { saveZoneRoot } from '../zones/index.ts'
import { delayedQuery, retainerQuery } from './message-queries.ts'

/** The roots of the zone `default` that these pages show. */
export const saveZone = {
  mqtt: saveZoneRoot('mqtt'),
  durable_sessions: saveZoneRoot('durable_sessions'),
  force_shutdown: saveZoneRoot('force_shutdown'),
}

type Retainer = WireValue<typeof retainer>
export const saveRetainer = defineChange<unknown, unknown>({
  // The broker validates the value, which may have fields that this dashboard does not know.
  apply: (call, value) => call(updateRetainer, { body: value as Retainer }),
  invalidates: [retainerQuery],
})

type SysTopics = WireValue<typeof sysTopics>
export const sysTopicsQuery = defineQuery<undefined, SysTopics>({
  name: 'sys-topics',
  load: (call, _args, signal) => call(getSysTopics, { signal }),
})
export const saveSysTopics = defineChange<unknown, unknown>({
  // See saveRetainer.
  apply: (call, value) => call(updateSysTopics, { body: value as SysTopics }),
  invalidates: [sysTopicsQuery],
})

type Delayed = WireValue<typeof delayed>
export const saveDelayed = defineChange<unknown, unknown>({
  // See saveRetainer.
  apply: (call, value) => call(updateDelayed, { body: value as Delayed }),
  invalidates: [delayedQuery],
})

export type RewriteRule = WireValue<typeof rewriteRule>
export const rewriteQuery = defineQuery<undefined, readonly RewriteRule[]>({
  name: 'topic-rewrite',
  load: (call, _args, signal) => call(getTopicRewrite, { signal }),
})
/** Saves the whole list. The API has no request for a single rule. */
export const saveRewrite = defineChange<readonly RewriteRule[], unknown>({
  apply: (call, rules) => call(updateTopicRewrite, { body: [...rules] }),
  invalidates: [rewriteQuery],
})

export type AutoSubscription = WireValue<typeof autoSubscribeTopic>
export const autoSubscribeQuery = defineQuery<undefined, readonly AutoSubscription[]>({
  name: 'auto-subscribe',
  load: (call, _args, signal) => call(getAutoSubscribe, { signal }),
})
export const saveAutoSubscribe = defineChange<readonly AutoSubscription[], unknown>({
  apply: (call, topics) => call(updateAutoSubscribe, { body: [...topics] }),
  invalidates: [autoSubscribeQuery],
})
