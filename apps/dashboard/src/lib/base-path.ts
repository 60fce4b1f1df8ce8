/** Where this dashboard is, as the server has written it into the page (`toSitePage`). */
export interface Site {
  /** Without a slash at the end: `/mqtt/@test`; empty at the root. */
  readonly basePath: string
  /** Whether MQTT over WebSocket goes through the server's own port. */
  readonly webSocket: boolean
  /** All dashboards of the server, this one too; none when it has only this one. */
  readonly clusters: readonly Cluster[]
  /** The index of this one. */
  readonly current: number
}

export interface Cluster {
  readonly name: string
  /** Destroying something there wants its name typed in. */
  readonly production: boolean
  readonly color?: string | undefined
  readonly href: string
}

const atTheRoot: Site = { basePath: '', webSocket: false, clusters: [], current: 0 }

/** Tests have no such page, nor has Vite's own server. */
export const site: Site =
  typeof document === 'undefined'
    ? atTheRoot
    : readSite(document.querySelector('meta[name=mqdeck]')?.getAttribute('content') ?? null)

export function readSite(text: string | null): Site {
  // The server that wrote it is the one that this page came with.
  return text === null ? atTheRoot : { ...atTheRoot, ...(JSON.parse(text) as Partial<Site>) }
}

/** A name in the browser's storage, which all paths of a server share, for what belongs to one dashboard alone. */
export const ownStorageName = (name: string, { basePath }: Site = site): string =>
  basePath === '' ? name : `${name}${basePath}`

/**
 * Where the page is when it came by another path than its own: from a server that is asked without the prefix it was told. Undefined when
 * all is well.
 */
export function addressBelow({ basePath }: Site, { pathname, search, hash }: Location): string | undefined {
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return isBelow ? undefined : basePath + pathname + search + hash
}
