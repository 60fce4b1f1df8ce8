import type { Socket } from 'node:net'
import type { ProxyHeader } from './proxy-header.ts'
import type { ListenerRefusal } from './settings.ts'

/** A connection on its way in: header of a proxy, handshake of TLS, request for a WebSocket. */
export interface PendingHandshake {
  readonly socket: Socket
  /** What it is in the middle of. */
  stage: ListenerRefusal
  /** Milliseconds since the epoch. */
  deadline: number
  proxyHeader: ProxyHeader | undefined
  /** Listens for its end while it waits. */
  readonly gone: () => void
}

/** Those of one listener. Found by their addresses: what TLS and HTTP make of a socket does not tell which one it was. */
export interface PendingHandshakes {
  /** Undefined when the client is gone already. */
  add(socket: Socket, stage: ListenerRefusal, deadline: number): PendingHandshake | undefined
  find(socket: Socket): PendingHandshake | undefined
  /** It is in, or out. */
  remove(handshake: PendingHandshake): void
  /** Takes those who have waited too long. */
  takeOverdue(now: number): readonly PendingHandshake[]
}

export function createPendingHandshakes(): PendingHandshakes {
  const byAddress = new Map<string, PendingHandshake>()
  return {
    add(socket, stage, deadline) {
      const key = keyOf(socket)
      if (key === undefined) return undefined
      // Its addresses are unknown once it is closed.
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
    remove({ socket, gone }) {
      socket.off('close', gone)
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
