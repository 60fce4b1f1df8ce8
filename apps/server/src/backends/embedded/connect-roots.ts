import type { Broker } from '@mqdeck/broker'
import type { Alarms } from '@mqdeck/observe'
import type { Configuration, Connection, Connections } from '../../broker-config/configuration.ts'
import type { RootName, RootPlain } from '../../broker-config/roots.ts'
import type { Logging } from '../../log/create-logging.ts'
import type { Access } from './access/service.ts'
import type { Accounts } from './accounts/service.ts'
import { apiKeyRoot } from './api-keys/bootstrap-file.ts'
import { authenticationRoot } from './authentication/service.ts'
import { authorizationRoot } from './authorization/service.ts'
import type { Observation } from './create-observation.ts'
import { type DataHub, dataHubRoots } from './data-hub/service.ts'
import type { ExHookService } from './exhook/service.ts'
import type { GatewayService } from './gateways/service.ts'
import type { DataIntegration } from './integrations/service.ts'
import { integrationRoots } from './integrations/settings.ts'
import { listenersRoot } from './listeners/service.ts'
import { logRoot } from './log/service.ts'
import { type MessageFeatures, messageFeatureRoots } from './mqtt-features/service.ts'
import { openTelemetryRoot } from './opentelemetry/service.ts'
import { invalid } from './root-checks.ts'
import type { StartFailures } from './start-failures.ts'
import { topicMetricsRoot } from './topic-metrics/service.ts'
import { applyZones, zoneRoots } from './zones/service.ts'

/** Components that the configuration roots change. */
export interface Parts
  extends MessageFeatures,
    Pick<Access, 'flapping' | 'authentication' | 'authorization'>,
    Pick<Accounts, 'apiKeys'>,
    Omit<Observation, 'start' | 'stop'> {
  readonly broker: Broker
  readonly dataIntegration: DataIntegration
  readonly dataHub: DataHub
  readonly gateways: Pick<GatewayService, 'root'>
  readonly exhook: Pick<ExHookService, 'root'>
  /** The data folder. */
  readonly folder: string
  /** Address of listeners that have only a port. */
  readonly bind: string
  readonly alarms: Alarms
  readonly failures: StartFailures
  readonly logging: Logging
  /**
   * Applies the listeners of the dashboard. @throws {AppError} (rejects) if one cannot start; the previous ones keep
   * running then
   */
  readonly applyDashboard: (next: RootPlain<'dashboard'>) => Promise<void>
}

/** Connects every root of the configuration with the component that it changes. */
export function connectRoots(configuration: Configuration, parts: Parts): void {
  const { broker, folder, failures } = parts
  const zones = zoneRoots(broker, parts.flapping, configuration)
  const features = messageFeatureRoots(parts)
  const rememberSessions = ({ session_history_retain }: RootPlain<'broker'>) =>
    broker.rememberSessions(session_history_retain)
  rememberSessions(configuration.plain('broker'))

  // Checks run in this order.
  const roots: Connections = {
    log: logRoot(parts.logging, failures),
    mqtt: zones.mqtt,
    force_shutdown: zones.force_shutdown,
    // Their structs reject every change.
    force_gc: { apply: () => {} },
    durable_sessions: { apply: () => {} },
    broker: { apply: rememberSessions },
    authentication: authenticationRoot(parts.authentication, folder),
    authorization: authorizationRoot(parts.authorization, folder),
    api_key: apiKeyRoot(parts.apiKeys, folder, failures),
    flapping_detect: zones.flapping_detect,
    zones: zones.zones,
    listeners: listenersRoot(broker, parts, (view) => applyZones(broker, view)),
    gateway: parts.gateways.root,
    exhook: {
      async apply(...change) {
        await parts.exhook.root.apply(...change)
        // The servers before may have decided differently.
        parts.authorization.clearCache()
      },
    },
    retainer: { apply: (next) => broker.retained.updateSettings(next) },
    delayed: features.delayed,
    rewrite: features.rewrite,
    auto_subscribe: features.auto_subscribe,
    sys_topics: { apply: (next) => parts.sysTopics.update(next) },
    telemetry: { apply: (next) => parts.telemetry.update(next) },
    prometheus: { apply: (next) => parts.prometheus.update(next) },
    opentelemetry: openTelemetryRoot(parts.openTelemetry, folder, failures),
    topic_metrics: topicMetricsRoot(parts.topicMetrics),
    slow_subs: { apply: (next) => parts.slowSubscriptions.update(next) },
    alarm: { apply: (next) => parts.alarms.update(next) },
    sysmon: { apply: (next) => parts.systemMonitor.update(next) },
    ...integrationRoots(parts.dataIntegration),
    ...dataHubRoots({ ...parts.dataHub, ruleEngine: parts.dataIntegration.ruleEngine }),
    dashboard: dashboardRoot(configuration, parts),
  }
  const connect = <N extends RootName>(name: N) => configuration.connect(name, roots[name])
  for (const name of Object.keys(roots)) connect(name as RootName) // the keys are those of the literal above
}

const dashboardRoot = (configuration: Configuration, { applyDashboard, failures }: Parts): Connection<'dashboard'> => ({
  check: ({ default_password }) => {
    if (default_password !== configuration.get('dashboard').default_password)
      throw invalid('dashboard.default_password', 'is read only. Change the password of the user instead', '******')
  },
  apply: async (next) => {
    await applyDashboard(next)
    failures.resolve((part) => part.startsWith('dashboard.'))
  },
})
