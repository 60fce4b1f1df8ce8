import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { lingerMs, type Peer, type PeerCertificate, type Transport } from './transport.ts'

/** MQTT over a TCP or TLS socket. */
export function fromSocket(socket: Socket): Transport {
  socket.setNoDelay(true)
  return {
    peer: peerOf(socket),
    get pendingBytes() {
      return socket.writableLength
    },
    listen: ({ data, drain, closed }) => {
      let failure: string | undefined
      socket.on('data', data)
      socket.on('drain', drain)
      socket.on('error', (error) => {
        failure = error.message
      })
      socket.once('close', () => closed(failure))
    },
    write: (bytes) => {
      socket.write(bytes)
    },
    pause: () => {
      socket.pause()
    },
    resume: () => {
      socket.resume()
    },
    end: () => linger(socket),
    destroy: () => {
      socket.destroy()
    },
  }
}

/** Ends a socket whose peer may never read what is left for it. */
function linger(socket: Socket): void {
  if (socket.destroyed) return
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  cut.unref()
  socket.once('close', () => clearTimeout(cut))
  // Without reading on, the peer's end would never be seen.
  socket.resume()
  socket.end(() => socket.destroySoon())
}

export function peerOf(socket: Socket): Peer {
  const tls = socket instanceof TLSSocket ? socket : undefined
  return {
    host: withoutMapping(socket.remoteAddress ?? ''),
    port: socket.remotePort ?? 0,
    localPort: socket.localPort ?? 0,
    certificate: tls && certificateOf(tls),
    serverName: typeof tls?.servername === 'string' ? tls.servername : undefined,
  }
}

/** IPv4 addresses of dual-stack sockets come as `::ffff:1.2.3.4`. */
const withoutMapping = (address: string) => (address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address)

function certificateOf(socket: TLSSocket): PeerCertificate | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return undefined
  const parts = certificate.subject.split('\n')
  return {
    commonName: parts.find((part) => part.startsWith('CN='))?.slice('CN='.length),
    subject: parts.join(','),
    der: certificate.raw,
  }
}
