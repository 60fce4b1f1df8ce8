import { createPrivateKey, webcrypto } from 'node:crypto'

export interface Certificate {
  /** PEM. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
}

/** A CA. */
export interface Authority extends Certificate {
  /** Issues a certificate for localhost and 127.0.0.1, or for a client. */
  issue(options?: IssueOptions): Promise<Certificate>
  /** Issues an intermediate CA. */
  issueAuthority(commonName: string): Promise<Authority>
}

export interface IssueOptions {
  readonly commonName?: string
  /** The certificate has expired. */
  readonly expired?: true
  /** OIDs of extended key usage. */
  readonly usages?: readonly string[]
}

let made: Promise<Certificate> | undefined

/** A self-signed certificate for localhost and 127.0.0.1. Created once per process. */
export function testCertificate(): Promise<Certificate> {
  made ??= testAuthority('localhost')
  return made
}

/** A separate CA. */
export const testAuthority = (commonName = 'Test CA'): Promise<Authority> => make({ commonName, isAuthority: true })

/** The key encrypted with a password. */
export const encryptKey = (key: string, passphrase: string): string =>
  createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString()

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hour = 3_600_000

interface Wanted extends IssueOptions {
  readonly commonName: string
  readonly isAuthority: boolean
}

interface Issuer {
  readonly subject: string
  readonly signingKey: webcrypto.CryptoKey
}

async function make({ commonName, isAuthority, expired, usages }: Wanted, issuer?: Issuer): Promise<Authority> {
  // @peculiar/x509 requires the polyfill first. Both are imported late, because most tests need no certificate.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const subject = `CN=${commonName}`
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject,
      issuer: issuer?.subject ?? subject,
      publicKey: keys.publicKey,
      signingKey: issuer?.signingKey ?? keys.privateKey,
      signingAlgorithm: algorithm,
      notBefore: new Date(Date.now() - 24 * hour),
      notAfter: new Date(Date.now() + (expired ? -hour : 24 * hour)),
      extensions: [
        new x509.BasicConstraintsExtension(isAuthority),
        new x509.SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
        ]),
        ...(usages ? [new x509.ExtendedKeyUsageExtension([...usages])] : []),
      ],
    },
    webcrypto,
  )
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const own = { subject, signingKey: keys.privateKey }
  return {
    cert: certificate.toString('pem'),
    key: toPem(key),
    issue: ({ commonName: name = 'localhost', ...options } = {}) =>
      make({ ...options, commonName: name, isAuthority: false }, own),
    issueAuthority: (name) => make({ commonName: name, isAuthority: true }, own),
  }
}

const toPem = (base64: string) =>
  `-----BEGIN PRIVATE KEY-----\n${base64.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END PRIVATE KEY-----\n`
