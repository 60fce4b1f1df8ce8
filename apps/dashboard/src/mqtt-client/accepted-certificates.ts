import { ownStorageName } from '../lib/base-path.ts'
import { isRecord } from '../lib/json-path.ts'
import { createStoredValue } from '../lib/stored-value.ts'

type Accepted = Readonly<Record<string, string>>

/**
 * Fingerprints of certificates that the user of this browser accepts although no authority vouches for them, by listener. The
 * server is sent one with each connection and keeps none: accepting is up to the person who has seen the certificate.
 */
export const acceptedCertificates = createStoredValue<Accepted>(ownStorageName('acceptedCertificates'), {
  parse: readAccepted,
  format: JSON.stringify,
})

export function acceptCertificate(listener: string, fingerprint: string | undefined): void {
  const { [listener]: _, ...others } = acceptedCertificates.get()
  acceptedCertificates.set(fingerprint === undefined ? others : { ...others, [listener]: fingerprint })
}

function readAccepted(text: string | null): Accepted {
  try {
    const all: unknown = JSON.parse(text ?? '{}')
    if (!isRecord(all)) return {}
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => /^[0-9a-f]{64}$/.test(String(entry[1]))),
    )
  } catch {
    return {}
  }
}
