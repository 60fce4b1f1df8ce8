import {
  type ConfigVersion,
  getMessageQueues,
  getMonitor,
  getMonitorCurrent,
  getOwnMonitor,
  listClientsV2,
  listConfigVersions,
  listTopicMetrics,
  type MessageQueues,
  type MonitorCurrent,
  resetMonitor,
  type TopicMetrics,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'
import { type Bucket, brokerTime, type MonitorSeries, toMonitorSeries } from '../../lib/numbers/monitor-series.ts'
import { type TimeRange, timeRanges } from '../../lib/numbers/time-range.ts'
import { alarmsQuery } from '../alarms/index.ts'
import type { HistoryAnswer } from './history/monitor-history.tsx'
import { historyInterval } from './history/queries.ts'
import { scannedFields, summarizeQueues } from './queues.ts'

/** Seconds of the sparklines. */
export const recentSeconds = 600
/** Seconds of recorded losses, to know since when deliveries are lost. */
const lossSeconds = 3600

export const currentQuery = defineQuery<undefined, MonitorCurrent>({
  name: 'monitor-current',
  load: (call, _, signal) => call(getMonitorCurrent, { signal }),
  poll: 'chosen',
  interval: refreshIntervals.totals,
})

interface Range {
  readonly range: TimeRange
}

export const historyQuery = defineQuery({
  name: 'monitor-history',
  load: async (call, { range }: Range, signal): Promise<HistoryAnswer> => ({
    range,
    buckets: await call(getMonitor, { query: { latest: timeRanges[range] }, signal }),
  }),
  poll: 'chosen',
  interval: refreshIntervals.history,
  minInterval: historyInterval,
})

/** Lost deliveries over the same range; null on EMQX, which does not record them. */
export const lossHistoryQuery = defineQuery<Range, HistoryAnswer | null>({
  name: 'monitor-loss-history',
  async load(call, { range }, signal) {
    const buckets = await orIfMissing(call(getOwnMonitor, { query: { latest: timeRanges[range] }, signal }), null)
    return buckets && { range, buckets }
  },
  poll: 'chosen',
  interval: refreshIntervals.history,
  minInterval: historyInterval,
})

/** Recorded rates of the last ten minutes; the page appends each answer of `currentQuery`. */
export const recentQuery = defineQuery<undefined, MonitorSeries>({
  name: 'monitor-recent',
  load: async (call, _, signal) =>
    toRecentSeries(await call(getMonitor, { query: { latest: recentSeconds }, signal }), recentSeconds),
})

/** Recorded losses of the last hour; the page appends the rates that it measures. Null on EMQX. */
export const recentLossQuery = defineQuery<undefined, MonitorSeries | null>({
  name: 'monitor-recent-loss',
  async load(call, _, signal) {
    const buckets = await orIfMissing(call(getOwnMonitor, { query: { latest: lossSeconds }, signal }), null)
    return buckets && toRecentSeries(buckets, lossSeconds)
  },
})

/** With the times of the browser's clock, so that measured values can follow. */
function toRecentSeries(buckets: readonly Bucket[], seconds: number): MonitorSeries {
  const now = Date.now()
  const late = now - brokerTime(buckets, seconds, now)
  const inOurTime = buckets.map((bucket) => ({ ...bucket, time_stamp: bucket.time_stamp + late }))
  return toMonitorSeries(inOurTime, seconds, now)
}

export const resetHistory = defineChange<undefined, undefined>({
  apply: (call) => call(resetMonitor),
  invalidates: [historyQuery, lossHistoryQuery, recentQuery, recentLossQuery],
})

/** Message queues of all sessions; null on EMQX. */
export const queuesQuery = defineQuery<undefined, MessageQueues | null>({
  name: 'message-queues',
  load: (call, _, signal) => orIfMissing(call(getMessageQueues, { signal }), null),
  poll: 'chosen',
  interval: refreshIntervals.nodes,
})

/** More sessions are not listed without being asked for. */
export const maxScanned = 5000
const pageSize = 1000

/** The same, counted from the list of all clients, which is expensive. */
export const scannedQueuesQuery = defineQuery<undefined, MessageQueues>({
  name: 'scanned-message-queues',
  async load(call, _, signal) {
    const rows: object[] = []
    let cursor: string | undefined
    do {
      const query = { limit: pageSize, fields: scannedFields, ...(cursor !== undefined && { cursor }) }
      const { data, meta } = await call(listClientsV2, { query, signal })
      rows.push(...data)
      cursor = meta.cursor
    } while (cursor !== undefined && rows.length < 2 * maxScanned)
    return summarizeQueues(rows)
  },
  poll: 300_000,
})

/** Topics with statistics; empty if the broker has none. */
export const topTopicsQuery = defineQuery<undefined, readonly TopicMetrics[]>({
  name: 'top-topics',
  load: (call, _, signal) => orIfMissing(call(listTopicMetrics, { signal }), []),
  poll: 'chosen',
  interval: refreshIntervals.history,
})

/** The last change of the configuration; null without a history of it. */
export const lastChangeQuery = defineQuery<undefined, ConfigVersion | null>({
  name: 'last-config-change',
  async load(call, _, signal) {
    const answer = await orIfMissing(call(listConfigVersions, { signal }), undefined)
    return answer?.data[0] ?? null
  },
  poll: 300_000,
})

/** Past alarms, to mark them in the charts. */
export const pastAlarmsQuery = { ...alarmsQuery, poll: 300_000 }
