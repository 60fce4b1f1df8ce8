import { join } from 'node:path'
import { openBuiltInUsers, openScramUsers } from '@mqdeck/access'
import { type Broker, createBroker } from '@mqdeck/broker'
import { type Api, type Handlers, isRecord } from '@mqdeck/contract'
import { type Clock, createTrustedProxies } from '@mqdeck/kit'
import { type Alarms, createAlarms, createTraces, traceHooks, withTracing } from '@mqdeck/observe'
import type { Configuration } from '../../broker-config/configuration.ts'
import { valueAt } from '../../broker-config/trees.ts'
import type { Verifiers } from '../../http/identity.ts'
import type { Call } from '../../http/mount.ts'
import type { Logging } from '../../log/create-logging.ts'
import { createMigrations } from '../../migrate/migrations.ts'
import { createRunningSource } from '../../migrate/running-source.ts'
import { securityProfile } from '../../start-options/security-profile.ts'
import type { Settings } from '../../start-options/start-options.ts'
import { watchDisk } from '../../store/disk-guard.ts'
import type { DiskWatch } from '../../store/disk-watch.ts'
import type { Data } from '../../store/open-data.ts'
import { version } from '../../version.ts'
import { type Access, createAccess } from './access/service.ts'
import type { ScryptCost } from './accounts/password.ts'
import { type Accounts, openAccounts } from './accounts/service.ts'
import { type AuditLog, openAuditLog } from './audit/service.ts'
import { type Backups, openBackups } from './backup/service.ts'
import { apiKeyTable } from './backup/tables/api-keys.ts'
import { authnUserTable, scramUserTable } from './backup/tables/authn-users.ts'
import { authzRuleTable } from './backup/tables/authz-rules.ts'
import { banTable } from './backup/tables/bans.ts'
import { userTable } from './backup/tables/dashboard-users.ts'
import { payloadDecoderTable } from './backup/tables/payload-decoders.ts'
import { retainedTable } from './backup/tables/retained.ts'
import type { BrokerContext } from './broker-context.ts'
import { connectRoots, type Parts } from './connect-roots.ts'
import { createObservation } from './create-observation.ts'
import { createDataHub, createRegistry, type DataHub } from './data-hub/service.ts'
import { createExHookService } from './exhook/service.ts'
import { createGatewayService } from './gateways/service.ts'
import { toHandlers } from './handlers.ts'
import { createDataIntegration } from './integrations/service.ts'
import { toListeners } from './listeners/service.ts'
import { createMessageFeatures } from './mqtt-features/service.ts'
import { createPluginService, type PluginService } from './plugins/service.ts'
import type { Services } from './services.ts'
import { createStartFailures, type StartFailures } from './start-failures.ts'
import { traceRules } from './traces/service.ts'
import { toZonesSettings } from './zones/service.ts'

export interface EmbeddedOptions {
  readonly settings: Settings
  readonly data: Data
  readonly configuration: Configuration
  readonly clock: Clock
  readonly logging: Logging
  readonly passwordCost?: ScryptCost | undefined
}

/** The broker and everything around it, ready to start. */
export interface Embedded {
  readonly broker: Broker
  readonly alarms: Alarms
  readonly plugins: PluginService
  /** Configured parts that are not running. */
  readonly failures: StartFailures
  readonly handlers: Handlers<Api, Call>
  readonly verify: Verifiers
  readonly auditor: AuditLog
  /** Ends API calls that wait for a disk that does not respond. */
  readonly limit: DiskWatch['limit']
  /** Applies changes of the configuration from now on. */
  connect(applyDashboard: Parts['applyDashboard']): void
  /** Whether the first user can still sign in with its initial password. */
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
  passwordCost,
}: EmbeddedOptions): Promise<Embedded> {
  const { store, folder } = data
  const traces = createTraces({ folder: join(folder, 'trace'), store, clock, log: logging.log })
  const log = withTracing(logging.log, traces)
  const node = settings.node_name
  const broker = createBroker({
    node,
    zones: toZonesSettings(configuration),
    retained: configuration.plain('retainer'),
    listeners: toListeners(configuration, { folder, bind: settings.bind }),
    trustedProxies: createTrustedProxies(settings.trusted_proxies),
    allowedHosts: settings['dashboard.allowed_hosts'],
    store,
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
  const failures = createStartFailures(alarms, log)
  const profile = securityProfile(settings)
  const context: BrokerContext = {
    node,
    broker,
    configuration,
    store,
    disk: data.disk,
    folder,
    startedAt: clock.now(),
    profile,
    clock,
    log,
  }
  const accounts = await openAccounts(context, settings, failures, passwordCost)
  const auditLog = openAuditLog({
    store,
    disk: data.disk,
    clock,
    node,
    settings: () => configuration.plain('log').audit,
    writeFile: logging.audit,
    log,
  })
  const exhook = createExHookService(context)
  const plugins = createPluginService(context)
  const access = createAccess(context, alarms, failures, exhook.exhooks.authorize)
  const features = createMessageFeatures(context, access)
  const schemaRegistry = createRegistry(context)
  const dataIntegration = createDataIntegration({ ...context, alarms, schemaRegistry })
  const dataHub = createDataHub({ ...context, schemaRegistry, ruleEngine: dataIntegration.ruleEngine })
  const gateways = createGatewayService(
    context,
    { bind: settings.bind, datagramRate: settings['gateways.datagram_rate'] },
    failures,
  )
  traceHooks(broker.hooks, traces)
  traceRules({ traces, ...dataIntegration })
  const observation = await createObservation(context, {
    alarms,
    access,
    features,
    dataIntegration,
    plugins,
    dataHub,
    gateways,
    logging,
    failures,
  })
  const migrations = createMigrations(
    createRunningSource(
      { configuration, ...access, ...accounts, broker, delayed: features.delayed, clock, dataFolder: folder, plugins },
      store,
    ),
    clock,
    log,
  )
  let running = false
  let stopWatching = () => {}
  const isListenerInOrder = (part: string) => {
    if (!part.startsWith('listener:')) return false
    const listener = broker.listeners().find(({ id }) => `listener:${id}` === part)
    return !listener?.enable || listener.running
  }
  /** Listeners that a restore has disabled. */
  const isEnabledAgain = (part: string) => {
    const [root = '', ...path] = part.split('.')
    if ((root !== 'listeners' && root !== 'gateway') || part.includes(':')) return false
    const listener = valueAt(configuration.get(root), path)
    return !isRecord(listener) || listener.enable === true
  }
  let stopDiskWatch = () => {}
  const services: Services = {
    ...accounts,
    ...access,
    ...observation,
    ...dataIntegration,
    ...dataHub,
    broker,
    gateways,
    exhook,
    plugins,
    configuration,
    clock,
    version,
    dataFolder: folder,
    profile,
    bind: settings.bind,
    trustedProxies: settings.trusted_proxies,
    auditLog,
    alarms,
    backups: openEveryBackup(context, accounts, access, plugins, dataHub, failures),
    delayed: features.delayed,
    traces,
    logging,
    migrations,
    isRunning: () => running && !data.disk.isStalled(),
  }
  return {
    broker,
    alarms,
    plugins,
    failures,
    handlers: toHandlers(services),
    auditor: auditLog,
    limit: data.disk.limit,
    verify: { token: accounts.sessions.check, tokenUnused: accounts.tokens.peek, key: accounts.apiKeys.check },
    connect: (applyDashboard) =>
      connectRoots(configuration, {
        ...access,
        ...features,
        ...observation,
        dataIntegration,
        dataHub,
        gateways,
        exhook,
        broker,
        folder,
        bind: settings.bind,
        alarms,
        failures,
        logging,
        apiKeys: accounts.apiKeys,
        applyDashboard,
      }),
    hasDefaultPassword: accounts.hasDefaultPassword,
    start: async () => {
      // Before clients can connect.
      traces.start()
      observation.clientTimeline.start()
      await access.start()
      dataIntegration.start()
      dataHub.start()
      await exhook.start()
      await plugins.start()
      for (const error of await broker.start()) failures.add(`listener:${error.id}`, error)
      await gateways.start()
      stopWatching = clock.every(listenerWatchInterval, () =>
        failures.resolve((part) => isListenerInOrder(part) || isEnabledAgain(part)),
      )
      stopDiskWatch = watchDisk({ alarms, clock, log, free: data.free, disk: data.disk })
      observation.start()
      features.delayed.start()
      running = true
    },
    stop: async () => {
      running = false
      stopWatching()
      stopDiskWatch()
      await migrations.stop()
      // From here on, ending connections must not raise alarms.
      access.unwatch()
      dataIntegration.resourceAlarms.stop()
      await features.delayed.stop()
      await observation.stop()
      // Before the broker, because bridges may be clients of it.
      await dataIntegration.stop()
      await gateways.stop()
      await broker.stop()
      // After the broker, so that the end of connections is reported.
      await exhook.stop()
      await plugins.stop()
      observation.clientTimeline.stop()
      await access.stop()
      // Last, because traces also record how clients disconnect.
      await traces.close()
    },
  }
}

/**
 * Milliseconds between two checks. The alarm of a listener stays active for at most this time after its cause is gone.
 */
const listenerWatchInterval = 1000

function openEveryBackup(
  { node, broker, configuration, store, folder, clock, log }: BrokerContext,
  { users, apiKeys }: Accounts,
  { bans, authorization }: Access,
  { folder: pluginFolder }: PluginService,
  { payloadDecoders }: DataHub,
  failures: StartFailures,
): Backups {
  return openBackups({
    configuration,
    dataFolder: folder,
    tables: [
      banTable(bans, broker, clock),
      userTable(users, log),
      apiKeyTable(apiKeys),
      retainedTable(broker.retained, clock),
      authnUserTable(openBuiltInUsers(store)),
      scramUserTable(openScramUsers(store)),
      authzRuleTable(authorization.rules),
      payloadDecoderTable(payloadDecoders),
    ],
    plugins: () => pluginFolder.read().map(({ name }) => name),
    onDisabled: (path, reason) => failures.add(path, reason),
    node,
    version,
    clock,
    log,
  })
}
