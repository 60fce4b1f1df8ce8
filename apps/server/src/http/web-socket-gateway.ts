import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '@mqdeck/kit'
import type { TrustedProxies } from './trusted-proxies.ts'
import { forwardWebSocket, refuseWebSocket, type WebSocketPlace } from './web-socket-forward.ts'

/** A listener as returned by `GET /listeners`. */
interface WebSocketListener {
  readonly id: string
  readonly isSecure: boolean
  /** Of its bind address. Undefined if there is none. */
  readonly port: number | undefined
}

/** Interface to the broker or cluster that has the listeners. */
export interface WebSocketBackend {
  /** Response to `GET /listeners` with this `Authorization` from this address. */
  readonly listeners: (
    authorization: string,
    peer: string,
  ) => Promise<{ readonly status: number; readonly body: string }>
  /** Addresses of the listener, the best first. */
  readonly places: (listener: WebSocketListener) => readonly WebSocketPlace[]
}

/**
 * MQTT over WebSocket through the port of the dashboard: `/mqdeck/ws/<listener id>/<path>`. Only for callers who may
 * read the listeners, and only to enabled listeners: callers cannot choose host or port. The listener still
 * authenticates the client. A browser cannot send `Authorization` with a WebSocket, so the token is an additional
 * subprotocol: `mqdeck.bearer.` and the token in base64url. It is not forwarded to the listener. A subprotocol
 * `mqdeck.certificate.` with a SHA-256 fingerprint makes the caller accept a certificate that no CA has signed.
 */
export interface WebSocketGateway {
  /**
   * Addresses of the listener with this ID for a caller who may read the listeners. Otherwise the status of the error.
   * Rejects if the listeners cannot be read.
   */
  readonly find: (
    id: string,
    authorization: string,
    peer: string,
  ) => Promise<{ readonly places: readonly WebSocketPlace[] } | { readonly status: number }>
  /** False if the path is not below `/mqdeck/ws/`. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Closes all connections. */
  readonly close: () => void
}

export interface WebSocketGatewayOptions {
  readonly backend: WebSocketBackend
  readonly isOwnHost: (host: string, socket: Socket) => boolean
  readonly proxies?: TrustedProxies
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

  const find: WebSocketGateway['find'] = async (id, authorization, peer) => {
    const { status, body } = await backend.listeners(authorization, peer)
    if (status !== 200) return { status: [401, 403, 429].includes(status) ? status : 502 }
    const listener = readListeners(body).find((one) => one.id === id)
    return listener ? { places: backend.places(listener) } : { status: 404 }
  }
  const enter = async (id: string, path: string, request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { authorization, protocols, fingerprint } = readProtocols(request)
    const found = await find(id, authorization, proxies?.clientOf(request) ?? request.socket.remoteAddress ?? '')
    if ('status' in found) return refuseWebSocket(socket, found.status)
    forwardWebSocket({ request, socket, head, path, protocols, places: found.places, fingerprint }, (reason) =>
      log.warn({ listener: id, reason }, 'websocket_listener_unreachable'),
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

function readListeners(body: string): readonly WebSocketListener[] {
  const answer: unknown = JSON.parse(body)
  if (!Array.isArray(answer)) return []
  return answer.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('id' in one) || !('type' in one)) return []
    const { id, type, enable, bind } = { enable: true, bind: undefined, ...one }
    if (typeof id !== 'string' || (type !== 'ws' && type !== 'wss') || enable !== true) return []
    return [{ id, isSecure: type === 'wss', port: portOf(bind) }]
  })
}

/** `0.0.0.0:8083`, `[::]:8083`, `8083` */
function portOf(bind: unknown): number | undefined {
  const [digits] = /\d+$/.exec(String(bind)) ?? []
  return digits === undefined ? undefined : Number(digits)
}
