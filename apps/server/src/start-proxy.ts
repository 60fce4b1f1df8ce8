import { createHostCheck, createTrustedProxies, type Log, systemClock } from '@mqdeck/kit'
import type { ClusterSite } from './backends/proxy/cluster-site.ts'
import { httpOptions } from './http/create-app.ts'
import { createSites } from './http/sites.ts'
import { createWebListeners, type WebListeners } from './http/web-listeners.ts'
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
import type { Settings } from './start-options/start-options.ts'

/** As the dashboard listener of EMQX. */
const backlog = 1024
const maxConnections = 512 * 2

/**
 * Starts the dashboard in front of the cluster `settings.broker`. No broker is started and no data is stored.
 * @throws if the port is in use; nothing is running then
 */
export async function startProxy(options: ServerOptions, settings: Settings): Promise<RunningServer> {
  const { clock = systemClock } = options
  const logging =
    options.logging ??
    createLogging({
      settings: consoleOnly(toLevel(settings.log_level)),
      folder: settings.data_dir,
      clock,
      writeConsole: () => {},
    })
  const { log } = logging
  const started: { main?: ClusterSite; others?: readonly ClusterSite[]; web?: WebListeners } = {}
  const stopSteps: StopSteps = [
    async () => started.web?.close(),
    () => Promise.all((started.others ?? []).map((site) => site.close())),
    async () => started.main?.close(),
    () => logging.close(),
  ]
  try {
    warnAboutUnused(options, log)
    const isOwnHost = createHostCheck(settings.bind, settings['dashboard.allowed_hosts'])
    const proxies = createTrustedProxies(settings.trusted_proxies)
    const set = createSiteSet({ settings, dashboardFolder: options.dashboardFolder, isOwnHost, proxies, clock, log })
    const main = await set.createMain()
    started.main = main
    const others = await set.createOthers()
    started.others = others
    const { handle, onUpgrade } = createSites(settings.base_path, main, others)
    const web = createWebListeners({ handler: handle, onUpgrade, http: httpOptions, proxies, log })
    started.web = web
    const { bind: host } = settings
    const port = settings['dashboard.port']
    await web.update({
      http: { host, port, backlog, maxConnections, ipv6Only: false },
      https: undefined,
    })
    const addresses = addressesOf(web, settings.base_path)
    return {
      get urls() {
        return addresses.urls
      },
      get dashboardHost() {
        return addresses.dashboardHost
      },
      get ports() {
        return { dashboard: web.port('http') ?? 0, tcp: undefined, ssl: undefined, ws: undefined, wss: undefined }
      },
      cluster: settings.broker,
      failures: [],
      get broker() {
        return notHere()
      },
      get alarms() {
        return notHere()
      },
      get plugins() {
        return notHere()
      },
      get dataFolder() {
        return notHere()
      },
      get hasDefaultPassword() {
        return notHere()
      },
      stop: stopOnce(stopSteps),
    }
  } catch (error) {
    await stopStarted(stopSteps)
    throw error
  }
}

function notHere(): never {
  throw new Error('there is no broker here, only the dashboard in front of a cluster')
}

/** Overrides that are used in front of a cluster. */
const ofTheDashboard = new Set(['dashboard.listeners.http.bind', 'log.console.level'])

/** Warns about broker settings, which have no effect on the cluster. */
function warnAboutUnused({ overrides = [] }: ServerOptions, log: Log): void {
  const sources = overrides.filter(({ path }) => !ofTheDashboard.has(path.join('.'))).map(({ source }) => source)
  if (sources.length > 0) log.warn({ settings: [...new Set(sources)].join(', ') }, 'broker_settings_not_used')
}
