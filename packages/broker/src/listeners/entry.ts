import type { Socket } from 'node:net'
import type { Clock } from '@mqdeck/kit'
import type { PendingHandshake, PendingHandshakes } from './pending-handshakes.ts'
import { readProxyHeader } from './read-proxy-header.ts'
import type { ListenerRefusal, ListenerSettings } from './settings.ts'
import { fromSocket, peerOf } from './socket-transport.ts'
import type { TlsMaterial } from './tls-material.ts'
import { createTlsStage } from './tls-stage.ts'
import type { Peer, Transport } from './transport.ts'
import { createWebSocketStage } from './websocket-stage.ts'

export type StreamSettings = Exclude<ListenerSettings, { type: 'quic' }>

/** What lies between the door and MQTT, made anew whenever the settings change: `enter` sends a socket on its way. */
export interface Entry {
  enter(socket: Socket): void
}

export interface EntryPorts {
  readonly clock: Clock
  readonly room: PendingHandshakes
  /** A connection that speaks MQTT from here on. */
  admit(transport: Transport): void
  /** Counts a connection that ends by itself. */
  refused(why: ListenerRefusal): void
  refuse(socket: Socket, why: ListenerRefusal): void
  /** Bytes of the longest packet that the listener's clients may send. */
  longestPacket(): number
}

/** Milliseconds a client has to ask for its WebSocket. */
const upgradeTimeout = 15_000

/** PROXY protocol, TLS, WebSocket: as many of them as the settings want. @throws {ListenerError} */
export function createEntry(
  id: string,
  settings: StreamSettings,
  material: TlsMaterial | undefined,
  ports: EntryPorts,
): Entry {
  const { clock, room, admit, refuse } = ports
  const isWeb = 'websocket' in settings
  const { nodelay, keepalive } = settings.tcp_options

  const peerBehind = (socket: Socket, waiting: PendingHandshake | undefined): Peer =>
    withProxied(peerOf(socket), waiting?.proxyHeader)

  /** The last stage of tcp and ssl. */
  const speak = (socket: Socket, waiting: PendingHandshake | undefined) => {
    if (waiting) room.remove(waiting)
    admit(fromSocket(socket, peerBehind(socket, waiting)))
  }

  const web = isWeb
    ? createWebSocketStage(settings.websocket, {
        longestPacket: ports.longestPacket,
        clock,
        refused: () => ports.refused('websocket'),
        upgraded: (socket, toTransport) => {
          const waiting = room.find(socket)
          if (!waiting) {
            socket.destroy()
            return
          }
          room.remove(waiting)
          admit(toTransport(peerBehind(socket, waiting)))
        },
      })
    : undefined

  const speakOrUpgrade = (socket: Socket, waiting: PendingHandshake) => {
    if (!web) return speak(socket, waiting)
    waiting.stage = 'websocket'
    waiting.deadline = clock.now() + upgradeTimeout
    web.enter(socket)
  }

  const tls =
    'ssl_options' in settings && material
      ? createTlsStage(id, settings.ssl_options, material, {
          secured: (socket) => {
            const waiting = room.find(socket)
            if (waiting) speakOrUpgrade(socket, waiting)
            else socket.destroy()
          },
          refuse: (socket) => refuse(socket, 'tls'),
        })
      : undefined

  const secure = (socket: Socket, waiting: PendingHandshake) => {
    if (!tls) return speakOrUpgrade(socket, waiting)
    waiting.stage = 'tls'
    waiting.deadline = clock.now() + tls.handshakeTimeout
    tls.enter(socket)
  }

  const isDirect = !settings.proxy_protocol && !tls && !web
  return {
    enter: (socket) => {
      if (nodelay) socket.setNoDelay(true)
      if (keepalive) socket.setKeepAlive(true, keepalive.idle * 1000)
      if (isDirect) return speak(socket, undefined)
      const waiting = room.add(socket, 'proxy_protocol', clock.now() + settings.proxy_protocol_timeout)
      if (!waiting) return void socket.destroy()
      if (!settings.proxy_protocol) return secure(socket, waiting)
      readProxyHeader(
        socket,
        (header) => {
          waiting.proxyHeader = header
          secure(socket, waiting)
        },
        () => refuse(socket, 'proxy_protocol'),
      )
    },
  }
}

function withProxied(peer: Peer, proxied: PendingHandshake['proxyHeader']): Peer {
  if (!proxied) return peer
  const { source, commonName, serverName } = proxied
  return {
    ...peer,
    ...source,
    // TLS may have ended at the proxy, or here, or both; ours we have seen ourselves.
    certificate:
      peer.certificate ?? (commonName === undefined ? undefined : { commonName, subject: undefined, der: undefined }),
    serverName: peer.serverName ?? serverName,
  }
}
