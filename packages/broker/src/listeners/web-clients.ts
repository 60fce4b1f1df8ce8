import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import {
  canonicalAddress,
  createHostCheck,
  createOriginCheck,
  createTrustedProxies,
  isLoopback,
  type TrustedProxies,
} from '@mqdeck/kit'
import type { ListenerSettings } from './settings.ts'
import type { Peer } from './transport.ts'

export type WebSocketSettings = Extract<ListenerSettings, { type: 'ws' | 'wss' }>['websocket']

/** The client of a WebSocket request. */
export interface WebClient {
  readonly peer: Peer
  /** Whether this process forwards the request for a signed-in dashboard user. */
  readonly isOwn: boolean
}

/** Which client sends a WebSocket request, and whether a browser may have been made to send it by a foreign page. */
export interface WebClients {
  /**
   * Headers that name the client of a connection that this process opens to one of its listeners. They contain a secret
   * of this process.
   */
  callerHeaders(client: Pick<Peer, 'host' | 'port'>): readonly (readonly [name: string, value: string])[]
  /** @param peer the other end of the connection */
  identify(request: IncomingMessage, peer: Peer, settings: WebSocketSettings): WebClient
  /** Whether the request, to a listener on the address `bind`, comes from a page of a foreign website. */
  isForeignPage(request: IncomingMessage, client: WebClient, bind: string, settings: WebSocketSettings): boolean
}

interface WebClientsOptions {
  /** Default: none. */
  readonly proxies?: TrustedProxies | undefined
  /** Host names that requests to a listener on a loopback address may use. Default: only those of this machine. */
  readonly allowedHosts?: readonly string[] | undefined
}

const callerHeader = 'mqdeck-caller'

export function createWebClients({
  proxies = createTrustedProxies([]),
  allowedHosts = [],
}: WebClientsOptions = {}): WebClients {
  const secret = randomBytes(32).toString('base64url')
  const isOwnOrigin = createOriginCheck(allowedHosts)

  /** The client as named by this process. */
  const readCaller = (request: IncomingMessage): Pick<Peer, 'host' | 'port'> | undefined => {
    const [given = '', host = '', port = ''] = (headerOf(request, callerHeader) ?? '').split(' ')
    return isSame(given, secret) && isIP(host) !== 0 ? { host: canonicalAddress(host), port: Number(port) } : undefined
  }
  /** The client as named by a trusted proxy. Undefined if the connection is not of a trusted proxy. */
  const readForwarded = (request: IncomingMessage, peer: Peer, settings: WebSocketSettings) => {
    if (!proxies.isTrusted(peer.host)) return undefined
    const { proxy_address_header: address, proxy_port_header: port } = settings
    const host = address === '' ? peer.host : proxies.clientOf(peer.host, headerOf(request, address))
    const portText = headerOf(request, port)?.split(',').at(-1)?.trim() ?? ''
    return {
      host: canonicalAddress(host),
      ...(/^\d{1,5}$/.test(portText) && Number(portText) <= 65_535 && { port: Number(portText) }),
    }
  }

  return {
    callerHeaders: ({ host, port }) => [[callerHeader, `${secret} ${host} ${port}`]],
    identify: (request, peer, settings) => {
      const caller = readCaller(request)
      return caller
        ? { peer: { ...peer, ...caller }, isOwn: true }
        : { peer: { ...peer, ...readForwarded(request, peer, settings) }, isOwn: false }
    },
    isForeignPage: ({ headers }, { peer, isOwn }, bind, { check_origins }) => {
      // A request that a trusted proxy forwards for another machine does not come from a browser on this machine.
      if (isOwn || !isLoopback(bind) || !isLoopback(peer.host)) return false
      const { origin, host = '' } = headers
      // A handshake names the host: RFC 6455, 4.2.1. The check accepts requests of HTTP/1.0 without one.
      if (host === '' || !createHostCheck(bind, allowedHosts)(host)) return true
      return origin !== undefined && !isOwnOrigin(origin) && !check_origins.includes(origin)
    },
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = name === '' ? undefined : headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(',') : value
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
