import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '@mqdeck/kit'
import { writeAtomically } from '../broker-config/atomic-file.ts'
import { makeSelfSigned, organization } from './self-signed.ts'

const hour = 3_600_000
const day = 24 * hour
/** Time before expiry at which the certificate is renewed. */
const renewal = 30 * day

export interface OwnCertificateOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  /** The files were replaced while the server is running. */
  readonly renewed: () => Promise<void>
}

/**
 * Renews the certificate in the data folder before it expires, while the server is running. Returns a function that
 * stops this.
 */
export function renewOwnCertificate({ dataFolder, clock, log, renewed }: OwnCertificateOptions): () => void {
  const renew = async () => {
    try {
      if (!(await ensureOwnCertificate(dataFolder, clock.now()))) return
      log.info({ folder: join(dataFolder, 'certs') }, 'own_certificate_renewed')
      await renewed()
    } catch (error) {
      log.error({ error }, 'own_certificate_renewal_failed')
    }
  }
  return clock.every(hour, () => void renew())
}

/**
 * Ensures that `certs/cert.pem`, `key.pem` and `cacert.pem` in the data folder are usable: creates them at the first
 * start, and again if they are damaged or about to expire. A certificate from elsewhere is kept as long as it is
 * readable.
 * @returns whether they were created
 */
export async function ensureOwnCertificate(dataFolder: string, now: number): Promise<boolean> {
  const folder = join(dataFolder, 'certs')
  const [cert, key, ca] = ['cert.pem', 'key.pem', 'cacert.pem'].map((name) => read(join(folder, name)))
  if (isFine(cert, key, now)) {
    if (ca === undefined && cert !== undefined) await writeAtomically(join(folder, 'cacert.pem'), cert)
    return false
  }
  const made = await makeSelfSigned(now)
  await writeAtomically(join(folder, 'key.pem'), made.key)
  await writeAtomically(join(folder, 'cert.pem'), made.cert)
  // It is self-signed, so it is its own CA.
  if (ca === undefined || isOurs(toCertificate(ca))) await writeAtomically(join(folder, 'cacert.pem'), made.cert)
  return true
}

/** A damaged pair is replaced, and a self-signed pair of which a crash left only the key new. */
function isFine(cert: string | undefined, key: string | undefined, now: number): boolean {
  const certificate = cert === undefined ? undefined : toCertificate(cert)
  if (!certificate) return false
  if (!isOurs(certificate)) return true
  const isInTime = Date.parse(certificate.validFrom) <= now && now < Date.parse(certificate.validTo) - renewal
  return isInTime && fits(certificate, key)
}

function fits(certificate: X509Certificate, key: string | undefined): boolean {
  try {
    return key !== undefined && certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false // incomplete key
  }
}

/** Whether MQDeck created it and therefore renews it. */
export const isOurs = (certificate: X509Certificate | undefined): boolean =>
  certificate !== undefined &&
  certificate.subject === certificate.issuer &&
  certificate.subject.split('\n').includes(`O=${organization}`)

function toCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text)
  } catch {
    return undefined // damaged
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined // first start
  }
}
