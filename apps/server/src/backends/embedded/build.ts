import { join } from 'node:path'
import {
  createAuthentication,
  createAuthorization,
  createFlapping,
  openBuiltInUsers,
  openScramUsers,
} from '@mqdeck/access'
import { type Broker, createBroker } from '@mqdeck/broker'
import type { Api, Handlers } from '@mqdeck/contract'
import { createAutoSubscribe, createDelayedPublish, createTopicRewrite } from '@mqdeck/extensions'
import type { Clock } from '@mqdeck/kit'
import {
  type Alarms,
  createAlarms,
  createClientTimeline,
  createCongestionAlarms,
  createMonitor,
  createNodeInfo,
  createOpenTelemetry,
  createPrometheus,
  createSlowSubscriptions,
  createStats,
  createSysTopics,
  createSystemMonitor,
  createTopicMetrics,
  createTraces,
  openTraceLists,
  traceHooks,
  withTracing,
} from '@mqdeck/observe'
import type { Settings } from '../../config/settings.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { withFolder } from '../../configuration/places.ts'
import type { Verifiers } from '../../http/identity.ts'
import type { Call } from '../../http/mount.ts'
import { installFolder } from '../../install-folder.ts'
import type { Logging } from '../../log/create-logging.ts'
import { createLogSource } from '../../log/log-source.ts'
import { createMigrations } from '../../migrate/migrations.ts'
import { createRunningSource } from '../../migrate/running-source.ts'
import type { Data } from '../../store/open-data.ts'
import { version } from '../../version.ts'
import { watchAccess } from './access-alarms.ts'
import { accessFigures } from './access-figures.ts'
import { createSecondFactors } from './accounts/second-factors.ts'
import { createSessions } from './accounts/sessions.ts'
import { openTokens } from './accounts/tokens.ts'
import { openUsers } from './accounts/users.ts'
import { toHandlers } from './api/handlers.ts'
import { openApiKeys } from './api-keys/api-keys.ts'
import { loadBootstrapFile } from './api-keys/bootstrap-file.ts'
import { type AuditLog, openAuditLog } from './audit/audit-log.ts'
import { withSourceFolders } from './authz-sources.ts'
import { openBackups } from './backup/backups.ts'
import { apiKeyTable } from './backup/tables/api-keys.ts'
import { authnUserTable, scramUserTable } from './backup/tables/authn-users.ts'
import { authzRuleTable } from './backup/tables/authz-rules.ts'
import { banTable } from './backup/tables/bans.ts'
import { userTable } from './backup/tables/dashboard-users.ts'
import { retainedTable } from './backup/tables/retained.ts'
import { toBan } from './banned/ban-body.ts'
import { openBans } from './banned/bans.ts'
import { enforceBans, kickBanned } from './banned/enforce.ts'
import { listenerCertificates } from './certificates/listener-certificates.ts'
import { connectRoots, type Parts } from './connect-roots.ts'
import { createDataIntegration } from './integration/data-integration.ts'
import { dataIntegrationFigures } from './integration/integration-figures.ts'
import { toListeners } from './listener-settings.ts'
import type { Services } from './services.ts'
import { openTelemetryIdentity } from './telemetry/identity.ts'
import { integrationCounts } from './telemetry/integration-counts.ts'
import { readOperatingSystem } from './telemetry/operating-system.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import { traceRules } from './traces/rule-traces.ts'
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
  const { store } = data
  const traces = createTraces({ folder: join(data.folder, 'trace'), store, clock, log: logging.log })
  const log = withTracing(logging.log, traces)
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
  const secondFactors = createSecondFactors(users, clock, node)
  const sessions = createSessions(users, tokens, secondFactors, clock)
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
  const authorization = createAuthorization({
    hooks: broker.hooks,
    metrics: broker.metrics,
    store,
    clock,
    log,
    folder: data.folder,
  })
  const backups = openBackups({
    configuration,
    dataFolder: data.folder,
    tables: [
      banTable(bans, broker, clock),
      userTable(users),
      apiKeyTable(apiKeys),
      retainedTable(broker.retained, clock),
      authnUserTable(openBuiltInUsers(store)),
      scramUserTable(openScramUsers(store)),
      authzRuleTable(authorization.rules),
    ],
    node,
    version,
    clock,
    log,
  })

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
    dataIntegration: () => dataIntegrationFigures({ configuration, integrations, ruleEngine }),
    access: () => accessFigures({ configuration, authentication, authorization, banned: () => bans.list().length }),
    clock,
    log,
  })
  const traceLists = openTraceLists(store)
  const openTelemetry = createOpenTelemetry({
    node,
    version,
    settings: withFolder(configuration.plain('opentelemetry'), data.folder),
    source: broker,
    stats,
    hooks: broker.hooks,
    lists: traceLists,
    logSource: createLogSource(logging),
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
  const dataIntegration = createDataIntegration({
    broker,
    alarms,
    configuration,
    clock,
    log,
    store,
    folder: data.folder,
    node,
  })
  const { integrations, ruleEngine, ruleSteps, resourceAlarms } = dataIntegration
  traceHooks(broker.hooks, traces)
  const clientTimeline = createClientTimeline({ hooks: broker.hooks, clock })
  traceRules({ traces, ruleEngine, integrations })
  const congestionAlarms = createCongestionAlarms({ alarms, hooks: broker.hooks, clock })
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
  const authentication = createAuthentication({ hooks: broker.hooks, store, clock, log, folder: data.folder })
  const unwatchAccess = watchAccess({ authentication, authorization, alarms })
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
    congestionAlarms,
    systemMonitor,
    monitor,
    sysTopics,
    delayed,
    topicMetrics,
    slowSubscriptions,
    prometheus,
    openTelemetry,
    telemetry,
  ]
  let running = false

  const migrations = createMigrations(
    createRunningSource(
      { configuration, authorization, bans, apiKeys, users, broker, delayed, clock, dataFolder: data.folder },
      store,
    ),
    clock,
    log,
  )

  const services: Services = {
    broker,
    authentication,
    authorization,
    clock,
    version,
    users,
    tokens,
    sessions,
    secondFactors,
    apiKeys,
    auditLog,
    bans,
    backups,
    monitor,
    stats,
    prometheus,
    openTelemetry,
    traceLists,
    traces,
    clientTimeline,
    nodeInfo,
    telemetry,
    configuration,
    dataFolder: data.folder,
    delayed,
    topicMetrics,
    slowSubscriptions,
    alarms,
    integrations,
    ruleEngine,
    ruleSteps,
    logging,
    migrations,
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
        authentication,
        authorization,
        delayed,
        rewrite,
        autoSubscribe,
        sysTopics,
        prometheus,
        openTelemetry,
        telemetry,
        topicMetrics,
        slowSubscriptions,
        alarms,
        integrations,
        integrationsSettled: dataIntegration.settled,
        ruleEngine,
        systemMonitor,
        logging,
        apiKeys,
        applyDashboard,
      }),
    hasDefaultPassword: (await users.verify(users.defaultUsername, defaultPassword)) !== undefined,
    start: async () => {
      // Before anybody can connect.
      traces.start()
      clientTimeline.start()
      await authentication.start(withFolder(configuration.plain('authentication'), data.folder))
      await authorization.start(withSourceFolders(configuration.plain('authorization'), data.folder))
      dataIntegration.start()
      await broker.start()
      for (const part of parts) part.start()
      running = true
    },
    stop: async () => {
      running = false
      await migrations.stop()
      // What ends now is not down.
      unwatchAccess()
      resourceAlarms.stop()
      for (const part of parts.toReversed()) await part.stop()
      // Before the broker: bridges may be clients of it.
      await dataIntegration.stop()
      await broker.stop()
      clientTimeline.stop()
      await authentication.stop()
      await authorization.stop()
      // Last: how clients went is traced, too.
      await traces.close()
    },
  }
}

/** `1.2.3.4:5678` or `[::1]:5678`; empty when there was no connection. */
const hostOf = (peername = ''): string => peername.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
