import {
  type ExportState,
  getMonitor,
  getMonitorCurrent,
  getMonitoringState,
  getOpenTelemetry,
  getPrometheus,
  type MonitorCurrent,
  resetMonitor,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'
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

/** The exports of the monitoring integration. */
export const monitoringExports = ['push_gateway', 'metrics', 'traces', 'logs'] as const
type ExportName = (typeof monitoringExports)[number]

interface Monitoring {
  /** Whether scraping needs an API key. */
  readonly basicAuth: boolean
  /** Undefined if the broker has no OpenTelemetry. */
  readonly exports: Readonly<Partial<Record<ExportName, ExportState['state'] | 'on'>>>
}

/** The settings, and the state of each export if the broker reports it. */
export const monitoringQuery = defineQuery<undefined, Monitoring>({
  name: 'monitoring-overview',
  async load(call, _, signal) {
    const [prometheus, telemetry, states] = await Promise.all([
      call(getPrometheus, { signal }),
      orIfMissing(call(getOpenTelemetry, { signal }), undefined),
      orIfMissing(call(getMonitoringState, { signal }), undefined),
    ])
    const stateOf = (name: ExportName, isOn: boolean) => states?.[name].state ?? (isOn ? 'on' : 'off')
    return {
      basicAuth: prometheus.enable_basic_auth,
      exports: {
        push_gateway: stateOf('push_gateway', prometheus.push_gateway.enable),
        ...(telemetry && {
          metrics: stateOf('metrics', telemetry.metrics.enable),
          traces: stateOf('traces', telemetry.traces.enable),
          logs: stateOf('logs', telemetry.logs.enable),
        }),
      },
    }
  },
})
