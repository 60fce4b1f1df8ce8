import { isIP } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { CertificateProblem, ListenerCertificate } from '@mqdeck/contract'

export interface TlsPeer {
  readonly host: string
  readonly port: number
  /** PEM text of CA certificates. Default: the CAs of Node.js. */
  readonly ca?: string | undefined
}

/**
 * Accepts any certificate, only certificates signed by a CA, or also the one with this SHA-256 fingerprint (hexadecimal
 * digits).
 */
export type TlsTrust = 'any' | 'authority' | { readonly fingerprint: string }

/** Reason why a certificate is rejected. `code` is OpenSSL's or Node's. */
class UntrustedCertificate extends Error {
  override readonly name = 'UntrustedCertificate'
  readonly code: string

  constructor(code: string) {
    super(`certificate not accepted: ${code}`)
    this.code = code
  }
}

/** Timeout of the handshake in milliseconds. */
const handshakeTimeout = 5000

/**
 * Connects over TLS. Nothing is sent before the certificate is accepted. Rejects with {@link UntrustedCertificate}, or
 * with the error of the connection.
 */
export function connectTls({ host, port, ca }: TlsPeer, trust: TlsTrust, signal?: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // An IP address is not a server name: RFC 6066, 3.
    const servername = isIP(host) === 0 ? host : ''
    const socket = connect({ host, port, servername, rejectUnauthorized: false, ...(ca !== undefined && { ca }) })
    const abort = () => socket.destroy(new Error('given up'))
    const finish = () => {
      socket.off('error', fail)
      socket.setTimeout(0)
      signal?.removeEventListener('abort', abort)
    }
    const fail = (error: Error) => {
      finish()
      // A late error of an unused socket must not end the process.
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    signal?.addEventListener('abort', abort)
    socket.setTimeout(handshakeTimeout, () => fail(new Error('no TLS handshake in time')))
    socket.on('error', fail)
    socket.once('secureConnect', () => {
      if (!isTrusted(socket, trust)) return fail(new UntrustedCertificate(String(socket.authorizationError)))
      finish()
      resolve(socket)
    })
  })
}

function isTrusted(socket: TLSSocket, trust: TlsTrust): boolean {
  if (trust === 'any' || socket.authorized) return true
  return trust !== 'authority' && fingerprintOf(socket.getPeerCertificate()) === trust.fingerprint
}

const fingerprintOf = ({ fingerprint256 }: PeerCertificate) => fingerprint256?.replaceAll(':', '').toLowerCase()

/** The certificate of a server, and the reason if it is not trusted. Rejects if there is no TLS. */
export async function readPeerCertificate(peer: TlsPeer, now: number): Promise<ListenerCertificate> {
  const socket = await connectTls(peer, 'any')
  socket.on('error', () => {})
  const certificate = socket.getPeerCertificate()
  const { authorized, authorizationError } = socket
  socket.destroy()
  return {
    address: `${peer.host.includes(':') ? `[${peer.host}]` : peer.host}:${peer.port}`,
    problems: authorized ? [] : problemsOf(peer.host, certificate, String(authorizationError), now),
    reason: authorized ? null : String(authorizationError),
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    fingerprint: fingerprintOf(certificate) ?? '',
    not_before: new Date(certificate.valid_from).toISOString(),
    not_after: new Date(certificate.valid_to).toISOString(),
  }
}

/** OpenSSL reports only the first error. Errors in the certificate itself are detected here. */
function problemsOf(host: string, certificate: PeerCertificate, code: string, now: number): CertificateProblem[] {
  const ofTheDates: CertificateProblem[] = [
    ...(Date.parse(certificate.valid_to) < now ? (['expired'] as const) : []),
    ...(Date.parse(certificate.valid_from) > now ? (['not_yet_valid'] as const) : []),
  ]
  const isOfDates = /EXPIRED|NOT_YET_VALID/.test(code)
  const isOfName = code === 'ERR_TLS_CERT_ALTNAME_INVALID'
  const isForHost = checkServerIdentity(host, certificate) === undefined
  return [
    ...(isOfDates || isOfName ? [] : (['untrusted'] as const)),
    ...ofTheDates,
    ...(isForHost ? [] : (['name'] as const)),
  ]
}

/** `CN=localhost, O=MQDeck` */
const nameText = (name: PeerCertificate['subject']) =>
  Object.entries(name ?? {})
    .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
    .join(', ')
