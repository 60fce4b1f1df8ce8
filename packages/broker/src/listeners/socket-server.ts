import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { ListenerSettings } from '../types.ts'
import { fromSocket } from './socket-transport.ts'
import type { Transport } from './transport.ts'

/** Takes a new connection. */
export type Admit = (transport: Transport) => void

/** MQTT over TCP or TLS. */
export function createSocketServer(settings: ListenerSettings, admit: Admit): Server {
  const connected = (socket: Socket) => {
    // A handshake that fails, or a peer that is gone already, must not end the process; 'close' follows.
    socket.on('error', ignore)
    admit(fromSocket(socket))
  }
  if (settings.type !== 'ssl') return createServer({ noDelay: true }, connected)
  const server = createTlsServer({ ...tlsOptions(settings), noDelay: true }, connected)
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

const ignore = () => {}

/** @throws when a listener of TLS has no certificate */
export function tlsOptions({ id, tls }: ListenerSettings): TlsOptions {
  if (!tls) throw new Error(`listener ${id} needs a certificate and a key`)
  const { cert, key, ca, verifyPeer = false } = tls
  return {
    cert,
    key,
    ...(ca !== undefined && { ca }),
    requestCert: verifyPeer,
    rejectUnauthorized: verifyPeer,
    handshakeTimeout: 15_000,
  }
}
