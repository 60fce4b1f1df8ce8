import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log, TrustedProxies } from '@mqdeck/kit'
import { onSignedIn } from './signed-in.ts'
import { sourceOf } from './source-of.ts'
import { callerOf } from './trusted-proxies.ts'

/** Share of the maximum connections of a listener that one address may have. */
const maxShare = 1 / 4
/** Minimum, because a browser opens several connections. */
const smallestShare = 16
/** Share of the maximum connections that is kept free for new addresses by closing others. */
const freeShare = 1 / 8

/** An open connection. */
interface Held {
  readonly socket: Socket
  /** Source of the caller. Undefined for a trusted proxy without a request. */
  source: string | undefined
  /** Whether a request with valid credentials has arrived on this connection. */
  isSignedIn: boolean
}

/** Divides the connections of one listener among the addresses, so that no caller can lock out others. */
export interface ConnectionShares {
  /** A new connection. @param most maximum connections of the listener */
  admit(socket: Socket, most: number): void
  /** A request. Behind a trusted proxy, the connection belongs to the forwarded address until the response is sent. */
  onRequest(request: IncomingMessage, response: ServerResponse | undefined, most: number): void
}

/**
 * One address may have a quarter of the connections. When nearly all are in use, the oldest connection that is not
 * signed in is closed, of the address that has the most of them: several addresses together cannot lock out others.
 */
export function createConnectionShares(proxies: TrustedProxies, log: Log): ConnectionShares {
  /** By address and port, because TLS wraps the socket in another object. Oldest first. */
  const all = new Map<string, Held>()
  const counts = new Map<string, number>()

  const assign = (held: Held, source: string | undefined) => {
    if (held.source !== undefined) {
      const left = (counts.get(held.source) ?? 1) - 1
      if (left === 0) counts.delete(held.source)
      else counts.set(held.source, left)
    }
    held.source = source
    if (source !== undefined) counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  /** Closes the connection if its source has more than its share. */
  const enforce = ({ socket, source }: Held, most: number) => {
    const count = source === undefined ? 0 : (counts.get(source) ?? 0)
    if (count <= Math.max(smallestShare, most * maxShare)) return
    log.warn({ address: source, connections: count - 1 }, 'too_many_connections_from_one_address')
    socket.destroy()
  }
  const makeRoom = () => {
    const unknown = [...all.values()].filter(({ socket, source, isSignedIn }) => {
      return !isSignedIn && source !== undefined && !socket.destroyed
    })
    const perSource = new Map<string | undefined, number>()
    for (const { source } of unknown) perSource.set(source, (perSource.get(source) ?? 0) + 1)
    const most = Math.max(...perSource.values())
    const oldest = unknown.find(({ source }) => perSource.get(source) === most)
    if (!oldest) return
    log.warn({ address: oldest.source, connections: most }, 'connection_closed_for_other_addresses')
    oldest.socket.destroy()
  }

  return {
    admit(socket, most) {
      const { remoteAddress } = socket
      const key = keyOf(socket)
      if (remoteAddress === undefined || key === undefined) return
      const held: Held = { socket, source: undefined, isSignedIn: false }
      all.set(key, held)
      socket.once('close', () => {
        all.delete(key)
        assign(held, undefined)
      })
      if (!proxies.isTrusted(remoteAddress)) assign(held, sourceOf(remoteAddress))
      enforce(held, most)
      if (all.size > most - Math.floor(most * freeShare)) makeRoom()
    },
    onRequest(request, response, most) {
      const held = all.get(keyOf(request.socket) ?? '')
      if (!held) return
      onSignedIn(request, () => {
        held.isSignedIn = true
      })
      if (!proxies.isTrusted(request.socket.remoteAddress)) return
      const caller = callerOf(request, proxies)
      held.isSignedIn = false
      assign(held, proxies.isTrusted(caller) ? undefined : sourceOf(caller))
      enforce(held, most)
      response?.once('close', () => assign(held, undefined))
    },
  }
}

const keyOf = ({ remoteAddress, remotePort, localPort }: Socket): string | undefined =>
  remoteAddress === undefined ? undefined : `${remoteAddress}|${remotePort}|${localPort}`
