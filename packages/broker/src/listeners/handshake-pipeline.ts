import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Clock } from '@mqdeck/kit'
import { createPeerVerifier } from './peer-verifier.ts'
import type { PendingHandshake, PendingHandshakes } from './pending-handshakes.ts'
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts'
import type { ListenerRefusal, ListenerSettings } from './settings.ts'
import { fromSocket, peerOf } from './socket-transport.ts'
import type { TlsMaterial } from './tls-material.ts'
import { type TlsServerSettings, toTlsOptions } from './tls-options.ts'
import type { Peer, Transport } from './transport.ts'
import type { WebClients } from './web-clients.ts'
import { createWebSocketStage } from './websocket-stage.ts'

export type StreamSettings = Exclude<ListenerSettings, { type: 'quic' }>

/** The stages between an accepted socket and MQTT. Replaced whenever the settings change. */
export interface HandshakePipeline {
  start(socket: Socket): void
}

export interface HandshakePorts {
  readonly clock: Clock
  readonly pending: PendingHandshakes
  /** Called when the handshakes are complete and MQTT starts. */
  onComplete(transport: Transport): void
  /** Counts a refused connection that the stage closes itself. */
  countRefusal(why: ListenerRefusal): void
  /** Counts and closes a connection. */
  refuse(socket: Socket, why: ListenerRefusal): void
  readonly webClients: WebClients
  /** Maximum size of a packet from the listener's clients, in bytes. */
  maxPacketSize(): number
}

/** Time for the WebSocket request, in milliseconds. */
const upgradeTimeout = 15_000

/** Runs the PROXY protocol, TLS and WebSocket handshakes that the settings require. @throws {ListenerError} */
export function createHandshakePipeline(
  id: string,
  settings: StreamSettings,
  material: TlsMaterial | undefined,
  ports: HandshakePorts,
): HandshakePipeline {
  const { clock, pending, onComplete, refuse } = ports
  const isWeb = 'websocket' in settings
  const { nodelay, keepalive } = settings.tcp_options

  const clientPeer = (socket: Socket, handshake: PendingHandshake | undefined): Peer =>
    withProxyHeader(peerOf(socket), handshake?.proxyHeader)

  /** The last stage of tcp and ssl listeners. */
  const startMqtt = (socket: Socket, handshake: PendingHandshake | undefined) => {
    if (handshake) pending.remove(handshake)
    onComplete(fromSocket(socket, clientPeer(socket, handshake)))
  }

  const web = isWeb
    ? createWebSocketStage(settings.websocket, {
        maxPacketSize: ports.maxPacketSize,
        clock,
        countRefusal: () => ports.countRefusal('websocket'),
        bind: settings.bind.host ?? '',
        clients: ports.webClients,
        peerOf: (socket) => {
          const handshake = pending.find(socket)
          return handshake && clientPeer(socket, handshake)
        },
        onUpgraded: (socket, transport) => {
          const handshake = pending.find(socket)
          if (!handshake) return void socket.destroy()
          pending.remove(handshake)
          onComplete(transport)
        },
      })
    : undefined

  const startWebSocketOrMqtt = (socket: Socket, handshake: PendingHandshake) => {
    if (!web) return startMqtt(socket, handshake)
    handshake.stage = 'websocket'
    handshake.deadline = clock.now() + upgradeTimeout
    web.start(socket)
  }

  const tls =
    'ssl_options' in settings && material
      ? createTlsStage(id, settings.ssl_options, material, {
          onSecured: (socket) => {
            const handshake = pending.find(socket)
            if (handshake) startWebSocketOrMqtt(socket, handshake)
            else socket.destroy()
          },
          refuse: (socket) => refuse(socket, 'tls'),
        })
      : undefined

  const startTls = (socket: Socket, handshake: PendingHandshake) => {
    if (!tls) return startWebSocketOrMqtt(socket, handshake)
    handshake.stage = 'tls'
    handshake.deadline = clock.now() + tls.handshakeTimeout
    tls.start(socket)
  }

  const isDirect = !settings.proxy_protocol && !tls && !web
  return {
    start: (socket) => {
      if (nodelay) socket.setNoDelay(true)
      if (keepalive) socket.setKeepAlive(true, keepalive.idle * 1000)
      if (isDirect) return startMqtt(socket, undefined)
      const handshake = pending.add(socket, 'proxy_protocol', clock.now() + settings.proxy_protocol_timeout)
      if (!handshake) return void socket.destroy()
      if (!settings.proxy_protocol) return startTls(socket, handshake)
      readProxyHeader(
        socket,
        (header) => {
          handshake.proxyHeader = header
          startTls(socket, handshake)
        },
        () => refuse(socket, 'proxy_protocol'),
      )
    },
  }
}

interface TlsStage {
  readonly handshakeTimeout: number
  start(socket: Socket): void
}

interface TlsPorts {
  onSecured(socket: TLSSocket): void
  refuse(socket: Socket): void
}

/** A TLS server without its own port, so that it can be replaced while the port stays open. @throws {ListenerError} */
function createTlsStage(
  id: string,
  settings: TlsServerSettings,
  material: TlsMaterial,
  { onSecured, refuse }: TlsPorts,
): TlsStage {
  const verifyPeer = createPeerVerifier(settings, material)
  const server = createServer(toTlsOptions(id, settings, material), (socket) => {
    socket.on('error', () => {})
    if (verifyPeer(socket)) onSecured(socket)
    else refuse(socket)
  })
  server.on('tlsClientError', (_error, socket) => refuse(socket))
  return {
    handshakeTimeout: settings.handshake_timeout,
    start: (socket) => {
      server.emit('connection', socket)
    },
  }
}

function withProxyHeader(peer: Peer, proxyHeader: ProxyHeader | undefined): Peer {
  if (!proxyHeader) return peer
  const { source, commonName, serverName } = proxyHeader
  return {
    ...peer,
    ...source,
    // TLS may end at the proxy, here, or both. A certificate that was verified here takes precedence.
    certificate:
      peer.certificate ?? (commonName === undefined ? undefined : { commonName, subject: undefined, der: undefined }),
    serverName: peer.serverName ?? serverName,
  }
}
