import { getMonitor, getMonitorCurrent, type MonitorCurrent, resetMonitor } from '@mqdeck/contract'
import { defineChange, defineQuery, refreshIntervals } from '../../api/index.ts'
import { brokerTime, toMonitorSeries } from '../../lib/monitor-series.ts'
import { type TimeRange, timeRanges } from '../../lib/time-range.ts'
import type { HistoryAnswer } from './history/monitor-history.tsx'
import { historyInterval } from './history/queries.ts'

export const recentSeconds = 600

export const currentQuery = defineQuery<undefined, MonitorCurrent>({
  name: 'monitor-current',
  load: (call, _, signal) => call(getMonitorCurrent, { signal }),
  poll: 'chosen',
  interval: refreshIntervals.current,
})

export const historyQuery = defineQuery({
  name: 'monitor-history',
  load: async (call, { range }: { readonly range: TimeRange }, signal): Promise<HistoryAnswer> => ({
    range,
    buckets: await call(getMonitor, { query: { latest: timeRanges[range] }, signal }),
  }),
  poll: 'chosen',
  interval: refreshIntervals.history,
  minInterval: historyInterval,
})

/** Recorded rates of the last ten minutes; the page appends each answer of `currentQuery`. */
export const recentQuery = defineQuery({
  name: 'monitor-recent',
  load: async (call, _: undefined, signal) => {
    const buckets = await call(getMonitor, { query: { latest: recentSeconds }, signal })
    const now = Date.now()
    const late = now - brokerTime(buckets, recentSeconds, now)
    const inOurTime = buckets.map((bucket) => ({ ...bucket, time_stamp: bucket.time_stamp + late }))
    return toMonitorSeries(inOurTime, recentSeconds, now)
  },
})

export const resetHistory = defineChange<undefined, undefined>({
  apply: (call) => call(resetMonitor),
  invalidates: [historyQuery, recentQuery],
})
