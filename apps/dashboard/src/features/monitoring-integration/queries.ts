import {
  clearTraceList,
  type ExportState,
  getDashboardConfig,
  getMonitoringState,
  getOpenTelemetry,
  getPrometheus,
  getPrometheusStats,
  getTraceList,
  listNodes,
  listNodeUrls,
  type openTelemetry,
  type prometheus,
  replaceTraceList,
  type TraceListType,
  updateOpenTelemetry,
  updatePrometheus,
  type WireValue,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'
import { exportedMetrics } from './grafana-dashboard.ts'
import { type NodeTargets, targetsOf } from './scrape-config.ts'

type Prometheus = WireValue<typeof prometheus>
export type OpenTelemetry = WireValue<typeof openTelemetry>

export const prometheusQuery = defineQuery<undefined, Prometheus>({
  name: 'prometheus-settings',
  load: (call, _args, signal) => call(getPrometheus, { signal }),
})

/** Names of the metrics that `/prometheus/stats` exports now. */
export const exportedMetricsQuery = defineQuery<undefined, ReadonlySet<string>>({
  name: 'exported-metrics',
  load: async (call, _args, signal) => exportedMetrics(String(await call(getPrometheusStats, { query: {}, signal }))),
})

/**
 * `host:port` of the API on each node; empty for a single node, which is scraped at the address of this page. The server in
 * front of a cluster knows the addresses of its nodes; those of other nodes are derived from their names.
 */
export const nodeTargetsQuery = defineQuery<undefined, NodeTargets>({
  name: 'scrape-targets',
  async load(call, _args, signal) {
    const nodes = await call(listNodes, { signal })
    if (nodes.length < 2) return { targets: [], isHttps: false }
    const [{ listeners }, urls] = await Promise.all([
      call(getDashboardConfig, { signal }),
      orIfMissing(call(listNodeUrls, { signal }), []),
    ])
    return targetsOf(
      nodes.map(({ node }) => node),
      urls,
      listeners?.http?.bind,
    )
  },
})

export const openTelemetryQuery = defineQuery<undefined, OpenTelemetry>({
  name: 'opentelemetry-settings',
  load: (call, _args, signal) => call(getOpenTelemetry, { signal }),
})

/** State of the exporters. `states` is undefined for brokers without this endpoint. */
export interface ExportStates {
  readonly states: Readonly<Record<'push_gateway' | 'metrics' | 'traces' | 'logs', ExportState>> | undefined
}

export const exportStatesQuery = defineQuery<undefined, ExportStates>({
  name: 'monitoring-state',
  load: async (call, _args, signal) => ({ states: await orIfMissing(call(getMonitoringState, { signal }), undefined) }),
  poll: refreshIntervals.statistics,
})

export const traceListsQuery = defineQuery<undefined, Readonly<Record<TraceListType, readonly string[]>>>({
  name: 'trace-lists',
  async load(call, _args, signal) {
    const load = (type: TraceListType) => call(getTraceList, { params: { type }, signal })
    const [clientid, topic] = await Promise.all([load('clientid'), load('topic')])
    return { clientid, topic }
  },
})

export const savePrometheus = defineChange<unknown, unknown>({
  // The broker validates the value: it may have fields that this dashboard does not know yet.
  apply: (call, value) => call(updatePrometheus, { body: value as Prometheus }),
  invalidates: [prometheusQuery, exportStatesQuery],
})

export const saveOpenTelemetry = defineChange<unknown, unknown>({
  apply: (call, value) => call(updateOpenTelemetry, { body: value as OpenTelemetry }),
  invalidates: [openTelemetryQuery, exportStatesQuery],
})

interface TraceList {
  readonly type: TraceListType
  readonly values: readonly string[]
}

export const saveTraceList = defineChange<TraceList, unknown>({
  apply: (call, { type, values }) =>
    values.length === 0
      ? call(clearTraceList, { params: { type } })
      : call(replaceTraceList, { params: { type }, body: [...values] }),
  invalidates: [traceListsQuery],
})
