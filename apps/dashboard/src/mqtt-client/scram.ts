import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { fromBase64, toBase64 } from '../lib/payload.ts'
import type { ScramHash } from './settings.ts'

/** The client's side of one exchange of SCRAM (RFC 5802, 3 and 5) without channel binding. */
export interface Scram {
  /** Goes into CONNECT. */
  readonly first: string
  /** The proof that this side knows the password. @throws (rejects with ScramFault) for a challenge that is none */
  readonly answer: (challenge: string) => Promise<string>
  /** Whether the other side has proved that it knows the password, too. */
  readonly isProof: (final: string) => boolean
}

export class ScramFault extends Error {
  override readonly name = 'ScramFault'
}

/** More would keep the page busy for longer than anybody waits. */
const mostRounds = 1_000_000

/**
 * Not by Web Crypto: browsers have that on https pages and on localhost only. Names and passwords go out as they are typed, without
 * SASLprep, as EMQX stores them.
 */
export function createScram(hash: ScramHash, username: string, password: string, nonce: string = randomNonce()): Scram {
  const digest = hash === 'sha256' ? sha256 : sha512
  const mac = (key: Uint8Array, text: string) => hmac(digest, key, bytesOf(text))
  const bare = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`
  let expected: string | undefined

  return {
    first: `n,,${bare}`,
    async answer(challenge) {
      const { combined, salt, rounds } = toChallenge(challenge, nonce)
      const salted = await pbkdf2Async(digest, bytesOf(password), salt, { c: rounds, dkLen: digest.outputLen })
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

function toChallenge(challenge: string, nonce: string) {
  const [, combined = '', salt = '', count = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)$/.exec(challenge) ?? []
  const rounds = Number(count)
  if (!combined.startsWith(nonce) || combined === nonce)
    throw new ScramFault('SCRAM: the challenge answers another question')
  if (rounds < 1 || rounds > mostRounds) throw new ScramFault(`SCRAM: ${count} iterations`)
  return { combined, salt: fromBase64(salt), rounds }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** 24 bytes, as text without commas. */
const randomNonce = () => toBase64(crypto.getRandomValues(new Uint8Array(24)))
