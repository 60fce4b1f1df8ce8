import { join } from 'node:path'
import { type Broker, createBroker } from '@mqdeck/broker'
import type { Api, Handlers } from '@mqdeck/contract'
import { type Clock, createTrustedProxies } from '@mqdeck/kit'
import { type Alarms, createAlarms, createTraces, traceHooks, withTracing } from '@mqdeck/observe'
import type { Configuration, Connection, Connections } from '../../broker-config/configuration.ts'
import { type RootName, type RootPlain, rootNames } from '../../broker-config/roots.ts'
import type { Verifiers } from '../../http/identity.ts'
import type { Call } from '../../http/mount.ts'
import type { Logging } from '../../log/create-logging.ts'
import { migrationTasks } from '../../migrate/stages.ts'
import { securityProfile } from '../../start-options/security-profile.ts'
import type { Settings } from '../../start-options/start-options.ts'
import { watchDisk } from '../../store/disk-guard.ts'
import type { DiskWatch } from '../../store/disk-watch.ts'
import type { Data } from '../../store/open-data.ts'
import { version } from '../../version.ts'
import { accountsModule } from './accounts/module.ts'
import type { ScryptCost } from './accounts/password.ts'
import { apiKeysModule } from './api-keys/module.ts'
import { auditModule } from './audit/module.ts'
import type { AuditLog } from './audit/service.ts'
import type { BrokerContext } from './broker-context.ts'
import { createResources } from './create-resources.ts'
import { toListeners } from './listeners/service.ts'
import { modules } from './modules.ts'
import { createNodes } from './nodes.ts'
import { pluginsModule } from './plugins/module.ts'
import type { PluginService } from './plugins/service.ts'
import type { Resource } from './resource-module.ts'
import { invalid } from './root-checks.ts'
import { createStartFailures, type StartFailures } from './start-failures.ts'
import { toZonesSettings } from './zones/service.ts'

export interface EmbeddedOptions {
  readonly settings: Settings
  readonly data: Data
  readonly configuration: Configuration
  readonly clock: Clock
  readonly logging: Logging
  readonly passwordCost?: ScryptCost | undefined
}

/** Applies the listeners of the dashboard. Rejects with an AppError if one cannot start; the previous ones keep running then. */
type ApplyDashboard = (next: RootPlain<'dashboard'>) => Promise<void>

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
  connect(applyDashboard: ApplyDashboard): void
  /** Whether the first user can still sign in with its initial password. */
  readonly hasDefaultPassword: boolean
  start(): Promise<void>
  stop(): Promise<void>
}

export async function buildEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { configuration, data } = options
  const all: Resource[] = []
  let isRunning = false
  const context = createContext(
    options,
    () => isRunning && !data.disk.isStalled(),
    () => all,
  )
  const { broker, alarms, traces, failures, clock, log } = context
  const resources = await createResources(modules, context, all)
  traceHooks(broker.hooks, traces)
  const accounts = resources.get(accountsModule)
  const inOrder = async (step: 'open' | 'start') => {
    for (const resource of all) await resource[step]?.()
  }
  const inReverse = async (step: 'stop' | 'close') => {
    for (const resource of all.toReversed()) await resource[step]?.()
  }
  let stopDiskWatch = () => {}
  return {
    broker,
    alarms,
    plugins: resources.get(pluginsModule),
    failures,
    handlers: resources.handlers(),
    auditor: resources.get(auditModule),
    limit: data.disk.limit,
    verify: {
      token: accounts.sessions.check,
      tokenUnused: accounts.tokens.peek,
      key: resources.get(apiKeysModule).check,
    },
    connect: (applyDashboard) =>
      connectRoots(configuration, {
        ...resources.roots(),
        dashboard: dashboardRoot(configuration, failures, applyDashboard),
      }),
    hasDefaultPassword: accounts.hasDefaultPassword,
    start: async () => {
      traces.start()
      await inOrder('open')
      for (const error of await broker.start()) failures.add(`listener:${error.id}`, error)
      stopDiskWatch = watchDisk({ alarms, clock, log, free: data.free, disk: data.disk })
      await inOrder('start')
      isRunning = true
    },
    stop: async () => {
      isRunning = false
      stopDiskWatch()
      await inReverse('stop')
      await broker.stop()
      await inReverse('close')
      // Last, because traces also record how clients disconnect.
      await traces.close()
    },
  }
}

function createContext(
  { settings, configuration, data, clock, logging, passwordCost }: EmbeddedOptions,
  isRunning: () => boolean,
  resources: () => readonly Resource[],
): BrokerContext {
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
  return {
    node,
    nodes: createNodes(node),
    broker,
    configuration,
    settings,
    profile: securityProfile(settings),
    store,
    disk: data.disk,
    folder,
    startedAt: clock.now(),
    version,
    alarms,
    traces,
    failures: createStartFailures(alarms, log),
    logging,
    clock,
    log,
    passwordCost,
    isRunning,
    resources,
    migrationTasks: migrationTasks(modules),
  }
}

/** Connects every root of the configuration with the component that it changes. Checks run in the order of the roots. */
function connectRoots(configuration: Configuration, roots: Connections): void {
  const connect = <N extends RootName>(name: N) => configuration.connect(name, roots[name])
  for (const name of rootNames) connect(name)
}

const dashboardRoot = (
  configuration: Configuration,
  failures: StartFailures,
  applyDashboard: ApplyDashboard,
): Connection<'dashboard'> => ({
  check: ({ default_password }) => {
    if (default_password !== configuration.get('dashboard').default_password)
      throw invalid('dashboard.default_password', 'is read only. Change the password of the user instead', '******')
  },
  apply: async (next) => {
    await applyDashboard(next)
    failures.resolve((part) => part.startsWith('dashboard.'))
  },
})
