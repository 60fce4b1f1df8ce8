import type { Socket } from 'node:net'
import { join } from 'node:path'
import { accessPlugs } from '@mqdeck/access/catalog'
import { ListenerError, type ListenerType } from '@mqdeck/broker'
import { api, buildOpenApi } from '@mqdeck/contract'
import { gatewayManifests, gatewayPlugs } from '@mqdeck/gateways/catalog'
import { bridgePlugs } from '@mqdeck/integrations/bridges'
import { integrationPlugs } from '@mqdeck/integrations/catalog'
import { type Clock, createHostCheck, createTrustedProxies, type Log, systemClock } from '@mqdeck/kit'
import type { FastifyInstance } from 'fastify'
import { buildEmbedded, type Embedded } from './backends/embedded/build.ts'
import { toRefusal } from './backends/embedded/listeners/service.ts'
import type { StartFailures } from './backends/embedded/start-failures.ts'
import { createWebSocketBackend } from './backends/embedded/web-socket-backend.ts'
import { writeAtomically } from './broker-config/atomic-file.ts'
import { type Configuration, openConfiguration } from './broker-config/configuration.ts'
import { toConfigError } from './broker-config/rejected-values.ts'
import type { RootPlain } from './broker-config/roots.ts'
import { createDashboardListeners, type DashboardListeners } from './dashboard-listeners.ts'
import { allowOtherOrigins, createApp, httpOptions, serveApiDocs } from './http/create-app.ts'
import { mount } from './http/mount.ts'
import { createSites, type Site } from './http/sites.ts'
import { createWebListeners, type WebListeners } from './http/web-listeners.ts'
import { createWebSocketGateway } from './http/web-socket-gateway.ts'
import { createLogging } from './log/create-logging.ts'
import { consoleOnly, toLevel } from './log/log-settings.ts'
import {
  addressesOf,
  type RunningServer,
  type ServerOptions,
  type StopSteps,
  stopOnce,
  stopStarted,
} from './running-server.ts'
import { createSiteSet } from './site-set.ts'
import { withDefaults } from './start-options/load.ts'
import { toBases, toOverrides } from './start-options/root-overrides.ts'
import type { Settings } from './start-options/start-options.ts'
import { startProxy } from './start-proxy.ts'
import { openData } from './store/open-data.ts'
import { ensureOwnCertificate, renewOwnCertificate } from './tls/own-certificate.ts'
import { createPemFiles } from './tls/pem-files.ts'
import { checkStartCertificate } from './tls/start-certificate.ts'
import { version } from './version.ts'

export type { RunningServer, ServerOptions }

/**
 * Starts the broker and the dashboard, or the dashboard in front of the cluster in `broker`. Resolves when all ports
 * are listening.
 * @throws if a port is in use or the data folder cannot be used; nothing is running then
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const settings = withDefaults(options.settings ?? {})
  return settings.broker.length > 0 ? startProxy(options, settings) : startEmbedded(options, settings)
}

/** Parts of a server that are running, so far. */
interface Started {
  embedded?: Embedded
  routes?: Routes
  dashboardListeners?: DashboardListeners
  stopRenewal?: () => void
}

async function startEmbedded(options: ServerOptions, settings: Settings): Promise<RunningServer> {
  const { clock = systemClock } = options
  const data = await openData(settings.data_dir)
  const level = toLevel(settings.log_level)
  const logging =
    options.logging ??
    createLogging({ settings: consoleOnly(level), folder: data.folder, clock, writeConsole: () => {} })
  const started: Started = {}
  const stopSteps: StopSteps = [
    async () => started.stopRenewal?.(),
    async () => started.dashboardListeners?.stop(),
    async () => started.routes?.web.close(),
    async () => started.routes?.close(),
    async () => started.embedded?.stop(),
    () => logging.close(),
    () => data.close(),
  ]
  try {
    const configuration = openConfiguration({
      folder: join(data.folder, 'configs'),
      bases: toBases(settings),
      overrides: options.overrides ?? toOverrides(options.settings ?? {}, settings),
      clock,
      log: logging.log,
      write: (file, text) => data.disk.add(writeAtomically(file, text)),
      pem: createPemFiles(data.folder),
    })
    const withLine = (error: unknown): Promise<never> => Promise.reject(configuration.withLineOf(error))
    const unusableLogs = await logging.start(configuration.plain('log')).catch(withLine)
    checkStartCertificate(settings)
    await ensureOwnCertificate(data.folder, clock.now())
    const embedded = await buildEmbedded({
      settings,
      configuration,
      data,
      clock,
      logging,
      passwordCost: options.passwordCost,
    }).catch(withLine)
    started.embedded = embedded
    for (const error of unusableLogs) embedded.failures.add(error.path.replace(/\.path$/, ''), error)
    const routes = await createRoutes(embedded, configuration, settings, options, { clock, log: logging.log })
    started.routes = routes
    const dashboardListeners = createDashboardListeners({
      web: routes.web,
      folder: data.folder,
      bind: settings.bind,
      clock,
      log: logging.log,
    })
    started.dashboardListeners = dashboardListeners
    embedded.connect(({ listeners }) =>
      dashboardListeners
        .update(listeners)
        .catch((error: unknown) => Promise.reject(toRefusal(error, 'dashboard.listeners'))),
    )
    await configuration.start()
    await routes.app.ready()
    // Before the broker, so that `/status` reports that it is starting.
    await startListeners(dashboardListeners, configuration, settings, embedded.failures)
    await embedded.start()
    started.stopRenewal = renewOwnCertificate({
      dataFolder: data.folder,
      clock,
      log: logging.log,
      renewed: async () => {
        await embedded.broker.reloadCertificates()
        await dashboardListeners.reload()
      },
    })
    return describe(routes.web, embedded, data.folder, settings.base_path, stopSteps)
  } catch (error) {
    await stopStarted(stopSteps)
    throw error
  }
}

/**
 * Starts HTTP and HTTPS as configured. If HTTP or HTTPS cannot start, the other is started alone. If neither can start, the
 * dashboard listens on the loopback address, where the settings can be corrected.
 * @throws {ConfigError} if that fails, too; the system error if the port of the start options is in use
 */
async function startListeners(
  dashboardListeners: DashboardListeners,
  configuration: Configuration,
  settings: Settings,
  failures: StartFailures,
): Promise<void> {
  const configured = configuration.plain('dashboard').listeners
  const port = settings['dashboard.port']
  const { http: base } = configuration.basePlain('dashboard').listeners
  const loopback: Listeners = base ? { http: { ...base, bind: { host: '127.0.0.1', port } } } : {}
  const isPortTaken = ({ cause }: ListenerError) => cause instanceof Error && 'port' in cause && cause.port === port
  const toStartError = (error: unknown) =>
    toConfigError(configuration.withLineOf(toRefusal(error, 'dashboard.listeners')), 'start options')
  /** The listener that cannot start. Undefined if all are running. */
  const attempt = async (listeners: Listeners): Promise<ListenerError | undefined> => {
    try {
      await dashboardListeners.update(listeners)
      return undefined
    } catch (error) {
      if (error instanceof ListenerError) return error
      throw toStartError(error)
    }
  }

  const first = await attempt(configured)
  if (!first) return
  const other = without(configured, first)
  const isOtherOn = Object.values(other).some(({ bind }) => bind.port !== 0)
  if (isOtherOn) failures.add(`dashboard.listeners.${first.id}`, first)
  const second = isOtherOn ? await attempt(other) : first
  if (!second) return
  if (isPortTaken(second)) throw second.cause
  failures.add(`dashboard.listeners.${second.id}`, second)
  const last = await attempt(loopback)
  if (last) throw isPortTaken(last) ? last.cause : toStartError(last)
}

type Listeners = RootPlain<'dashboard'>['listeners']

function without({ http, https }: Listeners, { id }: ListenerError): Listeners {
  if (id === 'https') return http ? { http } : {}
  return https ? { https } : {}
}

interface Routes {
  readonly app: FastifyInstance
  /** Addresses of the app before it listens. */
  readonly web: WebListeners
  readonly close: () => Promise<unknown>
}

async function createRoutes(
  embedded: Embedded,
  configuration: Configuration,
  settings: Settings,
  options: ServerOptions,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Routes> {
  const dashboard = () => configuration.get('dashboard')
  const isOwnHost = (name: string, socket: Socket) =>
    createHostCheck(web.hostOf(socket) ?? '0.0.0.0', settings['dashboard.allowed_hosts'])(name)
  const proxies = createTrustedProxies(settings.trusted_proxies)
  const set = createSiteSet({ settings, dashboardFolder: options.dashboardFolder, isOwnHost, proxies, clock, log })
  const app = createApp({
    log,
    onUnknownPath: set.mainPage,
    isOwnHost,
    isHttpsOnly: () => web.port('http') === undefined,
    proxies,
  })
  const backend = createWebSocketBackend(embedded.broker, embedded.verify)
  const gateway = createWebSocketGateway({ backend, isOwnHost, proxies, log })
  const others = await set.createOthers()
  const isGatewayEnabled = settings['dashboard.websocket']
  const main: Site = {
    name: undefined,
    handle: (request, response) => app.routing(request, response),
    onUpgrade: (request, socket, head) => isGatewayEnabled && gateway.onUpgrade(request, socket, head),
  }
  const { handle, onUpgrade } = createSites(settings.base_path, main, others)
  const web = createWebListeners({
    handler: handle,
    onUpgrade,
    http: httpOptions,
    proxies,
    log,
  })
  allowOtherOrigins(app, () => dashboard().cors)
  const checkReplies = options.checkReplies ?? process.env.NODE_ENV === 'test'
  const { handlers, verify, auditor, limit } = embedded
  mount(app, api, handlers, { verify, auditor, limit, checkReplies })
  // Path of EMQX's health checks.
  mount(app, { getStatus: api.getStatus }, { getStatus: handlers.getStatus }, { verify, checkReplies, prefix: '' })
  serveApiDocs(
    app,
    (pause) =>
      buildOpenApi(
        api,
        version,
        { ...accessPlugs, ...integrationPlugs(), ...bridgePlugs(), ...gatewayPlugs(gatewayManifests) },
        pause,
      ),
    () => dashboard().swagger_support,
  )
  const close = () => {
    gateway.close()
    return Promise.all([app.close(), ...others.map((site) => site.close())])
  }
  return { app, web, close }
}

function describe(
  web: WebListeners,
  embedded: Embedded,
  dataFolder: string,
  basePath: string,
  stopSteps: StopSteps,
): RunningServer {
  const addresses = addressesOf(web, basePath)
  const portOf = (type: ListenerType) =>
    embedded.broker.listeners().find((listener) => listener.type === type && listener.running)?.boundPort
  return {
    get urls() {
      return addresses.urls
    },
    get ports() {
      return {
        dashboard: web.port('http') ?? web.port('https') ?? 0,
        tcp: portOf('tcp'),
        ssl: portOf('ssl'),
        ws: portOf('ws'),
        wss: portOf('wss'),
      }
    },
    get dashboardHost() {
      return addresses.dashboardHost
    },
    cluster: [],
    broker: embedded.broker,
    alarms: embedded.alarms,
    plugins: embedded.plugins,
    failures: embedded.failures.list(),
    dataFolder,
    hasDefaultPassword: embedded.hasDefaultPassword,
    stop: stopOnce(stopSteps),
  }
}
