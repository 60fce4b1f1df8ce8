import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { isRecord } from '@mqdeck/contract'
import { NamedFileError, readNamedFile, SettingsError } from '@mqdeck/kit'

/** A key and its algorithms. They depend on the key alone, not on the header of the token (RFC 8725, 3.1). */
export interface VerifyKey {
  readonly key: KeyObject
  readonly algorithms: readonly string[]
  readonly kid: string | undefined
}

const hmacAlgorithms = ['HS256', 'HS384', 'HS512']
const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
const curveAlgorithms: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}
/** RFC 7518, 3.3. */
const fewestRsaBits = 2048
/** Limited, because a token may have to be verified with each key. */
const maxKeys = 100

/** @throws {SettingsError} when it can be no key */
export function hmacKey(secret: string, isBase64: boolean): VerifyKey {
  if (isBase64 && !/^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?$/.test(secret))
    throw new SettingsError('secret', 'the secret is not base64')
  const bytes = Buffer.from(secret, isBase64 ? 'base64' : 'utf8')
  if (bytes.length === 0) throw new SettingsError('secret', 'the secret is empty')
  return { key: createSecretKey(bytes), algorithms: hmacAlgorithms, kid: undefined }
}

/**
 * @param text PEM of a public key or a certificate, or the name of a file with it
 * @throws {SettingsError} (rejects) when it can be no key
 */
export async function pemKey(text: string, folder: string): Promise<VerifyKey> {
  const key = readKey(text.includes('-----BEGIN') ? text : await readPemFile(resolve(folder, text)))
  return { key, algorithms: algorithmsOf(key), kid: undefined }
}

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem)
  } catch {
    throw unusableKey('is not a public key or certificate in PEM format')
  }
}

async function readPemFile(path: string): Promise<string> {
  try {
    return await readNamedFile(path)
  } catch (error) {
    if (error instanceof NamedFileError) throw unusableKey(`cannot be read: ${error.message}`)
    throw unusableKey('is not in PEM format, and no file with this name exists')
  }
}

/**
 * The keys of a JWK set (RFC 7517, 5) that can verify signatures; others are skipped, as the RFC requires. @throws
 * {Error} with a sentence if there are none
 */
export function keysOfSet(set: unknown): readonly VerifyKey[] {
  const keys: unknown = isRecord(set) ? set.keys : undefined
  if (!Array.isArray(keys)) throw new Error('the response is not a JWK set')
  if (keys.length > maxKeys) throw new Error(`the response has more than ${maxKeys} keys`)
  const usable = keys.flatMap((jwk: unknown) => {
    const key = isRecord(jwk) && keyOfJwk(jwk)
    return key ? [key] : []
  })
  if (usable.length === 0) throw new Error('the response has no key that can verify tokens')
  return usable
}

function keyOfJwk(jwk: Readonly<Record<string, unknown>>): VerifyKey | undefined {
  const { kty, kid, alg, use, key_ops } = jwk
  // Symmetric keys are rejected, because anyone can fetch the JWKS.
  if (kty === 'oct' || (use !== undefined && use !== 'sig')) return undefined
  if (Array.isArray(key_ops) && !key_ops.includes('verify')) return undefined
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }) // it looks itself
    const algorithms = algorithmsOf(key).filter((one) => alg === undefined || alg === one)
    return algorithms.length === 0 ? undefined : { key, algorithms, kid: typeof kid === 'string' ? kid : undefined }
  } catch {
    return undefined
  }
}

function algorithmsOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): readonly string[] {
  if (type === 'ed25519') return ['EdDSA', 'Ed25519']
  if (type === 'rsa') {
    if ((details?.modulusLength ?? 0) >= fewestRsaBits) return rsaAlgorithms
    throw unusableKey(`is an RSA key with less than ${fewestRsaBits} bits`)
  }
  const algorithm = type === 'ec' ? curveAlgorithms[details?.namedCurve ?? ''] : undefined
  if (algorithm === undefined) throw unusableKey('has a type that is not supported for tokens')
  return [algorithm]
}

const unusableKey = (what: string) => new SettingsError('public_key', `the public key ${what}`)
