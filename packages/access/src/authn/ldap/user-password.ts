import { createHash, timingSafeEqual } from 'node:crypto'

/** Scheme, OpenSSL's name, bytes of the hash; what follows the hash is salt. */
const schemes: Readonly<Record<string, readonly [digest: string, size: number, isSalted: boolean]>> = {
  md5: ['md5', 16, false],
  smd5: ['md5', 16, true],
  sha: ['sha1', 20, false],
  ssha: ['sha1', 20, true],
  sha256: ['sha256', 32, false],
  ssha256: ['sha256', 32, true],
  sha384: ['sha384', 48, false],
  ssha384: ['sha384', 48, true],
  sha512: ['sha512', 64, false],
  ssha512: ['sha512', 64, true],
}

/**
 * Whether a value of `userPassword` is this password (RFC 2307, 5.3): `{SSHA}` and Base64 of the hash, with the salt behind it.
 * EMQX knows MD5, SHA, SSHA, SHA256, SHA384 and SHA512; the other salted ones are what OpenLDAP writes besides. As in EMQX the
 * whole may be in Base64 once more, as LDIF files have it, and what names no scheme is nobody's password.
 */
export function matchesUserPassword(stored: string, password: Uint8Array): boolean {
  const [, scheme = '', encoded = ''] =
    pattern.exec(stored) ?? pattern.exec(Buffer.from(stored, 'base64').toString('latin1')) ?? []
  const [digest, size, isSalted] = schemes[scheme.toLowerCase()] ?? []
  if (digest === undefined || size === undefined) return false
  const data = Buffer.from(encoded, 'base64')
  if (isSalted ? data.length < size : data.length !== size) return false
  const hash = createHash(digest).update(password).update(data.subarray(size)).digest()
  return timingSafeEqual(hash, data.subarray(0, size))
}

const pattern = /^\{([^{}]+)\}(.+)$/s
