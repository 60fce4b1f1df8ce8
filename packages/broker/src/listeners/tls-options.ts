import { constants } from 'node:crypto'
import { DEFAULT_CIPHERS, getCiphers, type SecureVersion, type TlsOptions } from 'node:tls'
import type { dashboardTls, PlainValue } from '@mqdeck/contract'
import { ListenerError } from './listener-error.ts'
import { checkContext, checkedPair, type TlsMaterial } from './tls-material.ts'

/** The TLS settings of an ssl or wss listener, or of the dashboard. */
export type TlsServerSettings = PlainValue<typeof dashboardTls>

const versions: readonly (readonly [name: string, version: SecureVersion])[] = [
  ['tlsv1', 'TLSv1'],
  ['tlsv1.1', 'TLSv1.1'],
  ['tlsv1.2', 'TLSv1.2'],
  ['tlsv1.3', 'TLSv1.3'],
]

/** Converts TLS settings to Node's options. @throws {ListenerError} with the path of the invalid setting */
export function toTlsOptions(id: string, settings: TlsServerSettings, material: TlsMaterial): TlsOptions {
  const pair = checkedPair(id, material, settings.password)
  const { ca, dhparam } = material
  checkContext(id, { ...pair }, 'certfile')
  if (ca !== undefined) checkContext(id, { ca }, 'cacertfile')
  if (settings.verify === 'verify_peer' && !ca?.includes('-----BEGIN'))
    throw new ListenerError(id, 'ssl_options.cacertfile', 'certificate', 'does not contain a certificate in PEM')
  // OpenSSL silently ignores invalid parameters.
  if (dhparam !== undefined && !/-----BEGIN DH PARAMETERS-----[\s\w+/=]+-----END DH PARAMETERS-----/.test(dhparam))
    throw new ListenerError(
      id,
      'ssl_options.dhfile',
      'certificate',
      'does not contain Diffie-Hellman parameters in PEM',
    )
  if (dhparam !== undefined) checkContext(id, { dhparam }, 'dhfile')
  const options: TlsOptions = {
    ...pair,
    ...(ca !== undefined && { ca }),
    ...(dhparam !== undefined && { dhparam }),
    ...protocolsOf(settings),
    ...ciphersOf(id, settings),
    honorCipherOrder: settings.honor_cipher_order,
    secureOptions: secureOptionsOf(settings),
    requestCert: settings.verify === 'verify_peer',
    // Partial chains are verified after the handshake (peer-verifier.ts).
    rejectUnauthorized: settings.verify === 'verify_peer' && settings.fail_if_no_peer_cert && !isPartial(settings),
    handshakeTimeout: settings.handshake_timeout,
  }
  checkContext(id, options, 'ciphers')
  return options
}

export const isPartial = ({ partial_chain }: TlsServerSettings) =>
  partial_chain !== undefined && partial_chain !== false

/** EMQX's default for `depth`. Real chains of certificates are shorter, so that only a lower limit is checked. */
const defaultDepth = 10

export const isDepthLimited = ({ verify, depth }: TlsServerSettings) => verify === 'verify_peer' && depth < defaultDepth

function protocolsOf(settings: TlsServerSettings): Pick<TlsOptions, 'minVersion' | 'maxVersion'> {
  const allowed = versions.flatMap(([name, version]) => (settings.versions.includes(name) ? [version] : []))
  const [minVersion] = allowed
  const maxVersion = allowed.at(-1)
  return { ...(minVersion && { minVersion }), ...(maxVersion && { maxVersion }) }
}

function ciphersOf(id: string, { ciphers, versions: allowed }: TlsServerSettings): Pick<TlsOptions, 'ciphers'> {
  const known = new Set(getCiphers())
  const unknown = ciphers.findIndex((name) => !known.has(name.toLowerCase()))
  if (unknown !== -1)
    throw new ListenerError(
      id,
      // EMQX counts from 1.
      `ssl_options.ciphers.${unknown + 1}`,
      'certificate',
      `${ciphers[unknown]} is not a cipher suite of this machine`,
    )
  if (ciphers.length > 0) return { ciphers: ciphers.join(':') }
  // TLS before 1.2 needs signature algorithms that OpenSSL 3 disables by default.
  const isOld = allowed.includes('tlsv1') || allowed.includes('tlsv1.1')
  if (isOld) return { ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0` }
  return {}
}

function secureOptionsOf(settings: TlsServerSettings): number {
  const { reuse_sessions, client_renegotiation, secure_renegotiate } = settings
  let options = 0
  // A resumed session has no certificate chain to verify.
  if (!reuse_sessions || isPartial(settings) || isDepthLimited(settings)) options |= constants.SSL_OP_NO_TICKET
  if (!client_renegotiation) options |= constants.SSL_OP_NO_RENEGOTIATION
  if (!secure_renegotiate) options |= constants.SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION
  return options
}
