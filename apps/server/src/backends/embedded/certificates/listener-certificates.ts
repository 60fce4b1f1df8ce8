import type { ListenerCertificate } from '@mqdeck/observe'
import type { View } from '../../../configuration/configuration.ts'
import { listCertificates } from './inventory.ts'

/** When the certificate of each enabled MQTT listener ends, as far as it can be read. */
export function listenerCertificates(
  view: Pick<View, 'get'>,
  dataFolder: string,
  now: number,
): readonly ListenerCertificate[] {
  return listCertificates(view, dataFolder, now).flatMap(({ path, role, not_after }) => {
    // `listeners.ssl.default.ssl_options.certfile`; names have no dots.
    const [root, type, name] = path.split('.')
    if (root !== 'listeners' || role !== 'server' || not_after === null) return []
    return [{ listener: `${type}:${name}`, endsAt: Date.parse(not_after) }]
  })
}
