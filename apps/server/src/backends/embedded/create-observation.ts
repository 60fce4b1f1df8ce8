import { join } from 'node:path'
import {
  type Alarms,
  type ClientTimeline,
  createClientTimeline,
  createCongestionAlarms,
  createMonitor,
  createNodeInfo,
  createOpenTelemetry,
  createPrometheus,
  createQueueMemoryAlarm,
  createSlowSubscriptions,
  createStats,
  createSysTopics,
  createSystemMonitor,
  createTopicMetrics,
  type Monitor,
  type NodeInfo,
  type OpenTelemetry,
  openTraceLists,
  type Prometheus,
  type SlowSubscriptions,
  type Stats,
  type SysTopics,
  type SystemMonitor,
  type TopicMetrics,
  type TraceLists,
} from '@mqdeck/observe'
import { withFolder } from '../../broker-config/folder-variables.ts'
import { installFolder } from '../../install-folder.ts'
import { createLogSource, type Logging } from '../../log/create-logging.ts'
import { version } from '../../version.ts'
import { accessMetrics } from './access/metrics.ts'
import type { Access } from './access/service.ts'
import type { BrokerContext } from './broker-context.ts'
import { listenerCertificates } from './certificates/service.ts'
import { dataHubMetrics } from './data-hub/metrics.ts'
import type { DataHub } from './data-hub/service.ts'
import type { GatewayService } from './gateways/service.ts'
import { dataIntegrationMetrics, integrationCounts } from './integrations/metrics.ts'
import type { DataIntegration } from './integrations/service.ts'
import type { MessageFeatures } from './mqtt-features/service.ts'
import type { PluginService } from './plugins/service.ts'
import type { StartFailures } from './start-failures.ts'
import { readOperatingSystem } from './telemetry/operating-system.ts'
import { createTelemetry, type Telemetry } from './telemetry/service.ts'
import { openTelemetryIdentity } from './telemetry/telemetry-data.ts'

/** Metrics, alarms, traces and other components that observe the broker. */
export interface Observation {
  readonly stats: Stats
  readonly monitor: Monitor
  readonly nodeInfo: () => NodeInfo
  readonly sysTopics: SysTopics
  readonly topicMetrics: TopicMetrics
  readonly slowSubscriptions: SlowSubscriptions
  readonly prometheus: Prometheus
  readonly traceLists: TraceLists
  readonly openTelemetry: OpenTelemetry
  readonly clientTimeline: ClientTimeline
  readonly systemMonitor: SystemMonitor
  readonly telemetry: Telemetry
  /** Call when the broker is running. */
  readonly start: () => void
  /** Call while the broker is still running. */
  readonly stop: () => Promise<void>
}

interface Observed {
  readonly alarms: Alarms
  readonly access: Access
  readonly features: MessageFeatures
  readonly dataIntegration: DataIntegration
  readonly plugins: PluginService
  readonly dataHub: DataHub
  readonly gateways: GatewayService
  readonly logging: Logging
  readonly failures: StartFailures
}

export async function createObservation(context: BrokerContext, observed: Observed): Promise<Observation> {
  const { node, broker, configuration, store, folder, startedAt, clock, log } = context
  const { alarms, access, features, dataIntegration, dataHub, plugins, gateways, logging, failures } = observed
  const { hooks } = broker
  const { delayed } = features
  const stats = createStats({ source: broker, clock, hooks, delayed: () => delayed.count })
  const monitor = createMonitor({ store, clock, source: broker, startedAt, log })
  const facts = {
    node,
    version,
    edition: 'Opensource',
    startedAt,
    sysPath: installFolder,
    logPath: join(folder, 'log'),
  } as const
  const nodeInfo = createNodeInfo({ facts, clock, source: broker })
  const sysTopics = createSysTopics({
    node,
    version,
    description: 'MQDeck',
    startedAt,
    clock,
    hooks,
    publish: broker.publish,
    hasAudience: broker.hasAudience,
    source: broker,
    stats,
    settings: configuration.plain('sys_topics'),
    log,
  })
  const topicMetrics = createTopicMetrics({ topics: configuration.plain('topic_metrics'), hooks, clock })
  const slowSubscriptions = createSlowSubscriptions({ settings: configuration.plain('slow_subs'), hooks, clock })
  const prometheus = createPrometheus({
    node,
    settings: configuration.plain('prometheus'),
    source: broker,
    stats,
    hooks,
    certificates: () => listenerCertificates(configuration, folder, clock.now()),
    dataIntegration: () => dataIntegrationMetrics({ configuration, ...dataIntegration }),
    dataHub: () => dataHubMetrics({ configuration, ...dataHub }),
    access: () => accessMetrics({ configuration, ...access, banned: () => access.bans.list().length }),
    plugins: plugins.plugins.metrics,
    gateways: () =>
      gateways.gateways.all().map(({ name, running, listeners, metrics }) => ({
        name,
        running: running !== undefined,
        connections: listeners.reduce((sum, { currentConnections }) => sum + currentConnections, 0),
        counters: metrics,
      })),
    clock,
    log,
  })
  const traceLists = openTraceLists(store)
  const openTelemetry = createOpenTelemetry({
    node,
    version,
    settings: withFolder(configuration.plain('opentelemetry'), folder),
    source: broker,
    stats,
    hooks,
    lists: traceLists,
    logSource: createLogSource(logging),
    clock,
    log,
  })
  const systemMonitor = createSystemMonitor({ settings: configuration.plain('sysmon'), alarms, clock })
  const telemetry = createTelemetry({
    settings: configuration.plain('telemetry'),
    sources: {
      broker,
      version,
      runtime: nodeInfo().otp_release,
      system: readOperatingSystem(),
      identity: await openTelemetryIdentity(store),
      features: () => ({
        topic_rewrite: configuration.get('rewrite').length,
        delayed: delayed.count,
        retained: broker.stats().retained,
        auto_subscribe: configuration.get('auto_subscribe').topics.length,
      }),
      integration: () => integrationCounts(configuration),
    },
    store,
    startedAt,
    clock,
    log,
  })
  const parts = [
    stats,
    alarms,
    createCongestionAlarms({ alarms, hooks, clock }),
    createQueueMemoryAlarm({ alarms, held: broker.held, clock }),
    systemMonitor,
    monitor,
    sysTopics,
    topicMetrics,
    slowSubscriptions,
    prometheus,
    { start: () => openTelemetry.start((error) => failures.add('opentelemetry', error)), stop: openTelemetry.stop },
    telemetry,
  ]
  return {
    stats,
    monitor,
    nodeInfo,
    sysTopics,
    topicMetrics,
    slowSubscriptions,
    prometheus,
    traceLists,
    openTelemetry,
    clientTimeline: createClientTimeline({ hooks, clock }),
    systemMonitor,
    telemetry,
    start() {
      for (const part of parts) part.start()
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop()
    },
  }
}
