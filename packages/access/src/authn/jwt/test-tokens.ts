import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { CompactSign } from 'jose'

/** The key pair of an issuer of tokens. */
export interface Issuer {
  readonly publicKey: KeyObject
  readonly pem: string
  sign(alg: string, claims?: object, header?: { readonly kid?: string }): Promise<string>
  /** As an endpoint serves it (RFC 7517). */
  jwk(changes?: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

export const rsaIssuer = (bits = 2048): Issuer => issuer(generateKeyPairSync('rsa', { modulusLength: bits }))
export const ecIssuer = (namedCurve = 'P-256'): Issuer => issuer(generateKeyPairSync('ec', { namedCurve }))
export const edIssuer = (): Issuer => issuer(generateKeyPairSync('ed25519'))

function issuer({ publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }): Issuer {
  return {
    publicKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (alg, claims = {}, header = {}) => sign(claims, { alg, ...header }, privateKey),
    jwk: (changes = {}) => ({ ...publicKey.export({ format: 'jwk' }), ...changes }),
  }
}

export const signHmac = (secret: string | Uint8Array, alg: string, claims: object = {}): Promise<string> =>
  sign(claims, { alg }, typeof secret === 'string' ? Buffer.from(secret) : secret)

/** Does not check the claims, because tests also issue invalid tokens. */
const sign = (claims: object, header: { readonly alg: string }, key: KeyObject | Uint8Array): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header).sign(key)
