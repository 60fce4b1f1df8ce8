import { createPrivateKey, X509Certificate } from 'node:crypto'
import { messageOf } from '@mqdeck/contract'
import { readNamedFile } from '@mqdeck/kit'
import { isOurs } from './own-certificate.ts'
import { isPem } from './store-pem.ts'

const day = 86_400_000

/** Contents of a certificate. */
export interface CertificateFacts {
  /** `CN=localhost, O=MQDeck` */
  readonly subject: string
  readonly issuer: string
  /** Host names and addresses: `DNS:localhost`, `IP Address:127.0.0.1`. */
  readonly names: readonly string[]
  /** RFC 3339. */
  readonly notBefore: string
  readonly notAfter: string
  /** Days until it expires. Negative if it has expired. */
  readonly daysLeft: number
  /** The server renews it before it expires. */
  readonly isOwn: boolean
}

/** Describes the first certificate in a file or text. A text with the reason if there is none. */
export async function describeCertificate(place: string, now: number): Promise<CertificateFacts | string> {
  const certificate = await attempt(async () => new X509Certificate(await readPem(place)))
  if (typeof certificate === 'string') return certificate
  const { subject, issuer, subjectAltName, validFrom, validTo } = certificate
  return {
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    names: subjectAltName?.split(', ') ?? [],
    notBefore: new Date(validFrom).toISOString(),
    notAfter: new Date(validTo).toISOString(),
    daysLeft: Math.floor((Date.parse(validTo) - now) / day),
    isOwn: isOurs(certificate),
  }
}

/** Whether the key belongs to the certificate. Undefined if one of them cannot be read. */
export async function keyMatches(
  certificate: string,
  key: string,
  password: string | undefined,
): Promise<boolean | undefined> {
  const result = await attempt(async () =>
    new X509Certificate(await readPem(certificate)).checkPrivateKey(
      createPrivateKey({ key: await readPem(key), ...(password !== undefined && { passphrase: password }) }),
    ),
  )
  return typeof result === 'string' ? undefined : result
}

const readPem = async (place: string): Promise<string> => (isPem(place) ? place : readNamedFile(place))

/** Node writes each part of a name on its own line. */
const oneLine = (name: string | undefined) => (name ?? '').split('\n').join(', ')

async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    return messageOf(error)
  }
}
