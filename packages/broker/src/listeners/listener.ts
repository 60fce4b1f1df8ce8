import type { Server, Socket } from 'node:net'
import type { ListenerSettings, ListenerView } from '../types.ts'
import { createSocketServer } from './socket-server.ts'
import { lingerMs, type Transport } from './transport.ts'
import { createWebSocketServer } from './websocket-server.ts'

export interface Listener {
  readonly settings: ListenerSettings
  view(): ListenerView
  /** @throws when the port cannot be bound or the certificate cannot be read */
  start(): Promise<void>
  /** Takes no more connections; resolves when the last one has gone. */
  close(): Promise<void>
}

/** Takes a new connection of a listener, whose settings name the port in use, and calls `gone` when it is closed. */
export type Accept = (transport: Transport, listener: ListenerSettings, gone: () => void) => void

/** One open door. Connections beyond `maxConnections` are closed at once. */
export function createListener(settings: ListenerSettings, accept: Accept): Listener {
  let server: Server | undefined
  let bound = settings
  let open = 0
  const sockets = new Set<Socket>()

  // One function for all sockets: one more for each would be memory that every idle connection holds.
  const gone = () => {
    open -= 1
  }
  const forget = function (this: Socket) {
    sockets.delete(this)
  }

  const admit = (transport: Transport) => {
    // A client that has reset its connection already has no address any more: no ban would know it.
    if (open >= settings.maxConnections || transport.peer.host === '') {
      transport.destroy()
      return
    }
    open += 1
    accept(transport, bound, gone)
  }

  const isWeb = settings.type === 'ws' || settings.type === 'wss'
  return {
    settings,
    view: () => ({ ...settings, running: server !== undefined, boundPort: portOf(server), currentConnections: open }),
    start: async () => {
      const starting = isWeb ? createWebSocketServer(settings, admit) : createSocketServer(settings, admit)
      starting.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.on('close', forget)
      })
      await listen(starting, settings)
      bound = { ...settings, port: portOf(starting) }
      server = starting
    },
    close: async () => {
      const closing = server
      if (!closing) return
      server = undefined
      const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
      // Half-open handshakes and requests that were never MQTT would keep it open for long.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, lingerMs)
      await closed
      clearTimeout(cut)
    },
  }
}

function listen(server: Server, { port, host }: ListenerSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server | undefined): number {
  const address = server?.address()
  return address && typeof address === 'object' ? address.port : 0
}
