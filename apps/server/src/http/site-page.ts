import type { ClusterProfile } from '../start-options/deployment-types.ts'

/** What the dashboard is told about where it is; `apps/dashboard/src/data/deployment.ts` reads it. */
export interface SiteDescription {
  /** Of this dashboard, without a slash at the end: `/mqtt/@test`. */
  readonly basePath: string
  /** Whether MQTT over WebSocket goes through this port. */
  readonly webSocket: boolean
  /** All dashboards of this server; none when there is only this one. */
  readonly clusters: readonly SiteCluster[]
  /** The index of this one in `clusters`. */
  readonly current: number
}

export interface SiteCluster extends Pick<ClusterProfile, 'name' | 'production'> {
  readonly color?: ClusterProfile['color']
  readonly href: string
}

/**
 * The built page as it stands at one place. Its addresses are relative, and would be read as relative to the page that is open;
 * a `<base>` would change what `#main` leads to.
 */
export function toSitePage(html: string, description: SiteDescription): string {
  const meta = `<meta name="mqdeck" content="${escapeAttribute(JSON.stringify(description))}" />`
  return html
    .replaceAll(/\b(href|src)="\.\//g, (_, name: string) => `${name}="${description.basePath}/`)
    .replace(/<head>\s*/, (head) => `${head}${meta}\n    `)
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
