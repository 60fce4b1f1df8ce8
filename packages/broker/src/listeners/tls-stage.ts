import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { anchorsOf, isTrustedPartially } from './partial-chain.ts'
import type { ListenerSettings } from './settings.ts'
import type { TlsMaterial } from './tls-material.ts'
import { isPartial, toTlsOptions } from './tls-options.ts'

type TlsServerSettings = Extract<ListenerSettings, { type: 'ssl' | 'wss' }>['ssl_options']

export interface TlsStage {
  readonly handshakeTimeout: number
  enter(socket: Socket): void
}

interface TlsPorts {
  secured(socket: TLSSocket): void
  refuse(socket: Socket): void
}

/** A server of TLS without a port of its own, so that it can be exchanged while the port stays. @throws {ListenerError} */
export function createTlsStage(
  id: string,
  settings: TlsServerSettings,
  material: TlsMaterial,
  { secured, refuse }: TlsPorts,
): TlsStage {
  const anchors = isPartial(settings) ? anchorsOf(material.ca ?? '') : undefined
  const server = createServer(toTlsOptions(id, settings, material), (socket) => {
    socket.on('error', ignore)
    if (settings.verify === 'verify_peer' && !isWelcome(socket, settings, anchors)) refuse(socket)
    else secured(socket)
  })
  server.on('tlsClientError', (_error, socket) => refuse(socket))
  return {
    handshakeTimeout: settings.handshake_timeout,
    enter: (socket) => {
      server.emit('connection', socket)
    },
  }
}

const ignore = () => {}

function isWelcome(
  socket: TLSSocket,
  settings: TlsServerSettings,
  anchors: readonly X509Certificate[] | undefined,
): boolean {
  const [certificate, ...issuers] = chainOf(socket)
  if (!certificate) return !settings.fail_if_no_peer_cert
  const trouble = socket.authorized ? undefined : String(socket.authorizationError)
  if (trouble !== undefined && !isTrustedPartially([certificate, ...issuers], trouble, anchors)) return false
  // The last one is the root, or what stands for it.
  if (issuers.length - 1 > settings.depth) return false
  return hasUsages(certificate, settings.verify_peer_ext_key_usage)
}

/** The client's certificate and those that issued it, as far as they are known. */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  // `getPeerX509Certificate` knows the first one only, and forgets the others when it is called before this.
  for (let one = socket.getPeerCertificate(true); one?.raw; one = one.issuerCertificate) {
    chain.push(new X509Certificate(one.raw))
    if (one.issuerCertificate === one) break
  }
  return chain
}

const usages: Readonly<Record<string, string>> = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  OCSPSigning: '1.3.6.1.5.5.7.3.9',
}

function hasUsages({ keyUsage }: X509Certificate, wanted: string | undefined): boolean {
  const oids = (wanted ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^OID:/i, ''))
    .filter((one) => one !== '')
    .map((one) => usages[one] ?? one)
  // Node calls the extended usages so.
  return oids.every((oid) => keyUsage?.includes(oid))
}
