import type { WebSocketPlace } from '../../http/web-socket-forward.ts'
import type { WebSocketBackend, WebSocketCaller, WebSocketListener } from '../../http/web-socket-gateway.ts'
import type { ClusterProxy } from './proxy.ts'

/** Milliseconds. Each check is a request to the cluster. */
const checkInterval = 15_000

/** The listeners of a cluster. */
export function createWebSocketBackend(
  proxy: Pick<ClusterProxy, 'ask' | 'nodes'>,
  ca: string | undefined,
): WebSocketBackend {
  /**
   * EMQX has no endpoint that returns the rights of a caller. It checks them before the body, so an empty message is
   * rejected with 400 for callers who may publish, and with 403 for all others.
   */
  const permit = async ({ authorization }: WebSocketCaller): Promise<number> => {
    const { status } = await proxy.ask('/api/v5/publish', authorization, '{}')
    return status === 400 ? 200 : status
  }
  return {
    permit,
    mayStay: async (caller) => ![401, 403].includes(await permit(caller)),
    checkInterval,
    // EMQX uses the first address of the header.
    callerHeaders: ({ host, port }) => [
      ['x-forwarded-for', host],
      ...(port === 0 ? [] : ([['x-forwarded-port', String(port)]] as const)),
    ],
    listener: async (id, { authorization }) => {
      const { status, body } = await proxy.ask(`/api/v5/listeners/${encodeURIComponent(id)}`, authorization)
      if (status !== 200) return status === 400 ? 404 : status
      return readListener(id, body) ?? 404
    },
    // The bind address of a listener is local to its node. The node is reached by the host name of its API.
    places: ({ port, isSecure }) =>
      port === undefined ? [] : proxy.nodes().map(({ url }) => toPlace(new URL(url).hostname, port, isSecure, ca)),
  }
}

/** Undefined if it is disabled or not of WebSocket. */
function readListener(id: string, body: string): WebSocketListener | undefined {
  const answer: unknown = JSON.parse(body)
  if (typeof answer !== 'object' || answer === null) return undefined
  const { type, enable, bind, websocket } = {
    type: undefined,
    enable: true,
    bind: undefined,
    websocket: undefined,
    ...answer,
  } as Readonly<Record<string, unknown>>
  if ((type !== 'ws' && type !== 'wss') || enable !== true) return undefined
  return { id, isSecure: type === 'wss', port: portOf(bind), path: pathOf(websocket) }
}

function pathOf(websocket: unknown): string {
  const path = typeof websocket === 'object' && websocket !== null && 'mqtt_path' in websocket && websocket.mqtt_path
  return typeof path === 'string' ? path : '/mqtt'
}

/** `0.0.0.0:8083`, `[::]:8083`, `8083` */
function portOf(bind: unknown): number | undefined {
  const [digits] = /\d+$/.exec(String(bind)) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function toPlace(hostname: string, port: number, isSecure: boolean, ca: string | undefined): WebSocketPlace {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port, ...(isSecure && { tls: { verify: true, ca } }) }
}
