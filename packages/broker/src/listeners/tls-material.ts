import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { messageOf } from '@mqdeck/contract'
import { readNamedFile } from '@mqdeck/kit'
import { ListenerError } from './listener-error.ts'
import type { ListenerSettings } from './settings.ts'

type TlsListener = Extract<ListenerSettings, { ssl_options: unknown }>
export type TlsSettings = TlsListener['ssl_options']

/** The PEM texts of the files in a listener's settings. */
export interface TlsMaterial {
  readonly cert: string
  readonly key: string
  readonly ca: string | undefined
  readonly dhparam: string | undefined
  readonly issuer: string | undefined
}

/** Reads the files in the settings. @throws {ListenerError} with the path of the setting whose file cannot be read */
export async function readTlsMaterial(id: string, settings: TlsSettings): Promise<TlsMaterial> {
  const { certfile, keyfile, cacertfile, verify } = settings
  const read = (name: string, place: string) => readPem(id, `ssl_options.${name}`, place)
  const dhfile = 'dhfile' in settings ? settings.dhfile : undefined
  const ocsp = 'ocsp' in settings && settings.ocsp.enable_ocsp_stapling ? settings.ocsp : undefined
  const [cert, key, ca, dhparam, issuer] = await Promise.all([
    read('certfile', certfile),
    read('keyfile', keyfile),
    // The default is a file that is only needed to verify clients.
    cacertfile === '' && verify !== 'verify_peer'
      ? undefined
      : read('cacertfile', cacertfile).catch((error: unknown) => {
          if (verify === 'verify_peer' || !isMissing(error)) throw error
          return undefined
        }),
    dhfile === undefined || dhfile === '' ? undefined : read('dhfile', dhfile),
    ocsp && read('ocsp.issuer_pem', ocsp.issuer_pem ?? ''),
  ])
  return { cert, key, ca, dhparam, issuer }
}

const isMissing = (error: unknown) =>
  error instanceof ListenerError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ENOENT'

async function readPem(id: string, path: string, place: string): Promise<string> {
  if (place.includes('-----BEGIN')) return place
  if (place === '') throw new ListenerError(id, path, 'unreadable', 'a file must be named')
  try {
    return await readNamedFile(place)
  } catch (error) {
    const reason = messageOf(error)
    throw new ListenerError(id, path, 'unreadable', `${place} cannot be read (${reason})`, error)
  }
}

export const sameMaterial = (one: TlsMaterial, other: TlsMaterial): boolean =>
  one.cert === other.cert &&
  one.key === other.key &&
  one.ca === other.ca &&
  one.dhparam === other.dhparam &&
  one.issuer === other.issuer

/** Certificate and key for a server. @throws {ListenerError} with the path of the invalid file, also of `cacertfile` */
export function checkedPair(id: string, { cert, key, ca }: TlsMaterial, password: string | undefined) {
  const fail = (name: string, reason: string, cause?: unknown): never => {
    throw new ListenerError(id, `ssl_options.${name}`, 'certificate', reason, cause)
  }
  const certificate = attempt(
    () => new X509Certificate(cert),
    (error) => fail('certfile', `does not contain a certificate in PEM (${messageOf(error)})`, error),
  )
  if (ca !== undefined)
    attempt(
      () => requireCertificates(ca),
      (error) => fail('cacertfile', `does not contain a certificate in PEM (${messageOf(error)})`, error),
    )
  const passphrase = password === undefined || password === '' ? undefined : password
  const isEncrypted = /ENCRYPTED/.test(key)
  if (isEncrypted && passphrase === undefined) fail('password', 'the private key is encrypted and needs its password')
  const privateKey = attempt(
    () => createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) }),
    (error) =>
      isEncrypted
        ? fail('password', 'the password does not open the private key', error)
        : fail('keyfile', `does not contain a private key in PEM (${messageOf(error)})`, error),
  )
  if (!certificate.checkPrivateKey(privateKey)) fail('keyfile', 'the private key does not belong to the certificate')
  return { cert, key, ...(passphrase !== undefined && { passphrase }) }
}

/** OpenSSL skips blocks of a CA file that are not certificates, and would then reject all clients. @throws Error */
function requireCertificates(ca: string): void {
  const blocks = ca.split(/(?=-----BEGIN )/).filter((one) => one.startsWith('-----BEGIN '))
  if (blocks.length === 0) throw new Error('no BEGIN line')
  for (const block of blocks) new X509Certificate(block)
}

/** Checks the options with OpenSSL. @throws {ListenerError} */
export function checkContext(id: string, options: SecureContextOptions, blame: string): void {
  try {
    createSecureContext(options)
  } catch (error) {
    throw new ListenerError(id, `ssl_options.${blame}`, 'certificate', `cannot be used (${messageOf(error)})`, error)
  }
}

function attempt<T>(work: () => T, onError: (error: unknown) => T): T {
  try {
    return work()
  } catch (error) {
    return onError(error)
  }
}
