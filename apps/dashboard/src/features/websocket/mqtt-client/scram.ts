import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { fromBase64, toBase64 } from '../../../lib/payload/payload.ts'
import type { ScramHash } from './connection-settings.ts'

/** The client side of a SCRAM exchange (RFC 5802, sections 3 and 5) without channel binding. */
export interface ScramExchange {
  /** The client-first message, sent in CONNECT. */
  readonly first: string
  /** The client-final message with the proof of the password. @throws (rejects with ScramFault) for an invalid challenge */
  readonly answer: (challenge: string) => Promise<string>
  /** Whether the server-final message proves that the server has the password. */
  readonly isProof: (final: string) => boolean
}

export class ScramFault extends Error {
  override readonly name = 'ScramFault'
}

/** More iterations would block the page for too long. */
const maxIterations = 1_000_000

/**
 * Does not use Web Crypto, which browsers offer on https pages and localhost only. Names and passwords are not normalized with
 * SASLprep, like in EMQX.
 */
export function createScram(
  hash: ScramHash,
  username: string,
  password: string,
  nonce: string = randomNonce(),
): ScramExchange {
  const digest = hash === 'sha256' ? sha256 : sha512
  const mac = (key: Uint8Array, text: string) => hmac(digest, key, bytesOf(text))
  const bare = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`
  let expected: string | undefined

  return {
    first: `n,,${bare}`,
    async answer(challenge) {
      const { combined, salt, iterations } = parseChallenge(challenge, nonce)
      const salted = await pbkdf2Async(digest, bytesOf(password), salt, { c: iterations, dkLen: digest.outputLen })
      const clientKey = mac(salted, 'Client Key')
      const withoutProof = `c=biws,r=${combined}`
      const text = `${bare},${challenge},${withoutProof}`
      const signature = mac(digest(clientKey), text)
      expected = `v=${toBase64(mac(mac(salted, 'Server Key'), text))}`
      return `${withoutProof},p=${toBase64(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)))}`
    },
    isProof: (final) => expected !== undefined && final === expected,
  }
}

function parseChallenge(challenge: string, nonce: string) {
  const [, combined = '', salt = '', count = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)$/.exec(challenge) ?? []
  const iterations = Number(count)
  if (!combined.startsWith(nonce) || combined === nonce)
    throw new ScramFault('SCRAM: the nonce of the challenge is wrong')
  if (iterations < 1 || iterations > maxIterations) throw new ScramFault(`SCRAM: ${count} iterations`)
  return { combined, salt: fromBase64(salt), iterations }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** 24 bytes, as text without commas. */
const randomNonce = () => toBase64(crypto.getRandomValues(new Uint8Array(24)))
