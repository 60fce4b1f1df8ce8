import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Login {
  readonly username: string
  readonly password: string
}

/**
 * The server side of one SCRAM exchange (RFC 5802, RFC 7677). Takes the client's messages one by one. Undefined:
 * rejected.
 */
export interface ScramServer {
  first(message: string): string | undefined
  final(message: string): string | undefined
}

const iterations = 4_096

export function createScramServer({ username, password }: Login, hash: 'sha256' | 'sha512' = 'sha256'): ScramServer {
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest()
  const salt = randomBytes(16)
  let bare = ''
  let challenge = ''
  return {
    first(message) {
      bare = message.replace(/^n,[^,]*,/, '')
      const { n: name, r: nonce } = attributesOf(bare)
      if (name?.replaceAll('=2C', ',').replaceAll('=3D', '=') !== username || nonce === undefined) return undefined
      challenge = `r=${nonce}${randomBytes(18).toString('base64')},s=${salt.toString('base64')},i=${iterations}`
      return challenge
    },
    final(message) {
      const { r: nonce, p: proof = '' } = attributesOf(message)
      if (nonce !== attributesOf(challenge).r) return undefined
      const salted = pbkdf2Sync(password, salt, iterations, hash === 'sha256' ? 32 : 64, hash)
      const clientKey = hmac(salted, 'Client Key')
      const said = [bare, challenge, message.replace(/,p=[^,]*$/, '')].join(',')
      const signature = hmac(createHash(hash).update(clientKey).digest(), said)
      const expected = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))
      const given = Buffer.from(proof, 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return `v=${hmac(hmac(salted, 'Server Key'), said).toString('base64')}`
    },
  }
}

const attributesOf = (message: string): Readonly<Record<string, string>> =>
  Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
