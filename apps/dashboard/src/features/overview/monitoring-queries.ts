import { type ExportState, getMonitoringState, getOpenTelemetry, getPrometheus } from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../api/index.ts'

// Not in queries.ts: the schemas of these settings are larger than the overview and are loaded after it.

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
