import { createHmac, createPrivateKey, randomBytes, timingSafeEqual, X509Certificate } from 'node:crypto'
import { isPartial, ListenerError, type TlsMaterial, type TlsServerSettings, toTlsOptions } from '@mqdeck/broker'
import { lastError } from './connection.ts'
import { type OpenSsl, openSsl, type Pointer } from './openssl.ts'

/** OpenSSL's constants. */
const control = { extraCertificate: 89, minVersion: 123, maxVersion: 124 }
const option = { noQueryMtu: 1 << 12, noTicket: 1 << 14, serverOrder: 1 << 22, noRenegotiation: 1 << 30 }
const versions: Readonly<Record<string, number>> = { dtlsv1: 0xfeff, 'dtlsv1.2': 0xfefd }
const verifyPeer = 1
const failWithoutCertificate = 2
const partialChain = 0x80000
const securityLevelOfOld = '@SECLEVEL=0'

/** The settings of a DTLS listener: those of TLS with other versions. */
export type DtlsSettings = TlsServerSettings

/**
 * Certificate, key, authorities and versions for connections. Free it with `SSL_CTX_free`; its connections keep references to the parts that they use.
 * @throws {ListenerError} with the path of the invalid setting
 */
export function createDtlsContext(id: string, settings: DtlsSettings, material: TlsMaterial): Pointer {
  checkSettings(id, settings, material)
  const ssl = openSsl()
  ssl.clearErrors()
  const context = ssl.newContext(ssl.method())
  const use = (name: string, worked: boolean) => {
    if (!worked) throw new ListenerError(id, `dtls_options.${name}`, 'certificate', `cannot be used (${lastError()})`)
  }
  try {
    const [leaf, ...issuers] = certificatesOf(material.cert)
    withObject(ssl, leaf, ssl.toCertificate, ssl.freeCertificate, (one) =>
      use('certfile', ssl.useCertificate(context, one) === 1),
    )
    for (const issuer of issuers)
      withObject(ssl, issuer, ssl.toCertificate, ssl.freeCertificate, (one) =>
        use('certfile', ssl.contextControl(context, control.extraCertificate, 1, one) === 1),
      )
    const { password } = settings
    const key = createPrivateKey({ key: material.key, ...(password && { passphrase: password }) })
    withObject(ssl, key.export({ type: 'pkcs8', format: 'der' }), ssl.toPrivateKey, ssl.freePrivateKey, (one) =>
      use('keyfile', ssl.usePrivateKey(context, one) === 1),
    )
    if (settings.verify === 'verify_peer') verifyClients(id, ssl, context, settings, material)
    useVersions(ssl, context, settings, use)
    const { reuse_sessions, client_renegotiation, honor_cipher_order } = settings
    const options =
      option.noQueryMtu |
      (reuse_sessions && !isPartial(settings) ? 0 : option.noTicket) |
      (client_renegotiation ? 0 : option.noRenegotiation) |
      (honor_cipher_order ? option.serverOrder : 0)
    ssl.contextOptions(context, options)
    const name = Buffer.from('mqdeck')
    ssl.sessionIdContext(context, name, name.length)
    cookies ??= ssl.registerCookies(cookieCallbacks)
    ssl.onCookie(context, cookies.create)
    ssl.onCookieCheck(context, cookies.check)
    return context
  } catch (error) {
    ssl.freeContext(context)
    throw error
  }
}

function checkSettings(id: string, settings: DtlsSettings, material: TlsMaterial): void {
  const unsupported = (name: string, reason: string): never => {
    throw new ListenerError(id, `dtls_options.${name}`, 'unsupported', reason)
  }
  if ('enable_crl_check' in settings && settings.enable_crl_check === true)
    unsupported('enable_crl_check', 'DTLS listeners do not check revocation lists')
  if ('ocsp' in settings && isStapling(settings.ocsp))
    unsupported('ocsp.enable_ocsp_stapling', 'DTLS listeners do not staple OCSP answers')
  try {
    toTlsOptions(id, { ...settings, versions: ['tlsv1.2'] }, material)
  } catch (error) {
    throw inDtlsOptions(error)
  }
}

const isStapling = (ocsp: unknown) =>
  typeof ocsp === 'object' && ocsp !== null && 'enable_ocsp_stapling' in ocsp && ocsp.enable_ocsp_stapling === true

/** The same error with the name that the settings have in a DTLS listener. */
export function inDtlsOptions(error: unknown): unknown {
  if (!(error instanceof ListenerError)) return error
  const { id, path, code, reason, cause } = error
  return new ListenerError(id, path.replace(/^ssl_options/, 'dtls_options'), code, reason, cause)
}

function useVersions(
  ssl: OpenSsl,
  context: Pointer,
  { versions: allowed, ciphers }: DtlsSettings,
  use: (name: string, worked: boolean) => void,
): void {
  const isOld = allowed.includes('dtlsv1')
  const isNew = allowed.includes('dtlsv1.2')
  const [oldest, newest] = [versions[isOld ? 'dtlsv1' : 'dtlsv1.2'] ?? 0, versions[isNew ? 'dtlsv1.2' : 'dtlsv1'] ?? 0]
  use('versions', ssl.contextControl(context, control.minVersion, oldest, null) === 1)
  use('versions', ssl.contextControl(context, control.maxVersion, newest, null) === 1)
  // DTLS 1.0 needs signatures that OpenSSL 3 disables by default.
  const list = ciphers.length > 0 ? ciphers.join(':') : isOld ? `DEFAULT:${securityLevelOfOld}` : undefined
  if (list !== undefined) use('ciphers', ssl.cipherList(context, list) === 1)
}

function verifyClients(
  id: string,
  ssl: OpenSsl,
  context: Pointer,
  settings: DtlsSettings,
  { ca = '' }: TlsMaterial,
): void {
  ssl.setVerify(context, verifyPeer | (settings.fail_if_no_peer_cert ? failWithoutCertificate : 0), null)
  ssl.verifyDepth(context, settings.depth)
  if (isPartial(settings)) ssl.verifyFlags(ssl.verifyParameters(context), partialChain)
  const authorities = certificatesOf(ca)
  if (authorities.length === 0)
    throw new ListenerError(id, 'dtls_options.cacertfile', 'certificate', 'holds no certificate in PEM')
  for (const der of authorities)
    withObject(ssl, der, ssl.toCertificate, ssl.freeCertificate, (one) => {
      ssl.addToStore(ssl.certificateStore(context), one)
      ssl.addClientAuthority(context, one)
    })
}

const certificatesOf = (pem: string): readonly Buffer[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one).raw,
  )

/** Gives OpenSSL's object for DER to `use`, which does not keep it. */
function withObject(
  ssl: OpenSsl,
  der: Uint8Array | undefined,
  parse: (bio: Pointer, into: null) => Pointer,
  free: (object: Pointer) => void,
  use: (object: Pointer) => void,
): void {
  if (!der) return
  const bio = ssl.newBio(ssl.memory())
  let object: Pointer = null
  try {
    ssl.writeBio(bio, der, der.length)
    object = parse(bio, null)
    use(object)
  } finally {
    ssl.freeBio(bio)
    if (object !== null) free(object)
  }
}

/** Milliseconds that a cookie is valid at least. */
const cookieMs = 60_000
const secret = randomBytes(32)
let cookies: { readonly create: bigint; readonly check: bigint } | undefined
let currentPeer = ''

/** Runs `work`, in which cookies belong to this address. */
export function withCookiesOf<T>(peer: string, work: () => T): T {
  currentPeer = peer
  return work()
}

const cookieAt = (period: number) => createHmac('sha256', secret).update(`${currentPeer} ${period}`).digest()
const period = () => Math.floor(Date.now() / cookieMs)

const cookieCallbacks = {
  create: () => cookieAt(period()),
  isValid: (given: Uint8Array) =>
    [period(), period() - 1].some((one) => {
      const expected = cookieAt(one)
      return given.length === expected.length && timingSafeEqual(given, expected)
    }),
}
