import type { CertificateExpiry } from '@mqdeck/observe'
import type { View } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { describeCertificate } from '../../../tls/describe-certificate.ts'
import { listenerEntries } from '../listeners/listener-table.ts'

/** Expiry of the certificate of each enabled MQTT listener, if it can be read, sorted by expiry. */
export function listenerCertificates(
  view: Pick<View, 'get'>,
  dataFolder: string,
  now: number,
): readonly CertificateExpiry[] {
  return listenerEntries(view)
    .flatMap(({ id, settings }) => {
      if (!settings.enable || !('ssl_options' in settings)) return []
      const facts = describeCertificate(withFolder(settings.ssl_options, dataFolder).certfile, now)
      return typeof facts === 'string' ? [] : [{ listener: id, expiresAt: Date.parse(facts.notAfter) }]
    })
    .sort((one, other) => one.expiresAt - other.expiresAt)
}
