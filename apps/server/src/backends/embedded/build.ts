import { join } from 'node:path'
import { createFlapping } from '@mqdeck/access'
import { type Broker, createBroker } from '@mqdeck/broker'
import type { Api, Handlers } from '@mqdeck/contract'
import { createAutoSubscribe, createDelayedPublish, createTopicRewrite } from '@mqdeck/extensions'
import type { Clock } from '@mqdeck/kit'
import {
  type Alarms,
  createAlarms,
  createMonitor,
  createNodeInfo,
  createPrometheus,
  createSlowSubscriptions,
  createStats,
  createSysTopics,
  createSystemMonitor,
  createTopicMetrics,
} from '@mqdeck/observe'
import type { Settings } from '../../config/settings.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Verifiers } from '../../http/identity.ts'
import type { Call } from '../../http/mount.ts'
import { installFolder } from '../../install-folder.ts'
import type { Logging } from '../../log/create-logging.ts'
import type { Data } from '../../store/open-data.ts'
import { version } from '../../version.ts'
import { createSessions } from './accounts/sessions.ts'
import { openTokens } from './accounts/tokens.ts'
import { openUsers } from './accounts/users.ts'
import { alarmHandlers } from './api/alarms.ts'
import { apiKeyHandlers } from './api/api-keys.ts'
import { auditHandlers } from './api/audit.ts'
import { bannedHandlers } from './api/banned.ts'
import { certificateHandlers } from './api/certificates.ts'
import { clientHandlers } from './api/clients.ts'
import { clusterHandlers } from './api/cluster.ts'
import { configHandlers } from './api/configs.ts'
import { errorCodeHandlers } from './api/error-codes.ts'
import { listenerHandlers } from './api/listeners.ts'
import { logFileHandlers } from './api/log-files.ts'
import { metricsHandlers, monitorHandlers, nodeHandlers, statsHandlers } from './api/metrics.ts'
import { mqdeckHandlers } from './api/mqdeck.ts'
import { mqttFeatureHandlers } from './api/mqtt-features.ts'
import { prometheusHandlers } from './api/prometheus.ts'
import { publishHandlers } from './api/publish.ts'
import { retainedHandlers } from './api/retained.ts'
import { schemaHandlers } from './api/schemas.ts'
import { slowSubscriptionHandlers } from './api/slow-subscriptions.ts'
import { subscriptionHandlers } from './api/subscriptions.ts'
import { topicMetricsHandlers } from './api/topic-metrics.ts'
import { topicHandlers } from './api/topics.ts'
import { userHandlers } from './api/users.ts'
import { openApiKeys } from './api-keys/api-keys.ts'
import { loadBootstrapFile } from './api-keys/bootstrap-file.ts'
import { type AuditLog, openAuditLog } from './audit/audit-log.ts'
import { toBan } from './banned/ban-body.ts'
import { openBans } from './banned/bans.ts'
import { enforceBans, kickBanned } from './banned/enforce.ts'
import { listenerCertificates } from './certificates/listener-certificates.ts'
import { connectRoots, type Parts } from './connect-roots.ts'
import { toListeners } from './listener-settings.ts'
import type { Services } from './services.ts'
import { toFlappingSettings, toZonesSettings } from './zone-settings.ts'

export interface EmbeddedOptions {
  readonly settings: Settings
  readonly data: Data
  readonly configuration: Configuration
  readonly clock: Clock
  readonly logging: Logging
}

/** The broker and what stands around it, ready to start. */
export interface Embedded {
  readonly broker: Broker
  readonly alarms: Alarms
  readonly handlers: Handlers<Api, Call>
  readonly verify: Verifiers
  readonly auditor: AuditLog
  /** Lets changes of the configuration take effect. */
  connect(applyDashboard: Parts['applyDashboard']): void
  /** Whether the first user can still sign in with the password it was made with. */
  readonly hasDefaultPassword: boolean
  start(): Promise<void>
  stop(): Promise<void>
}

export async function buildEmbedded({
  settings,
  configuration,
  data,
  clock,
  logging,
}: EmbeddedOptions): Promise<Embedded> {
  const { log } = logging
  const { store } = data
  const startedAt = clock.now()
  const node = settings.node_name
  const broker = createBroker({
    node,
    zones: toZonesSettings(configuration),
    retained: configuration.plain('retainer'),
    listeners: toListeners(configuration, data.folder),
    store,
    clock,
    log,
  })
  const users = openUsers(store, settings['dashboard.default_username'])
  const defaultPassword = settings['dashboard.default_password']
  await users.createDefault(defaultPassword)
  const tokens = openTokens(store, users, clock, () => configuration.plain('dashboard').token_expired_time)
  const sessions = createSessions(users, tokens, clock)
  const apiKeys = openApiKeys(store, clock)
  const { bootstrap_file: bootstrapFile } = configuration.plain('api_key')
  // The keys that are there already go on.
  await loadBootstrapFile(bootstrapFile, data.folder, apiKeys).catch((error: unknown) =>
    log.error({ path: bootstrapFile, error }, 'api_key_bootstrap_file_not_loaded'),
  )
  const auditLog = openAuditLog({
    store,
    clock,
    node,
    settings: () => configuration.plain('log').audit,
    writeFile: logging.audit,
    log,
  })
  const bans = openBans(store, clock, toBan, log)
  enforceBans(broker, bans, log)

  const stats = createStats({ source: broker, clock, hooks: broker.hooks, delayed: () => delayed.count })
  const monitor = createMonitor({ store, clock, source: broker, startedAt, log })
  const facts = {
    node,
    version,
    edition: 'Opensource',
    startedAt,
    sysPath: installFolder,
    logPath: join(data.folder, 'log'),
  } as const
  const nodeInfo = createNodeInfo({ facts, clock, source: broker })
  const sysTopics = createSysTopics({
    node,
    version,
    description: 'MQDeck',
    startedAt,
    clock,
    hooks: broker.hooks,
    publish: broker.publish,
    hasAudience: broker.hasAudience,
    source: broker,
    stats,
    settings: configuration.plain('sys_topics'),
    log,
  })
  const topicMetrics = createTopicMetrics({
    topics: configuration.plain('topic_metrics'),
    hooks: broker.hooks,
    clock,
  })
  const slowSubscriptions = createSlowSubscriptions({
    settings: configuration.plain('slow_subs'),
    hooks: broker.hooks,
    clock,
  })
  const prometheus = createPrometheus({
    node,
    settings: configuration.plain('prometheus'),
    source: broker,
    stats,
    hooks: broker.hooks,
    certificates: () => listenerCertificates(configuration, data.folder, clock.now()),
    banned: () => bans.list().length,
    clock,
    log,
  })
  const alarms = createAlarms({
    node,
    settings: configuration.plain('alarm'),
    store,
    clock,
    publish: broker.publish,
    log,
  })
  const systemMonitor = createSystemMonitor({ settings: configuration.plain('sysmon'), alarms, clock })
  const flapping = createFlapping({
    settings: toFlappingSettings(configuration),
    hooks: broker.hooks,
    ban: async (ban) => {
      await kickBanned(broker, await bans.create(ban))
    },
    clock,
    log,
  })
  const rewrite = createTopicRewrite({ settings: configuration.plain('rewrite'), hooks: broker.hooks, log })
  const autoSubscribe = createAutoSubscribe({ settings: configuration.plain('auto_subscribe').topics, broker, log })
  const delayed = createDelayedPublish({
    settings: configuration.plain('delayed'),
    broker,
    store,
    isBanned: ({ clientId, username, peername }) => bans.isBanned({ clientId, username, peerhost: hostOf(peername) }),
    clock,
    log,
  })
  const parts = [stats, alarms, systemMonitor, monitor, sysTopics, delayed, topicMetrics, slowSubscriptions, prometheus]
  let running = false

  const services: Services = {
    broker,
    clock,
    version,
    users,
    tokens,
    sessions,
    apiKeys,
    auditLog,
    bans,
    monitor,
    stats,
    prometheus,
    nodeInfo,
    configuration,
    dataFolder: data.folder,
    delayed,
    topicMetrics,
    slowSubscriptions,
    alarms,
    logging,
    isRunning: () => running,
  }
  return {
    broker,
    alarms,
    handlers: toHandlers(services),
    auditor: auditLog,
    verify: { token: sessions.check, key: apiKeys.check },
    connect: (applyDashboard) =>
      connectRoots(configuration, {
        broker,
        folder: data.folder,
        flapping,
        delayed,
        rewrite,
        autoSubscribe,
        sysTopics,
        prometheus,
        topicMetrics,
        slowSubscriptions,
        alarms,
        systemMonitor,
        logging,
        apiKeys,
        applyDashboard,
      }),
    hasDefaultPassword: (await users.verify(users.defaultUsername, defaultPassword)) !== undefined,
    start: async () => {
      await broker.start()
      for (const part of parts) part.start()
      running = true
    },
    stop: async () => {
      running = false
      for (const part of parts.toReversed()) await part.stop()
      await broker.stop()
    },
  }
}

function toHandlers(services: Services): Handlers<Api, Call> {
  return {
    ...userHandlers(services),
    ...apiKeyHandlers(services),
    ...auditHandlers(services),
    ...nodeHandlers(services),
    ...statsHandlers(services),
    ...metricsHandlers(services),
    ...monitorHandlers(services),
    ...clientHandlers(services),
    ...subscriptionHandlers(services),
    ...topicHandlers(services),
    ...publishHandlers(services),
    ...clusterHandlers(services),
    ...errorCodeHandlers(),
    ...bannedHandlers(services),
    ...listenerHandlers(services),
    ...certificateHandlers(services),
    ...logFileHandlers(services),
    ...configHandlers(services),
    ...mqttFeatureHandlers(services),
    ...topicMetricsHandlers(services),
    ...slowSubscriptionHandlers(services),
    ...alarmHandlers(services),
    ...retainedHandlers(services),
    ...prometheusHandlers(services),
    ...schemaHandlers(),
    ...mqdeckHandlers(services),
  }
}

/** `1.2.3.4:5678` or `[::1]:5678`; empty when there was no connection. */
const hostOf = (peername = ''): string => peername.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
