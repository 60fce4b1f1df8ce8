/** Address of this dashboard, as the server wrote it into the page (`toSitePage`). */
export interface Site {
  /** Without a trailing slash: `/mqtt/@test`; empty at the root. */
  readonly basePath: string
  /** Whether the server forwards MQTT over WebSocket on its own port. */
  readonly webSocket: boolean
  /** All dashboards of the server, including this one; empty when it has only this one. */
  readonly clusters: readonly Cluster[]
  /** Index of this one. */
  readonly current: number
  /**
   * In front of a cluster: the paths below `/api/v5/mqdeck` that the server has, with placeholders as `{id}`. Undefined
   * for the MQDeck broker, which has all.
   */
  readonly ownPaths?: readonly string[] | undefined
}

export interface Cluster {
  readonly name: string
  /** Destructive actions require typing the cluster name. */
  readonly production: boolean
  readonly color?: string | undefined
  readonly href: string
}

const atTheRoot: Site = { basePath: '', webSocket: false, clusters: [], current: 0 }

/** Tests and Vite's development server have no such page. */
export const site: Site =
  typeof document === 'undefined'
    ? atTheRoot
    : readSite(document.querySelector('meta[name=mqdeck]')?.getAttribute('content') ?? null)

export function readSite(text: string | null): Site {
  // Written by the server that delivered this page.
  return text === null ? atTheRoot : { ...atTheRoot, ...(JSON.parse(text) as Partial<Site>) }
}

/** Name in the browser's storage for data of this dashboard only. All paths of a server share one storage. */
export const ownStorageName = (name: string, { basePath }: Site = site): string =>
  basePath === '' ? name : `${name}${basePath}`

/**
 * The correct address of a page that was loaded without its prefix, from a server that was reached without the
 * configured prefix. Undefined if the address is correct.
 */
export function addressBelow({ basePath }: Site, { pathname, search, hash }: Location): string | undefined {
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return isBelow ? undefined : basePath + pathname + search + hash
}
