import type { Socket } from 'node:net'
import type { ProxyHeader } from './proxy-header.ts'
import type { ListenerRefusal } from './settings.ts'

/** A connection during its PROXY header, TLS handshake or WebSocket request. */
export interface PendingHandshake {
  readonly socket: Socket
  /** The current stage, under which a refusal is counted. */
  stage: ListenerRefusal
  /** Milliseconds since the epoch. */
  deadline: number
  proxyHeader: ProxyHeader | undefined
  /** Listener of the socket's `close` event. */
  readonly onClose: () => void
}

/** The pending handshakes of one listener, by addresses, because TLS and HTTP wrap the socket in another object. */
export interface PendingHandshakes {
  /** Undefined if the connection is already closed. */
  add(socket: Socket, stage: ListenerRefusal, deadline: number): PendingHandshake | undefined
  find(socket: Socket): PendingHandshake | undefined
  /** The handshake is complete or has failed. */
  remove(handshake: PendingHandshake): void
  /** Removes and returns the handshakes whose deadline has passed. */
  takeOverdue(now: number): readonly PendingHandshake[]
}

export function createPendingHandshakes(): PendingHandshakes {
  const byAddress = new Map<string, PendingHandshake>()
  return {
    add(socket, stage, deadline) {
      const key = keyOf(socket)
      if (key === undefined) return undefined
      // A closed socket no longer has its addresses.
      const onClose = () => {
        if (byAddress.get(key) === handshake) byAddress.delete(key)
      }
      const handshake: PendingHandshake = { socket, stage, deadline, proxyHeader: undefined, onClose }
      byAddress.set(key, handshake)
      socket.once('close', onClose)
      return handshake
    },
    find(socket) {
      const key = keyOf(socket)
      return key === undefined ? undefined : byAddress.get(key)
    },
    remove({ socket, onClose }) {
      socket.off('close', onClose)
      const key = keyOf(socket)
      if (key !== undefined) byAddress.delete(key)
    },
    takeOverdue(now) {
      const late = [...byAddress].filter(([, { deadline }]) => deadline <= now)
      for (const [key] of late) byAddress.delete(key)
      return late.map(([, handshake]) => handshake)
    },
  }
}

function keyOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string | undefined {
  return remoteAddress === undefined ? undefined : `${remoteAddress}|${remotePort}|${localAddress}|${localPort}`
}
