import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { createPeerVerifier } from './peer-verifier.ts'
import type { TlsMaterial } from './tls-material.ts'
import { type TlsServerSettings, toTlsOptions } from './tls-options.ts'

export interface TlsStage {
  readonly handshakeTimeout: number
  start(socket: Socket): void
}

interface TlsPorts {
  secured(socket: TLSSocket): void
  refuse(socket: Socket): void
}

/** A TLS server without its own port, so that it can be replaced while the port stays open. @throws {ListenerError} */
export function createTlsStage(
  id: string,
  settings: TlsServerSettings,
  material: TlsMaterial,
  { secured, refuse }: TlsPorts,
): TlsStage {
  const verifyPeer = createPeerVerifier(settings, material)
  const server = createServer(toTlsOptions(id, settings, material), (socket) => {
    socket.on('error', ignore)
    if (verifyPeer(socket)) secured(socket)
    else refuse(socket)
  })
  server.on('tlsClientError', (_error, socket) => refuse(socket))
  return {
    handshakeTimeout: settings.handshake_timeout,
    start: (socket) => {
      server.emit('connection', socket)
    },
  }
}

const ignore = () => {}
