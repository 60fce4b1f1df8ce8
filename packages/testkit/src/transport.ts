import { connect as connectTcp, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import { withDeadline } from './deadline.ts'
import { openQuic } from './quic.ts'

/** Address of a broker. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly transport?: 'tcp' | 'tls' | 'ws' | 'wss' | 'quic'
  /** Path of a WebSocket. Default `/mqtt`. */
  readonly path?: string
  /** Subprotocols of a WebSocket. Default `['mqtt']`. */
  readonly subprotocols?: readonly string[]
  /** Headers of the request for a WebSocket. */
  readonly headers?: Readonly<Record<string, string>>
  /** TLS options. With a `ca`, the certificate is verified. Without, any certificate is accepted. */
  readonly tls?: ConnectionOptions
  /** ALPN of QUIC. Default `mqtt`. */
  readonly alpn?: string
}

/** A byte connection over any transport. */
export interface Transport {
  write(bytes: Uint8Array): void
  /** Half-closes the connection: stops sending but continues to read. */
  end(): void
  /** Closes the connection without a shutdown. */
  destroy(): void
  /** Stops reading, so that writes of the other side are blocked. */
  pause(): void
  resume(): void
  /** Bytes that the other side has not accepted yet. */
  pendingBytes(): number
}

export interface TransportEvents {
  data(bytes: Buffer): void
  closed(): void
}

/** Resolves when the connection is open. @throws the error of the socket */
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

/** The WebSocket itself, for tests of WebSocket features. */
export function openWebSocketTo({
  transport,
  host,
  port,
  path = '/mqtt',
  subprotocols = ['mqtt'],
  headers = {},
  tls,
}: Endpoint): WebSocket {
  const url = `${transport === 'wss' ? 'wss' : 'ws'}://${host}:${port}${path}`
  return new WebSocket(url, [...subprotocols], { ...trust(tls), headers })
}

const trust = (tls: ConnectionOptions = {}): ConnectionOptions => ({ rejectUnauthorized: tls.ca !== undefined, ...tls })
