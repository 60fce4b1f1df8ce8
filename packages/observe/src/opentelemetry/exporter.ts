import { checkServerIdentity, createSecureContext, type PeerCertificate, type SecureContextOptions } from 'node:tls'
import type { ChannelCredentials, Metadata } from '@grpc/grpc-js'
import { messageOf } from '@mqdeck/contract'
import { readNamedFile } from '@mqdeck/kit'
import type { ExportResult } from '@opentelemetry/core'
import type { ExportRun } from '../export-state.ts'
import type { Sdk } from './sdk.ts'
import type { ExporterSettings } from './settings.ts'

/** Configuration of an SDK exporter. */
export interface ExporterConfig {
  readonly url: string
  readonly metadata: Metadata
  readonly credentials: ChannelCredentials
  readonly timeoutMillis: number
}

/** A TLS setting of the exporter is invalid. `field` is its name in `ssl_options`. */
export class ExporterTlsError extends Error {
  readonly field: string

  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/** Timeout of an export in milliseconds, including retries. */
export const exportTimeoutMs = 10_000

/** @throws {ExporterTlsError} (rejects) */
export async function toExporterConfig(sdk: Sdk, settings: ExporterSettings): Promise<ExporterConfig> {
  const metadata = new sdk.grpc.Metadata()
  for (const [name, value] of Object.entries(settings.headers)) metadata.set(name.toLowerCase(), value)
  return {
    url: settings.endpoint,
    metadata,
    credentials: await toCredentials(sdk, settings),
    timeoutMillis: exportTimeoutMs,
  }
}

async function toCredentials({ grpc }: Sdk, { endpoint, ssl_options: tls }: ExporterSettings) {
  if (new URL(endpoint).protocol === 'http:') return grpc.credentials.createInsecure()
  const [ca, cert, key] = await Promise.all([
    readPem('cacertfile', tls.cacertfile),
    readPem('certfile', tls.certfile),
    readPem('keyfile', tls.keyfile),
  ])
  const versions = versionsOf(tls.versions)
  const options: SecureContextOptions = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(tls.password && { passphrase: tls.password }),
    ...(tls.ciphers.length > 0 && { ciphers: tls.ciphers.join(':') }),
    ...versions,
  }
  const name = tls.server_name_indication
  return grpc.credentials.createFromSecureContext(toContext(options), {
    rejectUnauthorized: tls.verify === 'verify_peer',
    checkServerIdentity: (host: string, peer: PeerCertificate) =>
      name === 'disable' ? undefined : checkServerIdentity(name ?? host, peer),
  })
}

async function readPem(field: string, pemOrPath: string | undefined): Promise<string | undefined> {
  if (pemOrPath === undefined || pemOrPath === '') return undefined
  if (pemOrPath.includes('-----BEGIN')) return pemOrPath
  try {
    return await readNamedFile(pemOrPath)
  } catch (error) {
    throw new ExporterTlsError(field, `${pemOrPath} cannot be read (${messageOf(error)})`)
  }
}

/** Tries each option separately, since OpenSSL errors do not name the option. */
function toContext(options: SecureContextOptions) {
  const { ca, cert, key, passphrase, ciphers } = options
  const attempt = (field: string, some: SecureContextOptions) => {
    try {
      return createSecureContext(some)
    } catch (error) {
      throw new ExporterTlsError(field, `cannot be used (${messageOf(error)})`)
    }
  }
  if (ca !== undefined) attempt('cacertfile', { ca })
  if (cert !== undefined) attempt('certfile', { cert })
  if (key !== undefined) attempt('keyfile', { key, ...(passphrase !== undefined && { passphrase }) })
  if (ciphers !== undefined) attempt('ciphers', { ciphers })
  return attempt('keyfile', options)
}

function versionsOf(enabledVersions: readonly string[]): Pick<SecureContextOptions, 'minVersion' | 'maxVersion'> {
  const all = (['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).filter((version) =>
    enabledVersions.includes(version.toLowerCase()),
  )
  const [minVersion] = all
  const maxVersion = all.at(-1)
  return { ...(minVersion && { minVersion }), ...(maxVersion && { maxVersion }) }
}

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void
}

/** Wraps an exporter so that results are reported to `run`. `sent` is called with items that left the queue. */
export function withReports<Items, E extends Exporter<Items>>(
  { core }: Sdk,
  exporter: E,
  run: ExportRun,
  sent: (items: Items) => void = () => {},
): E {
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      sent(items)
      if (result.code === core.ExportResultCode.SUCCESS) run.onSuccess()
      else run.onFailure(reasonOf(result.error))
      done(result)
    })
  return exporter
}

/** Removes the heading at the end of gRPC errors, which is usually empty. */
const reasonOf = (error: unknown) => messageOf(error).replace(/\s*Resolution note:\s*$/, '')
