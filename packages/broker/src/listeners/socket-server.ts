import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { ListenerSettings } from '../types.ts'
import { fromSocket } from './socket-transport.ts'
import type { Transport } from './transport.ts'

/** Takes a new connection; `whenClosed` tells when it has gone. */
export type Admit = (transport: Transport, whenClosed: (gone: () => void) => void) => void

/** MQTT over TCP or TLS. */
export function createSocketServer(settings: ListenerSettings, admit: Admit): Server {
  const connected = (socket: Socket) => {
    // A handshake that fails, or a peer that is gone already, must not end the process.
    socket.on('error', () => {})
    admit(fromSocket(socket), (gone) => socket.once('close', gone))
  }
  if (settings.type !== 'ssl') return createServer(connected)
  const server = createTlsServer(tlsOptions(settings), connected)
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

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
