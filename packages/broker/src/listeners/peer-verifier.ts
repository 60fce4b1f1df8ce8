import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { TlsMaterial } from './tls-material.ts'
import { isDepthLimited, isPartial, type TlsServerSettings } from './tls-options.ts'

/** Checks the client certificate after the handshake: partial chain, depth and extended key usage, which Node does not check. */
export function createPeerVerifier(settings: TlsServerSettings, { ca }: TlsMaterial): (socket: TLSSocket) => boolean {
  if (settings.verify !== 'verify_peer') return () => true
  const anchors = isPartial(settings) ? anchorsOf(ca ?? '') : undefined
  return (socket) => verifyPeer(socket, settings, anchors)
}

function verifyPeer(
  socket: TLSSocket,
  settings: TlsServerSettings,
  anchors: readonly X509Certificate[] | undefined,
): boolean {
  const [certificate, ...issuers] = chainOf(socket)
  if (!certificate) return !settings.fail_if_no_peer_cert
  const authorizationError = socket.authorized ? undefined : String(socket.authorizationError)
  if (authorizationError !== undefined && !isTrustedPartially([certificate, ...issuers], authorizationError, anchors))
    return false
  const last = issuers.at(-1) ?? certificate
  // Some versions of Node.js leave out the issuers that the client has sent (nodejs/node#65579), so they cannot be counted.
  if (authorizationError === undefined && !last.checkIssued(last) && isDepthLimited(settings)) return false
  // The last issuer is the root or the trust anchor and does not count.
  if (issuers.length - 1 > settings.depth) return false
  return hasUsages(certificate, settings.verify_peer_ext_key_usage)
}

/** The client's certificate and its known issuers. */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  // `getPeerX509Certificate` returns only the first certificate, and calling it before this loses the others.
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
  // Node's `keyUsage` is the extended key usage.
  return oids.every((oid) => keyUsage?.includes(oid))
}

/** The certificates of a PEM file, each of them a trust anchor. */
const anchorsOf = (pem: string): readonly X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((one) => new X509Certificate(one))

/**
 * Whether the chain of a client's certificate leads to one of the anchors, which need not be a root. OpenSSL has an option
 * for this, but Node does not expose it for servers. `authorizationError` of OpenSSL must be that the root is missing.
 */
function isTrustedPartially(
  chain: readonly X509Certificate[],
  authorizationError: string,
  anchors: readonly X509Certificate[] | undefined,
  now = Date.now(),
): boolean {
  if (!anchors || !missingRoot.has(authorizationError)) return false
  const inTime = (one: X509Certificate) => Date.parse(one.validFrom) <= now && now < Date.parse(one.validTo)
  const issued = (issuer: X509Certificate, one: X509Certificate) =>
    issuer.ca && inTime(issuer) && one.checkIssued(issuer) && one.verify(issuer.publicKey)
  let before: X509Certificate | undefined
  for (const one of chain) {
    if (before ? !issued(one, before) : !inTime(one)) return false
    before = one
    if (anchors.some((anchor) => anchor.raw.equals(one.raw) || issued(anchor, one))) return true
  }
  return false
}

const missingRoot: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
