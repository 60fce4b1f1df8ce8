import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type TlsOptions } from 'node:tls'
import { AppError } from '@mqdeck/contract'
import { withFolder } from './configuration/places.ts'
import type { RootPlain } from './configuration/roots.ts'
import type { WantedListeners, WebListener, WebListeners } from './http/web-listeners.ts'

type Dashboard = RootPlain<'dashboard'>
type Http = NonNullable<Dashboard['listeners']['http']>
type Tls = NonNullable<Dashboard['listeners']['https']>['ssl_options']

/**
 * Lets the dashboard listen where its settings say.
 * @throws (rejects) an AppError for certificates that cannot be used, the system's error for a place that cannot be had
 */
export async function updateListeners(web: WebListeners, { listeners }: Dashboard, folder: string): Promise<void> {
  const wanted: WantedListeners = {
    http: listeners.http && toListener(listeners.http),
    https: listeners.https && toListener(listeners.https, toTls(withFolder(listeners.https.ssl_options, folder))),
  }
  await web.update(wanted)
}

function toListener(
  { bind, backlog, max_connections, inet6, ipv6_v6only }: Http,
  tls?: TlsOptions,
): WebListener | undefined {
  const { host, port } = bind
  if (host === undefined && port === 0) return undefined
  const every = inet6 ? '::' : '0.0.0.0'
  return {
    host: host ?? every,
    port,
    backlog,
    maxConnections: max_connections,
    ipv6Only: ipv6_v6only,
    ...(tls && { tls }),
  }
}

const versions = { 'tlsv1.3': 'TLSv1.3', 'tlsv1.2': 'TLSv1.2', 'tlsv1.1': 'TLSv1.1', tlsv1: 'TLSv1' } as const
const byAge = ['tlsv1', 'tlsv1.1', 'tlsv1.2', 'tlsv1.3'] as const

function toTls(settings: Tls): TlsOptions {
  const { password, verify, ciphers, versions: chosen } = settings
  const cert = readPem('certfile', settings.certfile)
  const key = readPem('keyfile', settings.keyfile)
  const passphrase = password === undefined || password === '' ? {} : { passphrase: password }
  requirePair(cert, key, passphrase)
  const allowed = byAge.filter((version) => chosen.includes(version))
  const [oldest = 'tlsv1.2', newest = 'tlsv1.3'] = [allowed[0], allowed.at(-1)]
  const options: TlsOptions = {
    cert,
    key,
    ...passphrase,
    ...(verify === 'verify_peer' && { ca: readPem('cacertfile', settings.cacertfile), requestCert: true }),
    rejectUnauthorized: settings.fail_if_no_peer_cert,
    minVersion: versions[oldest],
    maxVersion: versions[newest],
    ...(ciphers.length > 0 && { ciphers: ciphers.join(':') }),
    honorCipherOrder: settings.honor_cipher_order,
    handshakeTimeout: settings.handshake_timeout,
    ...(settings.dhfile && { dhparam: readPem('dhfile', settings.dhfile) }),
  }
  try {
    createSecureContext(options)
  } catch (error) {
    throw refused('https.ssl_options', `cannot be used: ${error instanceof Error ? error.message : error}`)
  }
  return options
}

function requirePair(cert: string, key: string, passphrase: { readonly passphrase?: string }): void {
  const attempt = <T>(name: string, what: string, make: () => T): T => {
    try {
      return make()
    } catch {
      throw refused(`https.ssl_options.${name}`, what)
    }
  }
  const certificate = attempt('certfile', 'holds no certificate in PEM', () => new X509Certificate(cert))
  const privateKey = attempt('keyfile', 'holds no private key in PEM that can be opened with this password', () =>
    createPrivateKey({ key, ...passphrase }),
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw refused('https.ssl_options.keyfile', 'is not the key of the certificate')
}

function readPem(name: string, file: string): string {
  if (file.includes('-----BEGIN')) return file
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw refused(`https.ssl_options.${name}`, `${file} cannot be read (${reason})`)
  }
}

const refused = (path: string, reason: string, value?: unknown) =>
  new AppError(
    'BAD_REQUEST',
    JSON.stringify({ value, reason, path: `dashboard.listeners.${path}`, kind: 'validation_error' }),
  )

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EADDRNOTAVAIL: 'is no address of this machine',
  ENOTFOUND: 'is no address of this machine',
  EACCES: 'may not be used without more rights',
}

/** What the system said when it was to listen, with the setting that is at fault; everything else as it is. */
export function toListenError(error: unknown, { listeners: { https } }: Dashboard): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const reason = reasons[String(error.code)]
  if (reason === undefined) return error
  const port = 'port' in error ? Number(error.port) : undefined
  return refused(`${https?.bind.port === port ? 'https' : 'http'}.bind`, reason)
}
