import { hostname } from 'node:os'
import type { JsonGeneralName } from '@peculiar/x509'

const day = 86_400_000
/** Maximum validity that Apple and other verifiers accept. */
const validity = 397 * day
/** Identifies certificates that MQDeck created. */
export const organization = 'MQDeck'

/** Creates a key and a certificate with the names of this machine, both as PEM. */
export async function makeSelfSigned(now: number): Promise<{ readonly cert: string; readonly key: string }> {
  // Imported only here, at the first start, because it takes 100 ms. The library requires the polyfill.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=localhost, O=${organization}`,
    notBefore: new Date(now - day), // clocks of clients differ
    notAfter: new Date(now - day + validity),
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names()),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: `${certificate.toString('pem')}\n`, key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n` }
}

function names(): JsonGeneralName[] {
  const own = hostname()
  return [
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
    { type: 'ip', value: '::1' },
    ...(own && own !== 'localhost' ? [{ type: 'dns' as const, value: own }] : []),
  ]
}
