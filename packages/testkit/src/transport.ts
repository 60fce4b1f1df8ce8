import { connect as connectTcp, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import { withDeadline } from './deadline.ts'
import { openQuic } from './quic.ts'

/** Where a broker listens. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly transport?: 'tcp' | 'tls' | 'ws' | 'wss' | 'quic'
  /** Of a WebSocket; `/mqtt` when not said. */
  readonly path?: string
  /** What a WebSocket offers to speak; `['mqtt']` when not said. */
  readonly subprotocols?: readonly string[]
  /** Of TLS; a `ca` is checked, without one every certificate is taken. */
  readonly tls?: ConnectionOptions
  /** Of QUIC; `mqtt` when not said. */
  readonly alpn?: string
}

/** A connection that carries bytes, whatever lies below. */
export interface Transport {
  write(bytes: Uint8Array): void
  /** Sends nothing more, but still reads. */
  end(): void
  /** Cuts the connection without a goodbye. */
  destroy(): void
  /** Stops reading, so that the other side's writes pile up. */
  pause(): void
  resume(): void
  /** Bytes that the other side does not accept yet. */
  pendingBytes(): number
}

export interface TransportEvents {
  data(bytes: Buffer): void
  closed(): void
}

/** Resolves when the connection stands. @throws what the socket throws */
export function openTransport(endpoint: Endpoint, events: TransportEvents): Promise<Transport> {
  const { transport = 'tcp', host, port } = endpoint
  const opening = transport === 'quic' ? openQuic(endpoint, events) : openStream(endpoint, events)
  return withDeadline(opening, () => `Waited for a ${transport} connection to ${host}:${port}`)
}

const openStream = (endpoint: Endpoint, events: TransportEvents) =>
  endpoint.transport === 'ws' || endpoint.transport === 'wss'
    ? openWebSocket(endpoint, events)
    : openSocket(endpoint, events)

function openSocket({ transport, host, port, tls }: Endpoint, events: TransportEvents): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket: Socket = transport === 'tls' ? connectTls({ host, port, ...trust(tls) }) : connectTcp({ host, port })
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', events.data)
    socket.on('close', events.closed)
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () =>
      resolve({
        write: (bytes) => void socket.write(bytes),
        end: () => void socket.end(),
        destroy: () => void socket.destroy(),
        pause: () => void socket.pause(),
        resume: () => void socket.resume(),
        pendingBytes: () => socket.writableLength,
      }),
    )
  })
}

function openWebSocket(endpoint: Endpoint, events: TransportEvents): Promise<Transport> {
  const socket = openWebSocketTo(endpoint)
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    // `nodebuffer` is the default: a message is one Buffer.
    socket.on('message', (bytes: Buffer) => events.data(bytes))
    socket.on('close', events.closed)
    socket.once('open', () =>
      resolve({
        write: (bytes) => socket.send(bytes),
        end: () => socket.close(),
        destroy: () => socket.terminate(),
        pause: () => socket.pause(),
        resume: () => socket.resume(),
        pendingBytes: () => socket.bufferedAmount,
      }),
    )
  })
}

/** The bare WebSocket, for tests of the WebSocket itself. */
export function openWebSocketTo({
  transport,
  host,
  port,
  path = '/mqtt',
  subprotocols = ['mqtt'],
  tls,
}: Endpoint): WebSocket {
  return new WebSocket(`${transport === 'wss' ? 'wss' : 'ws'}://${host}:${port}${path}`, [...subprotocols], trust(tls))
}

const trust = (tls: ConnectionOptions = {}): ConnectionOptions => ({ rejectUnauthorized: tls.ca !== undefined, ...tls })
