import { createServer, type Socket } from 'node:net'
import { lingerMs } from './transport.ts'

/** A listening TCP socket. */
export interface Acceptor {
  readonly port: number
  /** Stops accepting connections and keeps the accepted ones. Resolves when the port is free. */
  close(): Promise<void>
}

interface ListenAddress {
  readonly host: string | undefined
  readonly port: number
  readonly backlog: number
}

/**
 * Listens on all addresses if no host is given, and on a free port if the port is 0. `onSocket` is called for every
 * connection, `onError` when accepting one fails. @throws the error of the system
 */
export function openAcceptor(
  { host, port, backlog }: ListenAddress,
  onSocket: (socket: Socket) => void,
  onError: (error: Error) => void,
): Promise<Acceptor> {
  const server = createServer(onSocket)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog, ...(host !== undefined && { host }) }, () => {
      server.off('error', reject)
      server.on('error', onError)
      const address = server.address()
      resolve({
        port: address && typeof address === 'object' ? address.port : port,
        close: () => {
          if (server.listening) server.close()
          // Node reports the end of the server only after the last connection; the port is free in the next turn.
          return new Promise((done) => setImmediate(done))
        },
      })
    })
  })
}

/** Accepted connections that are still open. */
export interface Connections {
  readonly size: number
  add(socket: Socket): void
  /** Resolves when all are closed; destroys the remaining ones after `lingerMs`. */
  waitUntilClosed(): Promise<void>
}

export function createConnections(): Connections {
  const sockets = new Set<Socket>()
  let onEmpty: (() => void) | undefined
  // One function for all sockets, because one per socket would cost memory for every idle connection.
  const remove = function (this: Socket) {
    sockets.delete(this)
    if (sockets.size === 0) onEmpty?.()
  }
  return {
    get size() {
      return sockets.size
    },
    add: (socket) => {
      sockets.add(socket)
      socket.on('close', remove)
    },
    waitUntilClosed: async () => {
      if (sockets.size === 0) return
      const done = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      // Unfinished handshakes and requests that are not MQTT could stay open for long.
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, lingerMs)
      await done
      clearTimeout(timer)
    },
  }
}
