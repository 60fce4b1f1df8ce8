import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { withoutMapping } from './address.ts'
import { lingerMs, type Peer, type PeerCertificate, type Transport, type TransportEvents } from './transport.ts'

/** MQTT over a TCP or TLS socket. */
export const fromSocket = (socket: Socket, peer: Peer): Transport => new SocketTransport(socket, peer)

/** A class, so that thousands of idle connections share its methods. */
class SocketTransport implements Transport {
  readonly peer: Peer
  readonly #socket: Socket

  constructor(socket: Socket, peer: Peer) {
    this.peer = peer
    this.#socket = socket
  }

  get pendingBytes(): number {
    return this.#socket.writableLength
  }

  listen({ data, drain, closed }: TransportEvents): void {
    const socket = this.#socket
    socket.on('data', data)
    socket.on('drain', drain)
    socket.on('close', () => closed(socket.errored?.message))
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  end(): void {
    linger(this.#socket)
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/** Ends a socket, even if the peer never reads the remaining bytes. */
function linger(socket: Socket): void {
  if (socket.destroyed) return
  // The end of the peer is only noticed while reading.
  socket.resume()
  socket.destroySoon()
  // All bytes are with the system. TLS still has to send its own closing bytes.
  if (socket.writableLength === 0 && !(socket instanceof TLSSocket)) return
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  cut.unref()
  socket.once('close', () => clearTimeout(cut))
}

export function peerOf(socket: Socket): Peer {
  const tls = socket instanceof TLSSocket ? socket : undefined
  return {
    host: withoutMapping(socket.remoteAddress ?? ''),
    port: socket.remotePort ?? 0,
    // Rarely needed, and not kept for each connection.
    get localHost() {
      return socket.localAddress === undefined ? undefined : withoutMapping(socket.localAddress)
    },
    certificate: tls && certificateOf(tls),
    serverName: typeof tls?.servername === 'string' ? tls.servername : undefined,
  }
}

function certificateOf(socket: TLSSocket): PeerCertificate | undefined {
  const certificate = socket.getPeerX509Certificate()
  return certificate && certificateFrom(certificate)
}

export function certificateFrom(certificate: X509Certificate): PeerCertificate {
  const parts = certificate.subject.split('\n')
  return {
    commonName: parts.find((part) => part.startsWith('CN='))?.slice('CN='.length),
    subject: parts.join(','),
    der: certificate.raw,
  }
}
