import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Clock, Log, TrustedProxies } from '@mqdeck/kit'
import { type ClusterSite, createClusterSite, proxyPaths } from './backends/proxy/cluster-site.ts'
import type { UnknownPathHandler } from './http/not-found.ts'
import { createDashboard, readDashboard } from './http/static.ts'
import { installFolder } from './install-folder.ts'
import type { ClusterProfile } from './start-options/deployment-types.ts'
import type { Settings } from './start-options/start-options.ts'

interface SiteSetOptions {
  readonly settings: Settings
  /** Folder of the built dashboard. */
  readonly dashboardFolder: string | undefined
  readonly isOwnHost: (host: string, socket: Socket) => boolean
  readonly proxies: TrustedProxies
  readonly clock: Clock
  readonly log: Log
}

/** The dashboards of this server: one at the root, and one at `/@name/` for each named cluster. */
interface SiteSet {
  /** The dashboard at the root for a backend that handles all other requests. */
  readonly mainPage: UnknownPathHandler
  /** The dashboard in front of `settings.broker`. */
  readonly createMain: () => Promise<ClusterSite>
  readonly createOthers: () => Promise<readonly ClusterSite[]>
}

export function createSiteSet({ settings, dashboardFolder, isOwnHost, proxies, clock, log }: SiteSetOptions): SiteSet {
  const files = readDashboard(dashboardFolder ?? join(installFolder, 'apps/dashboard/dist'))
  const { base_path: base, clusters: profiles } = settings
  const clusters: readonly SiteCluster[] =
    profiles.length === 0
      ? []
      : [
          { name: mainName(settings), production: false, href: `${base}/` },
          ...profiles.map(({ name, color, production }) => ({
            name,
            production,
            href: `${base}/@${name}/`,
            ...(color !== undefined && { color }),
          })),
        ]
  const webSocket = settings['dashboard.websocket']
  const pageAt = (path: string, current: number, isProxy: boolean) =>
    createDashboard(files, (html) =>
      toSitePage(html, {
        basePath: `${base}${path}`,
        webSocket,
        clusters,
        current,
        ...(isProxy && { ownPaths: proxyPaths }),
      }),
    )
  const common = { isOwnHost, webSocket, proxies, clock, log }
  const mainPage = pageAt('', 0, settings.broker.length > 0)
  return {
    mainPage,
    createMain: () =>
      createClusterSite({
        ...common,
        name: undefined,
        urls: settings.broker,
        caFile: settings.broker_ca_file || undefined,
        onUnknownPath: mainPage,
      }),
    createOthers: () =>
      Promise.all(
        profiles.map(({ name, broker, caFile }, index) =>
          createClusterSite({
            ...common,
            name,
            urls: broker,
            caFile,
            onUnknownPath: pageAt(`/@${name}`, index + 1, true),
          }),
        ),
      ),
  }
}

function mainName({ broker: [first], node_name }: Settings): string {
  return first === undefined ? node_name : new URL(first).host
}

/** Location of the dashboard, for the page. Read by `apps/dashboard/src/api/deployment/deployment.ts`. */
interface SiteDescription {
  /** Path of this dashboard without a trailing slash: `/mqtt/@test`. */
  readonly basePath: string
  /** Whether MQTT over WebSocket is forwarded through this port. */
  readonly webSocket: boolean
  /** All dashboards of this server. Empty if there is only one. */
  readonly clusters: readonly SiteCluster[]
  /** Index of this dashboard in `clusters`. */
  readonly current: number
  /** In front of a cluster: the paths below `/api/v5/mqdeck` that exist. */
  readonly ownPaths?: readonly string[]
}

interface SiteCluster extends Pick<ClusterProfile, 'name' | 'production'> {
  readonly color?: ClusterProfile['color']
  readonly href: string
}

/**
 * The built page for one path. Its relative URLs are rewritten, because the browser would resolve them relative to the
 * open page. A `<base>` would break links such as `#main`.
 */
function toSitePage(html: string, description: SiteDescription): string {
  const meta = `<meta name="mqdeck" content="${escapeAttribute(JSON.stringify(description))}" />`
  return html
    .replaceAll(/\b(href|src)="\.\//g, (_, name: string) => `${name}="${description.basePath}/`)
    .replace(/<head>\s*/, (head) => `${head}${meta}\n    `)
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
