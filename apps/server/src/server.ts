import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Broker, ListenerType } from '@mqdeck/broker'
import { api, buildOpenApi } from '@mqdeck/contract'
import { type Clock, type Log, silentLog, systemClock } from '@mqdeck/kit'
import type { FastifyInstance } from 'fastify'
import { buildEmbedded, type Embedded } from './backends/embedded/build.ts'
import { withDefaults } from './config/load.ts'
import type { Settings } from './config/settings.ts'
import { createApp } from './http/create-app.ts'
import { createHostCheck } from './http/host-check.ts'
import { mount } from './http/mount.ts'
import { serveApiDocs } from './http/serve-api-docs.ts'
import { createDashboard } from './http/static.ts'
import { installFolder } from './install-folder.ts'
import { openData } from './store/open-data.ts'
import { certificateFor } from './tls/certificate.ts'
import { version } from './version.ts'

export interface ServerOptions {
  /** By key of the configuration file; the others keep their defaults. Port 0 takes a free one. */
  readonly settings?: Partial<Settings>
  readonly clock?: Clock
  readonly log?: Log
  /** Folder of the built dashboard. */
  readonly dashboardFolder?: string
  /** Holds every answer against the contract; on by default where `NODE_ENV` is `test`. */
  readonly checkReplies?: boolean
}

export interface RunningServer {
  readonly urls: { readonly dashboard: string; readonly api: string }
  /** The ports in use; undefined for a listener that is turned off. */
  readonly ports: Readonly<{ dashboard: number } & { [T in ListenerType]: number | undefined }>
  readonly broker: Broker
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
  const { clock = systemClock, log = silentLog } = options
  const settings = withDefaults(options.settings ?? {})
  const data = await openData(settings.data_dir)
  const undo: (() => Promise<unknown>)[] = [() => data.close()]
  try {
    const needsTls = settings['listeners.ssl.enable'] || settings['listeners.wss.enable']
    const tls = needsTls ? await certificateFor(settings, data.folder, clock.now()) : undefined
    const embedded = await buildEmbedded({ settings, data, tls, clock, log })
    undo.unshift(() => embedded.stop())
    const app = createRoutes(embedded, settings, options, log)
    undo.unshift(() => app.close())
    // Before the broker: while that starts, `/status` says so.
    await app.listen({ host: settings.bind, port: settings['dashboard.port'] })
    await embedded.start()
    return describe(app, embedded, settings, data.folder, undo)
  } catch (error) {
    for (const step of undo) await step().catch(() => {}) // the first error is the one to tell
    throw error
  }
}

function createRoutes(embedded: Embedded, settings: Settings, options: ServerOptions, log: Log): FastifyInstance {
  const app = createApp({
    log,
    onUnknownPath: createDashboard(options.dashboardFolder ?? join(installFolder, 'apps/dashboard/dist')),
    isOwnHost: createHostCheck(settings.bind, settings['dashboard.allowed_hosts']),
  })
  const checkReplies = options.checkReplies ?? process.env.NODE_ENV === 'test'
  const { handlers, verify } = embedded
  mount(app, api, handlers, { verify, checkReplies })
  // Where EMQX's health checks look.
  mount(app, { getStatus: api.getStatus }, { getStatus: handlers.getStatus }, { verify, checkReplies, prefix: '' })
  serveApiDocs(app, buildOpenApi(api, version))
  return app
}

function describe(
  app: FastifyInstance,
  embedded: Embedded,
  settings: Settings,
  dataFolder: string,
  undo: readonly (() => Promise<unknown>)[],
): RunningServer {
  // Listening on host and port gives an AddressInfo; only a socket file gives text.
  const { port } = app.server.address() as AddressInfo
  const dashboard = `http://${toUrlHost(settings.bind)}:${port}`
  const portOf = (type: ListenerType) =>
    embedded.broker.listeners().find((listener) => listener.type === type)?.boundPort
  let stopped: Promise<void> | undefined
  return {
    urls: { dashboard, api: `${dashboard}/api/v5` },
    ports: { dashboard: port, tcp: portOf('tcp'), ssl: portOf('ssl'), ws: portOf('ws'), wss: portOf('wss') },
    broker: embedded.broker,
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
