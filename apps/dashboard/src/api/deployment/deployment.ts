import { type Cluster, type Site, site } from '../../lib/browser/base-path.ts'

/** The address of this dashboard, and the other dashboards of the server. */
export interface Deployment {
  /** Prefix of every dashboard path; without a trailing slash, empty at the root. */
  readonly basePath: string
  /** Prefix of the API paths: `/mqtt/@test/api/v5`. */
  readonly apiUrl: string
  /** The same with the host, for texts that are copied into programs; undefined without a window. */
  readonly absoluteApiUrl: string
  /** The current cluster; undefined when it is the only one. */
  readonly cluster: Cluster | undefined
  /** All clusters; empty when there is only one. */
  readonly clusters: readonly Cluster[]
  /** Whether the server is a proxy in front of a cluster. */
  readonly isProxy: boolean
  /** Whether the server has no such path, so that a request would fail. `path` is below `/api/v5`. */
  readonly isAbsent: (path: string) => boolean
  /**
   * URL under which the server forwards a WebSocket to a listener: `wss://host/mqtt/@test/mqdeck/ws/ws:default/mqtt`.
   * Undefined if it does not. Open it with {@link webSocketProtocols}.
   * @param listener its id (`ws:default`; the type is ws or wss) and its MQTT path (`/mqtt`)
   */
  readonly webSocketUrl: (listener: { readonly id: string; readonly path: string }) => string | undefined
  /** The listener to which the server forwards a WebSocket to this URL; undefined for other URLs. */
  readonly listenerBehind: (url: string) => string | undefined
  /**
   * Subprotocols to open that URL with. The token is sent as an additional subprotocol, because browsers cannot set
   * `Authorization` on a WebSocket, and so is the fingerprint of a certificate that is accepted without a CA. For
   * other URLs the protocols are unchanged.
   */
  readonly webSocketProtocols: (
    url: string,
    protocols: readonly string[],
    token: string | undefined,
    fingerprint?: string,
  ) => readonly string[]
}

export function createDeployment(
  { basePath, clusters, current, webSocket, ownPaths }: Site,
  origin: string | undefined,
): Deployment {
  const passed = origin === undefined ? undefined : `${origin.replace(/^http/, 'ws')}${basePath}/mqdeck/ws/`
  const apiUrl = `${basePath}/api/v5`
  const own = ownPaths?.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  return {
    basePath,
    apiUrl,
    absoluteApiUrl: (origin ?? '') + apiUrl,
    cluster: clusters[current],
    clusters,
    isProxy: own !== undefined,
    isAbsent: (path) => own !== undefined && /^\/mqdeck(\/|$)/.test(path) && !own.some((pattern) => pattern.test(path)),
    webSocketUrl: ({ id, path }) => (webSocket && passed !== undefined ? passed + encodeId(id) + path : undefined),
    listenerBehind: (url) => {
      if (passed === undefined || !url.startsWith(passed)) return undefined
      const [id = ''] = url.slice(passed.length).split('/', 1)
      return decodeURIComponent(id)
    },
    webSocketProtocols: (url, protocols, token, fingerprint) =>
      passed !== undefined && token !== undefined && url.startsWith(passed)
        ? [
            ...protocols,
            `mqdeck.bearer.${toBase64Url(token)}`,
            ...(fingerprint === undefined ? [] : [`mqdeck.certificate.${fingerprint}`]),
          ]
        : protocols,
  }
}

export const deployment = createDeployment(site, typeof location === 'undefined' ? undefined : location.origin)

/** A colon is valid in a path, and more readable unencoded. */
const encodeId = (id: string) => encodeURIComponent(id).replaceAll('%3A', ':')

const toBase64Url = (token: string) => btoa(token).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
