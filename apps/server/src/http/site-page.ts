import type { ClusterProfile } from '../start-options/deployment-types.ts'

/** Location of the dashboard, for the page. Read by `apps/dashboard/src/api/deployment/deployment.ts`. */
export interface SiteDescription {
  /** Path of this dashboard without a trailing slash: `/mqtt/@test`. */
  readonly basePath: string
  /** Whether MQTT over WebSocket is forwarded through this port. */
  readonly webSocket: boolean
  /** All dashboards of this server. Empty if there is only one. */
  readonly clusters: readonly SiteCluster[]
  /** Index of this dashboard in `clusters`. */
  readonly current: number
}

export interface SiteCluster extends Pick<ClusterProfile, 'name' | 'production'> {
  readonly color?: ClusterProfile['color']
  readonly href: string
}

/**
 * The built page for one path. Its relative URLs are rewritten, because the browser would resolve them relative to the
 * open page. A `<base>` would break links such as `#main`.
 */
export function toSitePage(html: string, description: SiteDescription): string {
  const meta = `<meta name="mqdeck" content="${escapeAttribute(JSON.stringify(description))}" />`
  return html
    .replaceAll(/\b(href|src)="\.\//g, (_, name: string) => `${name}="${description.basePath}/`)
    .replace(/<head>\s*/, (head) => `${head}${meta}\n    `)
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
