import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, ListenOptions, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import {
  bindError,
  createPeerVerifier,
  isPartial,
  type TlsMaterial,
  type TlsServerSettings,
  toTlsOptions,
} from '@mqdeck/broker'
import { writeHostPort } from '@mqdeck/contract'
import type { Log, TrustedProxies } from '@mqdeck/kit'
import { createConnectionShares } from './connection-shares.ts'
import { rawResponse } from './security-headers.ts'

/** One listener of the dashboard. */
export interface WebListener {
  /** Undefined: all addresses. */
  readonly host: string | undefined
  /** 0 selects a free port. */
  readonly port: number
  readonly backlog: number
  readonly maxConnections: number
  readonly ipv6Only: boolean
  /** https. A new certificate is applied without closing connections. */
  readonly tls?: { readonly settings: TlsServerSettings; readonly material: TlsMaterial }
}

type Scheme = 'http' | 'https'
type WantedListeners = { readonly [S in Scheme]: WebListener | undefined }

export interface WebListeners {
  /**
   * Starts and stops listeners. Connections of a stopped listener may finish their requests. False if nothing changed.
   * @throws {ListenerError} (rejects) with the ID `http` or `https`; nothing has changed then
   */
  update(wanted: WantedListeners): Promise<boolean>
  /** The bound port. Undefined if the listener does not exist. */
  port(scheme: Scheme): number | undefined
  host(scheme: Scheme): string | undefined
  /** Configured host of the listener of a connection. `undefined` for all addresses. */
  hostOf(socket: Socket): string | undefined
  close(): Promise<void>
}

export interface WebListenersOptions {
  readonly handler: RequestListener
  /** Handles connections that request a protocol upgrade. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly http: ServerOptions
  /** Many clients connect from such an address, so its share of the connections is not limited. */
  readonly proxies: TrustedProxies
  readonly log: Log
}

interface Open {
  readonly listener: WebListener
  readonly server: Server
  /** The bound port. */
  readonly port: number
}
type OpenListeners = { readonly [S in Scheme]?: Open | undefined }

/** Milliseconds for which requests may continue on a stopped listener. */
const retireTimeoutMs = 5000
/**
 * Milliseconds after which idle connections of a stopped listener are closed, so that the response to the change can be
 * sent.
 */
const closeTimeoutMs = 200

export function createWebListeners({ handler, onUpgrade, http, proxies, log }: WebListenersOptions): WebListeners {
  let open: OpenListeners = {}
  const leaving = new Set<Server>()
  const hosts = new WeakMap<Socket, WebListener>()
  /** Node does not count upgraded connections but waits for them when closing. */
  const upgraded = new Set<Duplex>()

  const start = async (scheme: Scheme, listener: WebListener): Promise<Open> => {
    const { tls, maxConnections } = listener
    const shares = createConnectionShares(proxies, log)
    const serve: RequestListener = (request, response) => {
      shares.onRequest(request, response, server.maxConnections)
      handler(request, response)
    }
    const server: Server = tls
      ? createSecureServer({ ...http, ...toTlsOptions(scheme, tls.settings, tls.material) }, serve)
      : createServer(http, serve)
    const isAccepted = tls ? createPeerVerifier(tls.settings, tls.material) : () => true
    server.on(tls ? 'secureConnection' : 'connection', (socket: TLSSocket) => {
      hosts.set(socket, listener)
      if (!isAccepted(socket)) socket.destroy()
    })
    server.on('connection', (socket) => shares.admit(socket, server.maxConnections))
    if (onUpgrade) {
      server.on('upgrade', (request, socket, head) => {
        upgraded.add(socket)
        shares.onRequest(request, undefined, server.maxConnections)
        socket.once('close', () => upgraded.delete(socket))
        onUpgrade(request, socket, head)
      })
    }
    server.on('clientError', refuseRequest)
    server.maxConnections = maxConnections
    await listen(scheme, server, listener)
    server.on('error', (error) => log.warn({ listener: scheme, reason: error.message }, 'accept_failed'))
    // Listening on host and port yields an AddressInfo. Only socket files yield text.
    return { listener, server, port: (server.address() as AddressInfo).port }
  }

  const exchange = async (
    scheme: Scheme,
    old: Open | undefined,
    next: WebListener | undefined,
  ): Promise<Open | undefined> => {
    if (!next || !old) return next && start(scheme, next)
    if (isDeepStrictEqual(old.listener, next)) return old
    if (isAdaptable(old.listener, next)) return adapt(scheme, old, next)
    // Two listeners cannot share a port, even with different addresses.
    if (next.port === old.port || next.port === old.listener.port) old.server.close()
    return start(scheme, next)
  }

  const restore = async (scheme: Scheme, old: Open | undefined): Promise<Open | undefined> => {
    if (!old) return undefined
    if (old.server.listening) return adapt(scheme, old, old.listener)
    retire(old.server)
    return start(scheme, { ...old.listener, port: old.port })
  }

  /** Stops accepting connections. Running requests are completed. */
  const retire = (server: Server) => {
    leaving.add(server)
    server.close()
    setTimeout(() => server.closeIdleConnections(), closeTimeoutMs).unref()
    setTimeout(() => {
      server.closeAllConnections()
      leaving.delete(server)
    }, retireTimeoutMs).unref()
  }

  return {
    async update(wanted) {
      const before = open
      const next: { [S in Scheme]?: Open | undefined } = {}
      try {
        for (const scheme of schemes) next[scheme] = await exchange(scheme, before[scheme], wanted[scheme])
      } catch (error) {
        for (const one of Object.values(next)) if (one && !isIn(one, before)) retire(one.server)
        open = { http: await restore('http', before.http), https: await restore('https', before.https) }
        throw error
      }
      open = next
      for (const one of Object.values(before)) if (one && !isIn(one, next)) retire(one.server)
      return schemes.some((scheme) => before[scheme] !== next[scheme])
    },
    port: (scheme) => open[scheme]?.port,
    host: (scheme) => open[scheme]?.listener.host,
    hostOf: (socket) => hosts.get(socket)?.host,
    close: async () => {
      const servers = Object.values(open).flatMap((one) => (one ? [one.server] : []))
      open = {}
      for (const server of leaving) server.closeAllConnections()
      const closing = servers.map(closeNow)
      for (const socket of upgraded) socket.destroy()
      await Promise.all(closing)
    },
  }
}

const schemes = ['http', 'https'] as const

const isIn = ({ server }: Open, listeners: OpenListeners) =>
  Object.values(listeners).some((other) => other?.server === server)

/**
 * Whether the server can keep running: client certificate checks and the handshake timeout are not part of the secure
 * context.
 */
function isAdaptable(one: WebListener, other: WebListener): boolean {
  const rest = ({ maxConnections: _, tls, ...place }: WebListener) => ({ ...place, welcome: tls && welcomeOf(tls) })
  return isDeepStrictEqual(rest(one), rest(other))
}

const welcomeOf = ({ settings, material }: NonNullable<WebListener['tls']>) => [
  settings.verify,
  settings.fail_if_no_peer_cert,
  settings.depth,
  settings.partial_chain,
  settings.verify_peer_ext_key_usage,
  settings.handshake_timeout,
  isPartial(settings) && material.ca,
]

/** Settings that can change while the server is running. */
function adapt(scheme: Scheme, { server, port }: Open, next: WebListener): Open {
  if ('setSecureContext' in server && next.tls) {
    // https.Server is a tls.Server, but node:http's type does not declare it.
    const secure = server as unknown as { setSecureContext(options: SecureContextOptions): void }
    secure.setSecureContext(toTlsOptions(scheme, next.tls.settings, next.tls.material))
  }
  server.maxConnections = next.maxConnections
  return { server, port, listener: next }
}

function listen(scheme: Scheme, server: Server, { host, port, backlog, ipv6Only }: WebListener): Promise<void> {
  const where: ListenOptions = { port, backlog, ipv6Only, ...(host !== undefined && { host }) }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(bindError(scheme, writeHostPort({ host, port }), error))
    server.once('error', fail)
    server.listen(where, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function closeNow(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** The request is invalid HTTP, too large or too slow: RFC 9110, 15.5. */
function refuseRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request took too long']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The request headers are too large']
        : ['400 Bad Request', 'The request is not valid HTTP']
  socket.end(
    rawResponse(status, JSON.stringify({ code: 'BAD_REQUEST', message })),
    // A caller that does not close its side would keep the connection open.
    () => socket.destroy(),
  )
}
