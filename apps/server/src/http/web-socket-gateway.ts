import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log, TrustedProxies } from '@mqdeck/kit'
import { reportSignedIn } from './signed-in.ts'
import { callerOf } from './trusted-proxies.ts'
import { forwardWebSocket, refuseWebSocket, type WebSocketPlace } from './web-socket-forward.ts'

/** A ws or wss listener. */
export interface WebSocketListener {
  readonly id: string
  readonly isSecure: boolean
  /** Of its bind address. Undefined if there is none. */
  readonly port: number | undefined
  /** `/mqtt` */
  readonly path: string
}

/** The `Authorization` of a caller and the address that it comes from. */
export interface WebSocketCaller {
  readonly authorization: string
  readonly peer: string
}

/** Interface to the broker or cluster that has the listeners. */
export interface WebSocketBackend {
  /** Status for a caller who wants to connect: 200 for administrators, otherwise that of the error. */
  readonly permit: (caller: WebSocketCaller) => Promise<number>
  /** An enabled listener that the caller may read, or the status of the error. Rejects if it cannot be read. */
  readonly listener: (id: string, caller: WebSocketCaller) => Promise<WebSocketListener | number>
  /** Addresses of the listener, the best first. */
  readonly places: (listener: WebSocketListener) => readonly WebSocketPlace[]
  /** Headers that name the client for the listener. */
  readonly callerHeaders: (client: {
    readonly host: string
    readonly port: number
  }) => readonly (readonly [name: string, value: string])[]
  /** Whether a caller with an open connection may keep it. Rejects if this is unknown. */
  readonly mayStay: (caller: WebSocketCaller) => Promise<boolean>
  /** Milliseconds between two calls of `mayStay` for one connection. */
  readonly checkInterval: number
}

/**
 * MQTT over WebSocket through the port of the dashboard: `/mqdeck/ws/<listener id>/<path>`. Only for administrators,
 * because viewers may not publish, and only to the path of an enabled listener: callers cannot choose host or port. The
 * listener still authenticates the client. A browser cannot send `Authorization` with a WebSocket, so the token is an
 * additional subprotocol: `mqdeck.bearer.` and the token in base64url. It is not forwarded to the listener. A subprotocol
 * `mqdeck.certificate.` with a SHA-256 fingerprint makes the caller accept a certificate that no CA has signed. The
 * connection ends when the token or API key is no longer valid.
 */
export interface WebSocketGateway {
  /**
   * Addresses of the listener with this ID for a caller who may read the listeners. Otherwise the status of the error.
   * Rejects if the listeners cannot be read.
   */
  readonly find: (
    id: string,
    caller: WebSocketCaller,
  ) => Promise<{ readonly places: readonly WebSocketPlace[]; readonly path: string } | { readonly status: number }>
  /** False if the path is not below `/mqdeck/ws/`. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Closes all connections. */
  readonly close: () => void
}

export interface WebSocketGatewayOptions {
  readonly backend: WebSocketBackend
  readonly isOwnHost: (host: string, socket: Socket) => boolean
  readonly proxies: TrustedProxies
  readonly log: Log
}

const bearerPrefix = 'mqdeck.bearer.'
const certificatePrefix = 'mqdeck.certificate.'

export function createWebSocketGateway({
  backend,
  isOwnHost,
  proxies,
  log,
}: WebSocketGatewayOptions): WebSocketGateway {
  const open = new Set<Duplex>()

  const find: WebSocketGateway['find'] = async (id, caller) => {
    const listener = await backend.listener(id, caller)
    return typeof listener === 'number'
      ? { status: toStatus(listener) }
      : { places: backend.places(listener), path: listener.path }
  }
  const enter = async (id: string, path: string, request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { authorization, protocols, fingerprint } = readProtocols(request)
    const caller: WebSocketCaller = { authorization, peer: callerOf(request, proxies) }
    const permitted = await backend.permit(caller)
    if (permitted !== 200) return refuseWebSocket(socket, toStatus(permitted))
    const found = await find(id, caller)
    if ('status' in found) return refuseWebSocket(socket, found.status)
    // The port of the listener may answer other paths, which are not for callers of this server.
    if (path.split('?', 1)[0] !== found.path) return refuseWebSocket(socket, 404)
    reportSignedIn(request)
    endWithPermission(socket, caller, backend)
    const port = caller.peer === request.socket.remoteAddress ? request.socket.remotePort : undefined
    const callerHeaders = backend.callerHeaders({ host: caller.peer, port: port ?? 0 })
    forwardWebSocket(
      { request, socket, head, path, protocols, places: found.places, fingerprint, callerHeaders },
      (reason) => log.warn({ listener: id, reason }, 'websocket_listener_unreachable'),
    )
  }
  return {
    find,
    onUpgrade(request, socket, head) {
      const [, id, path] = /^\/mqdeck\/ws\/([^/?]+)(\/.*)$/.exec(request.url ?? '') ?? []
      if (id === undefined || path === undefined) return false
      socket.on('error', () => socket.destroy())
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      if (!isOwnHost(request.headers.host ?? '', request.socket)) refuseWebSocket(socket, 421)
      else {
        enter(decode(id), path, request, socket, head).catch((error: unknown) => {
          log.warn({ listener: decode(id), error }, 'websocket_forwarding_failed')
          refuseWebSocket(socket, 502)
        })
      }
      return true
    },
    close: () => {
      for (const socket of open) socket.destroy()
    },
  }
}

/** Closes the connection when its caller signs out, changes the password or loses the rights. */
function endWithPermission(
  socket: Duplex,
  caller: WebSocketCaller,
  { mayStay, checkInterval }: Pick<WebSocketBackend, 'mayStay' | 'checkInterval'>,
): void {
  const check = () =>
    mayStay(caller).then(
      (isAllowed) => {
        if (!isAllowed) socket.destroy()
      },
      () => {}, // Unknown while no node of the cluster responds.
    )
  const timer = setInterval(() => void check(), checkInterval).unref()
  socket.once('close', () => clearInterval(timer))
}

const toStatus = (status: number) => ([401, 403, 404, 429].includes(status) ? status : 502)

/**
 * The authorization of the caller, and the subprotocols for the listener. Programs may send `Authorization` as usual.
 */
function readProtocols({ headers }: IncomingMessage): {
  readonly authorization: string
  readonly protocols: readonly string[]
  readonly fingerprint: string | undefined
} {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const bearer = offered.find((name) => name.startsWith(bearerPrefix))
  const certificate = offered.find((name) => name.startsWith(certificatePrefix))
  const token = bearer && Buffer.from(bearer.slice(bearerPrefix.length), 'base64url').toString()
  return {
    authorization: token === undefined ? (headers.authorization ?? '') : `Bearer ${token}`,
    protocols: offered.filter((name) => name !== '' && name !== bearer && name !== certificate),
    fingerprint: certificate?.slice(certificatePrefix.length).toLowerCase(),
  }
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return '' // no listener has this ID
  }
}
