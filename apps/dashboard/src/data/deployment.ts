import { type Cluster, type Site, site } from '../lib/base-path.ts'

/** Where this dashboard is served, and which others there are beside it. */
export interface Deployment {
  /** Stands before every path of the dashboard; no slash at the end, empty at the root. */
  readonly basePath: string
  /** Stands before the paths of the contract: `/mqtt/@test/api/v5`. */
  readonly apiUrl: string
  /** The same with host, for what is copied from the page into programs; undefined where there is no window. */
  readonly absoluteApiUrl: string
  /** This one; undefined when it is the only one. */
  readonly cluster: Cluster | undefined
  /** All of them; none when it is the only one. */
  readonly clusters: readonly Cluster[]
  /**
   * The address under which the server passes a WebSocket on to a listener: `wss://host/mqtt/@test/mqdeck/ws/ws:default/mqtt`. Undefined
   * where it does not. Open it with {@link webSocketProtocols}.
   * @param listener its id (`ws:default`; the type is ws or wss) and the path of its MQTT (`/mqtt`)
   */
  readonly webSocketUrl: (listener: { readonly id: string; readonly path: string }) => string | undefined
  /** The listener to which the server passes a WebSocket to this address on; undefined for any other address. */
  readonly listenerBehind: (url: string) => string | undefined
  /**
   * What to open that address with: the token goes along as one more subprotocol, because a browser sends no `Authorization` with a
   * WebSocket; and so does the fingerprint of a certificate that is accepted without an authority. Other addresses get the protocols as they are.
   */
  readonly webSocketProtocols: (
    url: string,
    protocols: readonly string[],
    token: string | undefined,
    fingerprint?: string,
  ) => readonly string[]
}

export function createDeployment(
  { basePath, clusters, current, webSocket }: Site,
  origin: string | undefined,
): Deployment {
  const passed = origin === undefined ? undefined : `${origin.replace(/^http/, 'ws')}${basePath}/mqdeck/ws/`
  const apiUrl = `${basePath}/api/v5`
  return {
    basePath,
    apiUrl,
    absoluteApiUrl: (origin ?? '') + apiUrl,
    cluster: clusters[current],
    clusters,
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

/** The colon may stand in a path, and reads better. */
const encodeId = (id: string) => encodeURIComponent(id).replaceAll('%3A', ':')

const toBase64Url = (token: string) => btoa(token).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
