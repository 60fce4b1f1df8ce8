import { join } from 'node:path'
import { accessPlugs } from '@mqdeck/access/catalog'
import type { Broker, ListenerType } from '@mqdeck/broker'
import { api, buildOpenApi } from '@mqdeck/contract'
import { integrationPlugs } from '@mqdeck/integrations/catalog'
import { type Clock, type Log, systemClock } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import type { FastifyInstance } from 'fastify'
import { buildEmbedded, type Embedded } from './backends/embedded/build.ts'
import { toRefusal } from './backends/embedded/listener-settings.ts'
import { withDefaults } from './config/load.ts'
import type { Settings } from './config/settings.ts'
import { toBases, toOverrides } from './config/start-values.ts'
import { type Configuration, openConfiguration } from './configuration/configuration.ts'
import type { Override } from './configuration/override.ts'
import { toConfigError } from './configuration/refusals.ts'
import { createDashboardListeners, type DashboardListeners } from './dashboard-listeners.ts'
import { allowOtherOrigins } from './http/cors.ts'
import { createApp, httpOptions } from './http/create-app.ts'
import { createHostCheck } from './http/host-check.ts'
import { mount } from './http/mount.ts'
import { serveApiDocs } from './http/serve-api-docs.ts'
import { createDashboard } from './http/static.ts'
import { createWebListeners, type WebListeners } from './http/web-listeners.ts'
import { installFolder } from './install-folder.ts'
import { createLogging, type Logging } from './log/create-logging.ts'
import { consoleOnly, toLevel } from './log/log-settings.ts'
import { openData } from './store/open-data.ts'
import { ensureOwnCertificate, renewOwnCertificate } from './tls/own-certificate.ts'
import { createPemFiles } from './tls/pem-files.ts'
import { checkStartCertificate } from './tls/start-certificate.ts'
import { version } from './version.ts'

export interface ServerOptions {
  /** By key of `mqdeck.yaml`; the others keep their defaults. Port 0 takes a free one. */
  readonly settings?: Partial<Settings>
  /** What stands over the stored configuration; made of `settings` when missing. */
  readonly overrides?: readonly Override[]
  readonly clock?: Clock
  /** What to log with; closed with the server. When missing, nothing goes to the console. */
  readonly logging?: Logging
  /** Folder of the built dashboard. */
  readonly dashboardFolder?: string
  /** Holds every answer against the contract; on by default where `NODE_ENV` is `test`. */
  readonly checkReplies?: boolean
}

export interface RunningServer {
  readonly urls: { readonly dashboard: string; readonly api: string }
  /** The ports in use; undefined for a listener that is turned off. */
  readonly ports: Readonly<{ dashboard: number } & { [T in Exclude<ListenerType, 'quic'>]: number | undefined }>
  /** The address that the dashboard listens on. */
  readonly dashboardHost: string
  readonly broker: Broker
  /** What `/alarms` tells of. */
  readonly alarms: AlarmPort
  readonly dataFolder: string
  readonly hasDefaultPassword: boolean
  /** Says goodbye to clients, writes what is due, frees ports and data folder. */
  stop(): Promise<void>
}

/**
 * Starts the broker and the dashboard; resolves when all ports listen.
 * @throws when a port is taken or the data folder cannot be used; nothing is left running then
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { clock = systemClock } = options
  const settings = withDefaults(options.settings ?? {})
  const data = await openData(settings.data_dir)
  const level = toLevel(settings.log_level)
  const logging =
    options.logging ??
    createLogging({ settings: consoleOnly(level), folder: data.folder, clock, writeConsole: () => {} })
  const undo: (() => Promise<unknown>)[] = [() => logging.close(), () => data.close()]
  try {
    const configuration = openConfiguration({
      folder: join(data.folder, 'configs'),
      bases: toBases(settings),
      overrides: options.overrides ?? toOverrides(options.settings ?? {}, settings),
      clock,
      log: logging.log,
      pem: createPemFiles(data.folder),
    })
    const blamed = (error: unknown) => Promise.reject(configuration.blame(error))
    await logging.update(configuration.plain('log')).catch(blamed)
    checkStartCertificate(settings)
    await ensureOwnCertificate(data.folder, clock.now())
    const embedded = await buildEmbedded({ settings, configuration, data, clock, logging }).catch(blamed)
    undo.unshift(() => embedded.stop())
    const { app, web } = createRoutes(embedded, configuration, settings, options, logging.log)
    undo.unshift(() => app.close())
    undo.unshift(() => web.close())
    const doors = createDashboardListeners({ web, folder: data.folder, clock, log: logging.log })
    undo.unshift(async () => doors.stop())
    embedded.connect(({ listeners }) =>
      doors.update(listeners).catch((error: unknown) => Promise.reject(toRefusal(error, 'dashboard.listeners'))),
    )
    await configuration.start()
    await app.ready()
    // Before the broker: while that starts, `/status` says so.
    await startListeners(doors, configuration, settings)
    await embedded.start()
    const stopRenewal = renewOwnCertificate({
      dataFolder: data.folder,
      clock,
      log: logging.log,
      renewed: async () => {
        await embedded.broker.reloadCertificates()
        await doors.reload()
      },
    })
    undo.unshift(async () => stopRenewal())
    return describe(web, embedded, data.folder, undo)
  } catch (error) {
    for (const step of undo) await step().catch(() => {}) // the first error is the one to tell
    throw error
  }
}

/** @throws {ConfigError} for what was stored; the system's own error for the port that the server was started with */
async function startListeners(doors: DashboardListeners, configuration: Configuration, settings: Settings) {
  try {
    await doors.update(configuration.plain('dashboard').listeners)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const isOwnPort = cause instanceof Error && 'port' in cause && cause.port === settings['dashboard.port']
    throw isOwnPort
      ? cause
      : toConfigError(configuration.blame(toRefusal(error, 'dashboard.listeners')), 'settings of the start')
  }
}

interface Routes {
  readonly app: FastifyInstance
  /** Where the app can be reached: nowhere yet. */
  readonly web: WebListeners
}

function createRoutes(
  embedded: Embedded,
  configuration: Configuration,
  settings: Settings,
  options: ServerOptions,
  log: Log,
): Routes {
  const dashboard = () => configuration.get('dashboard')
  const app = createApp({
    log,
    onUnknownPath: createDashboard(options.dashboardFolder ?? join(installFolder, 'apps/dashboard/dist')),
    isOwnHost: (name, socket) =>
      createHostCheck(web.hostOf(socket) ?? '0.0.0.0', settings['dashboard.allowed_hosts'])(name),
  })
  const web = createWebListeners({ handler: (request, response) => app.routing(request, response), http: httpOptions })
  allowOtherOrigins(app, () => dashboard().cors)
  const checkReplies = options.checkReplies ?? process.env.NODE_ENV === 'test'
  const { handlers, verify, auditor } = embedded
  mount(app, api, handlers, { verify, auditor, checkReplies })
  // Where EMQX's health checks look.
  mount(app, { getStatus: api.getStatus }, { getStatus: handlers.getStatus }, { verify, checkReplies, prefix: '' })
  serveApiDocs(
    app,
    buildOpenApi(api, version, { ...accessPlugs, ...integrationPlugs() }),
    () => dashboard().swagger_support,
  )
  return { app, web }
}

function describe(
  web: WebListeners,
  embedded: Embedded,
  dataFolder: string,
  undo: readonly (() => Promise<unknown>)[],
): RunningServer {
  const schemeOf = () => (web.port('http') === undefined ? 'https' : 'http')
  const dashboardUrl = () => {
    const scheme = schemeOf()
    return `${scheme}://${toUrlHost(web.host(scheme) ?? '::')}:${web.port(scheme)}`
  }
  const portOf = (type: ListenerType) =>
    embedded.broker.listeners().find((listener) => listener.type === type && listener.running)?.boundPort
  let stopped: Promise<void> | undefined
  return {
    get urls() {
      const dashboard = dashboardUrl()
      return { dashboard, api: `${dashboard}/api/v5` }
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
      return web.host(schemeOf()) ?? '0.0.0.0'
    },
    broker: embedded.broker,
    alarms: embedded.alarms,
    dataFolder,
    hasDefaultPassword: embedded.hasDefaultPassword,
    stop: () => {
      stopped ??= stopAll(undo)
      return stopped
    },
  }
}

/** All steps are taken, then the first failure is told. */
async function stopAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** An address that listens everywhere is reached through localhost. */
function toUrlHost(bind: string): string {
  if (bind === '0.0.0.0' || bind === '::') return 'localhost'
  return bind.includes(':') ? `[${bind}]` : bind
}
