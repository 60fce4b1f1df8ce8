export type { Alarm, AlarmDetails, AlarmPort, PastAlarm } from './alarms/alarm.ts'
export { type AlarmSettings, type Alarms, type AlarmsOptions, createAlarms } from './alarms/alarms.ts'
export {
  type CongestionAlarms,
  type CongestionAlarmsOptions,
  createCongestionAlarms,
} from './alarms/congestion.ts'
export { createQueueMemoryAlarm, type QueueMemoryAlarm, type QueueMemoryAlarmOptions } from './alarms/queue-memory.ts'
export {
  createSystemMonitor,
  type SystemMonitor,
  type SystemMonitorOptions,
  type SystemMonitorSettings,
} from './alarms/system-monitor.ts'
export {
  type ClientTimeline,
  type ClientTimelineOptions,
  createClientTimeline,
} from './client-timeline/client-timeline.ts'
export { createMonitor, type Monitor, type MonitorOptions } from './monitor/monitor.ts'
export type { ClusterCurrent, ClusterSample, NodeCurrent, NodeSample } from './monitor/views.ts'
export { createNodeInfo, type NodeFacts, type NodeInfo, type NodeInfoOptions } from './nodes/node-info.ts'
export { ExporterTlsError } from './opentelemetry/exporter.ts'
export type { LogEntry, LogLevel, LogSource } from './opentelemetry/logs.ts'
export { createOpenTelemetry, type OpenTelemetry, type OpenTelemetryOptions } from './opentelemetry/opentelemetry.ts'
export { openTraceLists, type TraceLists } from './opentelemetry/trace-lists.ts'
export type { AccessMetrics, DataHubMetrics, DataIntegrationMetrics } from './prometheus/named-families.ts'
export {
  type CertificateExpiry,
  createPrometheus,
  type Prometheus,
  type PrometheusGroup,
  type PrometheusOptions,
  type PrometheusParts,
} from './prometheus/prometheus.ts'
export {
  createSlowSubscriptions,
  type SlowSubscriptionSettings,
  type SlowSubscriptions,
  type SlowSubscriptionsOptions,
} from './slow-subscriptions/slow-subscriptions.ts'
export type { MetricSource, StatsSource } from './sources.ts'
export type { StatName, StatsView } from './stats/stat-names.ts'
export { createStats, type Stats, type StatsOptions } from './stats/stats.ts'
export { defaultSysTopicsSettings, type SysTopicsSettings } from './sys-topics/settings.ts'
export { createSysTopics, type SysTopics, type SysTopicsOptions } from './sys-topics/sys-topics.ts'
export {
  createTopicMetrics,
  type TopicMetrics,
  type TopicMetricsEntry,
  type TopicMetricsOptions,
} from './topic-metrics/topic-metrics.ts'
export { checkTopics, maxTopicMetrics, type TopicProblem, topicError } from './topic-metrics/topics.ts'
export { TraceError } from './traces/definition.ts'
export { traceHooks } from './traces/trace-hooks.ts'
export { createTraces, type TraceOnDisk, type Traces, type TracesOptions, type TraceView } from './traces/traces.ts'
export { withTracing } from './traces/with-tracing.ts'
export { zip } from './traces/zip.ts'
