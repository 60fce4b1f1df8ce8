import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type ConnectionOptions, checkServerIdentity, createSecureContext, type SecureContextOptions } from 'node:tls'
import { type clientTls, messageOf, type PlainValue } from '@mqdeck/contract'
import { readNamedFile } from '@mqdeck/kit'

/** `emqx.ssl_client_opts` in plain units. */
export type TlsSettings = PlainValue<typeof clientTls>

/** Options for Node's `tls.connect`, which all drivers use. */
export interface TlsOptions extends SecureContextOptions {
  readonly rejectUnauthorized: boolean
  /** Server name indication; undefined for IP addresses, which are not allowed (RFC 6066, 3), and if it is disabled. */
  readonly servername?: string
  readonly checkServerIdentity: NonNullable<ConnectionOptions['checkServerIdentity']>
}

export interface TlsPlace {
  /** Host name or address of the server, which the certificate must match. */
  readonly host: string
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

/**
 * Reads certificates again on each call, so that the next connection uses renewed files. Undefined if TLS is disabled.
 * @throws {Error} (rejects) with the name of the invalid field at the start of the message
 */
export async function readTlsOptions(tls: TlsSettings, { host, folder }: TlsPlace): Promise<TlsOptions | undefined> {
  if (!tls.enable) return undefined
  const [ca, cert, key] = await Promise.all(
    (['cacertfile', 'certfile', 'keyfile'] as const).map((field) => readPem(field, tls[field], folder)),
  )
  const context: SecureContextOptions = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(tls.password && { passphrase: tls.password }),
    ...(tls.ciphers.length > 0 && { ciphers: tls.ciphers.join(':') }),
    ...versionsOf(tls.versions),
  }
  checkContext(context)
  const name = expectedName(tls, host)
  return {
    ...context,
    rejectUnauthorized: tls.verify === 'verify_peer',
    ...(name !== undefined && isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, peer) => (name === undefined ? undefined : checkServerIdentity(name, peer)),
  }
}

/** The same for several servers: each must have a certificate for the name or address that it is found by, unless the settings name one for all. */
export async function readTlsOptionsForMany(
  tls: TlsSettings,
  { folder }: Pick<TlsPlace, 'folder'>,
): Promise<(Omit<TlsOptions, 'checkServerIdentity'> & Partial<TlsOptions>) | undefined> {
  const { server_name_indication: name } = tls
  const options = await readTlsOptions(tls, { host: name ?? '', folder })
  if (!options || name !== undefined) return options
  // The driver has already chosen the server.
  const { checkServerIdentity: _, servername: __, ...others } = options
  return others
}

/** Host name or address that the certificate must match; undefined if any is accepted. */
export function expectedName({ server_name_indication: name }: TlsSettings, host: string): string | undefined {
  return name === 'disable' ? undefined : (name ?? host)
}

async function readPem(field: string, place: string | undefined, folder: string): Promise<string | undefined> {
  if (place === undefined || place === '') return undefined
  if (place.includes('-----BEGIN')) return place
  try {
    return await readNamedFile(resolve(folder, place))
  } catch (error) {
    throw new Error(`ssl.${field}: ${messageOf(error)}`)
  }
}

/** OpenSSL errors do not name the file, so each one is checked separately first. */
function checkContext({ ca, cert, key, passphrase, ciphers, ...versions }: SecureContextOptions): void {
  const attempt = (field: string, some: SecureContextOptions) => {
    try {
      createSecureContext(some)
    } catch (error) {
      throw new Error(`ssl.${field}: cannot be used (${messageOf(error)})`)
    }
  }
  const secret = passphrase === undefined ? {} : { passphrase }
  if (ca !== undefined) attempt('cacertfile', { ca })
  if (cert !== undefined) attempt('certfile', { cert })
  if (key !== undefined) attempt('keyfile', { key, ...secret })
  if (cert !== undefined && key !== undefined) attempt('keyfile', { cert, key, ...secret })
  if (ciphers !== undefined) attempt('ciphers', { ciphers, ...versions })
}

function versionsOf(wanted: readonly string[]): Pick<SecureContextOptions, 'minVersion' | 'maxVersion'> {
  const all = (['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).filter((version) =>
    wanted.includes(version.toLowerCase()),
  )
  const [minVersion] = all
  const maxVersion = all.at(-1)
  return { ...(minVersion && { minVersion }), ...(maxVersion && { maxVersion }) }
}
