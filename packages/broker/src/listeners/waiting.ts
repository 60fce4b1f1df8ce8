import type { Socket } from 'node:net'
import type { ProxyHeader } from './proxy-header.ts'
import type { ListenerRefusal } from './settings.ts'

/** A connection on its way in: header of a proxy, handshake of TLS, request for a WebSocket. */
export interface Waiting {
  readonly socket: Socket
  /** What it is in the middle of. */
  stage: ListenerRefusal
  /** Milliseconds since the epoch. */
  deadline: number
  proxied: ProxyHeader | undefined
  /** Listens for its end while it waits. */
  readonly gone: () => void
}

/** Those of one listener. Found by their addresses: what TLS and HTTP make of a socket does not tell which one it was. */
export interface WaitingRoom {
  /** Undefined when the client is gone already. */
  enter(socket: Socket, stage: ListenerRefusal, deadline: number): Waiting | undefined
  of(socket: Socket): Waiting | undefined
  /** It is in, or out. */
  leave(waiting: Waiting): void
  /** Takes those who have waited too long. */
  overdue(now: number): readonly Waiting[]
}

export function createWaitingRoom(): WaitingRoom {
  const byAddress = new Map<string, Waiting>()
  return {
    enter(socket, stage, deadline) {
      const key = keyOf(socket)
      if (key === undefined) return undefined
      // Its addresses are unknown once it is closed.
      const gone = () => {
        if (byAddress.get(key) === waiting) byAddress.delete(key)
      }
      const waiting: Waiting = { socket, stage, deadline, proxied: undefined, gone }
      byAddress.set(key, waiting)
      socket.once('close', gone)
      return waiting
    },
    of(socket) {
      const key = keyOf(socket)
      return key === undefined ? undefined : byAddress.get(key)
    },
    leave({ socket, gone }) {
      socket.off('close', gone)
      const key = keyOf(socket)
      if (key !== undefined) byAddress.delete(key)
    },
    overdue(now) {
      const late = [...byAddress].filter(([, { deadline }]) => deadline <= now)
      for (const [key] of late) byAddress.delete(key)
      return late.map(([, waiting]) => waiting)
    },
  }
}

function keyOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string | undefined {
  return remoteAddress === undefined ? undefined : `${remoteAddress}|${remotePort}|${localAddress}|${localPort}`
}
