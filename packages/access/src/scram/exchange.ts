import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthenticateResult } from '@mqdeck/broker'
import { ignored, rejected } from '../authn/check-password.ts'
import type { AuthnAnswer, Credentials, Note } from '../authn/port.ts'
import { digestOf, hashLength, hmac, type ScramHash, type ScramKeys } from './keys.ts'
import { type ClientFirst, readClientFinal, readClientFirst } from './messages.ts'

type Allowed = Extract<AuthenticateResult, { result: 'allow' }>

export interface ScramUser extends ScramKeys {
  /** Properties of the client after successful authentication. */
  readonly grant: Omit<Allowed, 'result' | 'data'>
}

export interface ScramOptions {
  readonly hash: ScramHash
  /** For unknown users, who must look like known users. */
  readonly iterations: number
  /** Derives the salts of unknown users, which stay the same as long as this secret. */
  readonly secret: Uint8Array
  /** @throws when the backend fails */
  readonly find: (
    username: string,
    credentials: Credentials,
    note?: Note,
  ) => ScramUser | undefined | Promise<ScramUser | undefined>
}

interface Begun {
  readonly first: ClientFirst
  readonly serverFirst: string
  readonly nonce: string
  readonly user: ScramUser
  readonly isKnown: boolean
}

/**
 * The server's side of SCRAM (RFC 5802, RFC 7677) over the AUTH packets of MQTT 5 (4.12). The exchange of an unknown
 * user has the same steps as that of a known user, so that usernames cannot be guessed.
 */
export function createScram({ hash, iterations, secret, find }: ScramOptions) {
  const begun = new WeakMap<object, Begun>()
  const method = hash === 'sha256' ? 'SCRAM-SHA-256' : 'SCRAM-SHA-512'

  return async function authenticate(credentials: Credentials, note?: Note): Promise<AuthnAnswer> {
    if (credentials.method !== method) {
      note?.(`supported method: ${method}`, credentials.method)
      return ignored
    }
    const { exchange } = credentials
    const before = begun.get(exchange)
    begun.delete(exchange)
    return before ? conclude(before, credentials, note) : begin(credentials, note)
  }

  async function begin(credentials: Credentials, note?: Note): Promise<AuthnAnswer> {
    const first = readClientFirst(credentials.data)
    if (!first) {
      note?.('the first message cannot be parsed')
      return rejected
    }
    const { username } = credentials.client
    // Rules use the username of CONNECT: it must be the authenticated username.
    if (username !== undefined && username !== first.username) {
      note?.('CONNECT contains a different username', username)
      return rejected
    }
    const found = await find(first.username, credentials, note)
    note?.(found ? 'user found' : 'user not found', first.username)
    const user = found ?? pretend(first.username)
    const nonce = first.nonce + randomBytes(18).toString('base64')
    const serverFirst = `r=${nonce},s=${user.salt.toString('base64')},i=${user.iterations}`
    begun.set(credentials.exchange, { first, serverFirst, nonce, user, isKnown: found !== undefined })
    const answer = { result: 'continue', data: Buffer.from(serverFirst) } as const
    return found ? answer : { ...answer, isPretence: true }
  }

  function conclude(
    { first, serverFirst, nonce, user, isKnown }: Begun,
    { data }: Credentials,
    note?: Note,
  ): AuthnAnswer {
    const final = readClientFinal(data)
    if (!final || final.nonce !== nonce || final.channel !== Buffer.from(first.header).toString('base64')) {
      note?.('the final message does not match the first')
      return rejected
    }
    const text = `${first.bare},${serverFirst},${final.withoutProof}`
    const isProved = proves(final.proof, text, user)
    note?.(isProved ? 'the password is correct' : 'the password is wrong')
    if (!isProved || !isKnown) return rejected
    const data64 = hmac(hash, user.serverKey, text).toString('base64')
    return { result: 'allow', ...user.grant, data: Buffer.from(`v=${data64}`) }
  }

  function proves(proof: Buffer, text: string, { storedKey }: ScramUser): boolean {
    const signature = hmac(hash, storedKey, text)
    if (proof.length !== signature.length) return false
    const clientKey = signature.map((byte, index) => byte ^ (proof[index] ?? 0))
    const stored = digestOf(hash, clientKey)
    return stored.length === storedKey.length && timingSafeEqual(stored, storedKey)
  }

  function pretend(username: string): ScramUser {
    const salt = hmac('sha256', secret, username).subarray(0, 16)
    const key = randomBytes(hashLength(hash))
    return { salt, iterations, storedKey: key, serverKey: key, grant: {} }
  }
}
