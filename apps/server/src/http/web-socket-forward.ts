import { type IncomingMessage, request as requestHttp, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closeSoon } from './close-soon.ts'
import { namesClient } from './forwarded-headers.ts'
import { rawResponse } from './security-headers.ts'
import { connectTls, type TlsTrust } from './tls-peer.ts'

/** Address of a WebSocket server. */
export interface WebSocketPlace {
  readonly host: string
  readonly port: number
  /** wss. `verify` is false if the server is MQDeck itself. */
  readonly tls?: { readonly verify: boolean; readonly ca?: string | undefined }
}

export interface WebSocketForwarding {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** Data that the caller has sent already. */
  readonly head: Buffer
  /** With its query. */
  readonly path: string
  /** Subprotocols for the listener: `mqtt`. */
  readonly protocols: readonly string[]
  readonly places: readonly WebSocketPlace[]
  /** SHA-256 fingerprint of a certificate that the caller accepts although no CA has signed it. */
  readonly fingerprint: string | undefined
  /** Headers that name the client for the listener. */
  readonly callerHeaders: readonly (readonly [name: string, value: string])[]
}

/** Timeout in milliseconds for the response of a listener. */
const connectTimeoutMs = 5000

/** Opens the WebSocket at the first address that responds, and connects both sides with backpressure. */
export function forwardWebSocket(pass: WebSocketForwarding, failed: (reason: string) => void): void {
  const { socket, places } = pass
  const reasons: string[] = []
  const tryNext = (left: readonly WebSocketPlace[]) => {
    const [place, ...others] = left
    if (socket.destroyed) return
    if (!place) {
      failed(reasons.join('; ') || 'it has no address to connect to')
      return refuseWebSocket(socket, 502)
    }
    connect(pass, place, (error) => {
      reasons.push(`${place.host}:${place.port} (${error.message})`)
      tryNext(others)
    })
  }
  tryNext(places)
}

function connect(pass: WebSocketForwarding, place: WebSocketPlace, failed: (error: Error) => void): void {
  const { socket, head, path } = pass
  const { host, port } = place
  const given = new AbortController()
  const outgoing = requestHttp({
    host,
    port,
    path,
    method: 'GET',
    headers: toHeaders(pass, place),
    ...(place.tls && { createConnection: secureConnection(place, place.tls, pass.fingerprint, given.signal) }),
  })
  const timer = setTimeout(() => outgoing.destroy(new Error('no response in time')), connectTimeoutMs)
  const leave = () => outgoing.destroy()
  let isSettled = false
  const settle = () => {
    isSettled = true
    clearTimeout(timer)
    outgoing.off('close', abort)
    socket.off('close', leave)
  }
  const abort = () => given.abort()
  outgoing.once('close', abort)
  socket.once('close', leave)
  outgoing.once('upgrade', (answer, other, first) => {
    settle()
    socket.write(toHead(answer))
    if (first.length > 0) socket.write(first)
    if (head.length > 0) other.write(head)
    join(socket, other)
  })
  outgoing.once('response', (answer) => {
    settle()
    socket.once('finish', () => closeSoon(socket))
    socket.write(toHead(answer))
    answer.on('error', () => socket.destroy())
    answer.pipe(socket)
  })
  // Also after the response, because an error without a listener ends the process.
  outgoing.on('error', (error) => {
    if (isSettled) return
    settle()
    failed(error)
  })
  outgoing.end()
}

function secureConnection(
  { host, port }: WebSocketPlace,
  { verify, ca }: NonNullable<WebSocketPlace['tls']>,
  fingerprint: string | undefined,
  signal: AbortSignal,
) {
  const trust: TlsTrust = !verify ? 'any' : fingerprint === undefined ? 'authority' : { fingerprint }
  return (_: unknown, done: (error: Error | null, socket: Duplex) => void): undefined => {
    connectTls({ host, port, ca }, trust, signal).then(
      (socket) => done(null, socket),
      // Node forwards the error and evaluates nothing else.
      (error: Error) => done(error, undefined as unknown as Duplex),
    )
  }
}

function join(socket: Duplex, other: Duplex): void {
  for (const [one, another] of [
    [socket, other],
    [other, socket],
  ] as const) {
    if (one instanceof Socket) one.setNoDelay(true).setKeepAlive(true, 60_000)
    one.pipe(another)
    one.on('error', () => another.destroy())
    one.on('close', () => {
      if (!another.writableEnded) another.end()
      closeSoon(another)
    })
  }
}

/** Reports why the WebSocket is rejected: RFC 6455, 4.2.2. */
export function refuseWebSocket(socket: Duplex, status: number): void {
  socket.end(rawResponse(`${status} ${STATUS_CODES[status]}`))
  closeSoon(socket)
}

/**
 * As received, except for the host, credentials of the dashboard, and addresses: rules, bans and traces use the address
 * of the caller, and only this server may name it.
 */
function toHeaders(
  { request, protocols, callerHeaders }: WebSocketForwarding,
  { host, port }: WebSocketPlace,
): string[] {
  const { rawHeaders } = request
  const own = new Set([
    'host',
    'authorization',
    'cookie',
    'sec-websocket-protocol',
    ...callerHeaders.map(([name]) => name),
  ])
  const kept = ['host', `${host.includes(':') ? `[${host}]` : host}:${port}`]
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
    const lower = name.toLowerCase()
    if (!own.has(lower) && !namesClient(lower)) kept.push(name, value)
  }
  kept.push(...callerHeaders.flat())
  if (protocols.length > 0) kept.push('sec-websocket-protocol', protocols.join(', '))
  return kept
}

function toHead({ statusCode, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    // The response is not a WebSocket: the body is decoded from its chunks, and nothing follows it.
    if (statusCode !== 101 && /^(transfer-encoding|connection|keep-alive)$/i.test(rawHeaders[i] ?? '')) continue
    lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  }
  if (statusCode !== 101) lines.push('Connection: close')
  return `${lines.join('\r\n')}\r\n\r\n`
}
