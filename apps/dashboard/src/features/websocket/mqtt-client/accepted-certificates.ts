import { ownStorageName } from '../../../lib/browser/base-path.ts'
import { createStoredValue } from '../../../lib/browser/stored-value.ts'
import { isRecord } from '../../../lib/json/json-path.ts'

type FingerprintsByListener = Readonly<Record<string, string>>

/**
 * Fingerprints of untrusted certificates that the user accepted in this browser, by listener. The fingerprint is sent to the server
 * with each connection and is not stored there, because only the user has checked the certificate.
 */
export const acceptedCertificates = createStoredValue<FingerprintsByListener>(ownStorageName('acceptedCertificates'), {
  parse: readAccepted,
  format: JSON.stringify,
})

export function acceptCertificate(listener: string, fingerprint: string | undefined): void {
  const { [listener]: _, ...others } = acceptedCertificates.get()
  acceptedCertificates.set(fingerprint === undefined ? others : { ...others, [listener]: fingerprint })
}

function readAccepted(text: string | null): FingerprintsByListener {
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
