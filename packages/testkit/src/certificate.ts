import { webcrypto } from 'node:crypto'

export interface Certificate {
  /** PEM. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
}

let made: Promise<Certificate> | undefined

/** A certificate for localhost and 127.0.0.1, signed by itself; made once per process. */
export function testCertificate(): Promise<Certificate> {
  made ??= makeCertificate()
  return made
}

async function makeCertificate(): Promise<Certificate> {
  // @peculiar/x509 wants it loaded first; both are loaded late because most tests need no certificate.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const hour = 3_600_000
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=localhost',
      keys,
      signingAlgorithm: algorithm,
      notBefore: new Date(Date.now() - hour),
      notAfter: new Date(Date.now() + 24 * hour),
      extensions: [
        new x509.BasicConstraintsExtension(true),
        new x509.SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
        ]),
      ],
    },
    webcrypto,
  )
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return { cert: certificate.toString('pem'), key: toPem(key) }
}

const toPem = (base64: string) =>
  `-----BEGIN PRIVATE KEY-----\n${base64.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END PRIVATE KEY-----\n`
