import { X509Certificate } from 'node:crypto'

/** The certificates of a PEM file, each of them a trust anchor. */
export const anchorsOf = (pem: string): readonly X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((one) => new X509Certificate(one))

/**
 * Whether the chain of a client's certificate leads to one of the anchors, which need not be a root. OpenSSL has an option
 * for this, but Node does not expose it for servers. `authorizationError` of OpenSSL must be that the root is missing.
 */
export function isTrustedPartially(
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
