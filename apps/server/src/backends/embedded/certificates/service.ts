import { join } from 'node:path'
import type { CertificateInUse } from '@mqdeck/contract'
import type { CertificateExpiry } from '@mqdeck/observe'
import type { View } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { describeCertificate, keyMatches } from '../../../tls/describe-certificate.ts'
import { isPem } from '../../../tls/store-pem.ts'
import { listenerEntries } from '../listeners/service.ts'

/** Settings that name certificate files of a TLS server. */
interface TlsFiles {
  readonly certfile: string
  readonly keyfile: string
  readonly cacertfile: string
  readonly password?: string | undefined
  readonly verify: string
}

/** All certificates that enabled listeners or the dashboard use or trust, sorted by expiry. */
export async function listCertificates(
  view: Pick<View, 'get'>,
  dataFolder: string,
  now: number,
): Promise<CertificateInUse[]> {
  const own = join(dataFolder, 'certs', 'cert.pem')
  const rows = await Promise.all(
    serversOf(view).map(([path, files]) => ofServer(path, withFolder(files, dataFolder), now)),
  )
  return rows
    .flat()
    .map((row) => ({ ...row, renewed_by_server: row.renewed_by_server && row.file === own }))
    .sort((one, other) => (one.days_left ?? Number.NEGATIVE_INFINITY) - (other.days_left ?? Number.NEGATIVE_INFINITY))
}

function serversOf(view: Pick<View, 'get'>): readonly (readonly [path: string, files: TlsFiles])[] {
  const ofListeners = listenerEntries(view).flatMap(({ type, name, settings }) =>
    settings.enable && 'ssl_options' in settings
      ? [[`listeners.${type}.${name}.ssl_options`, settings.ssl_options] as const]
      : [],
  )
  const { https } = view.get('dashboard').listeners
  // EMQX's 0 disables the listener.
  if (!https || String(https.bind) === '0') return ofListeners
  return [...ofListeners, ['dashboard.listeners.https.ssl_options', https.ssl_options]]
}

async function ofServer(path: string, files: TlsFiles, now: number): Promise<readonly CertificateInUse[]> {
  const { certfile, keyfile, cacertfile, password, verify } = files
  const own = {
    ...(await toRow(`${path}.certfile`, 'server', certfile, now)),
    key_matches: (await keyMatches(certfile, keyfile, password)) ?? null,
  }
  return verify === 'verify_peer' ? [own, await toRow(`${path}.cacertfile`, 'authority', cacertfile, now)] : [own]
}

async function toRow(
  path: string,
  role: CertificateInUse['role'],
  place: string,
  now: number,
): Promise<CertificateInUse> {
  const facts = await describeCertificate(place, now)
  // The file may contain a private key as well.
  const file = isPem(place) ? null : place
  if (typeof facts === 'string') return { ...unknown, path, role, file, error: facts }
  return {
    path,
    role,
    file,
    subject: facts.subject,
    issuer: facts.issuer,
    names: [...facts.names],
    not_before: facts.notBefore,
    not_after: facts.notAfter,
    days_left: facts.daysLeft,
    renewed_by_server: facts.isOwn,
    key_matches: null,
    error: null,
  }
}

const unknown = {
  subject: null,
  issuer: null,
  names: [],
  not_before: null,
  not_after: null,
  days_left: null,
  renewed_by_server: false,
  key_matches: null,
}

/** Expiry of the certificate of each enabled MQTT listener, if it can be read, sorted by expiry. */
export async function listenerCertificates(
  view: Pick<View, 'get'>,
  dataFolder: string,
  now: number,
): Promise<readonly CertificateExpiry[]> {
  const found = await Promise.all(
    listenerEntries(view).map(async ({ id, settings }) => {
      if (!settings.enable || !('ssl_options' in settings)) return []
      const facts = await describeCertificate(withFolder(settings.ssl_options, dataFolder).certfile, now)
      return typeof facts === 'string' ? [] : [{ listener: id, expiresAt: Date.parse(facts.notAfter) }]
    }),
  )
  return found.flat().sort((one, other) => one.expiresAt - other.expiresAt)
}
