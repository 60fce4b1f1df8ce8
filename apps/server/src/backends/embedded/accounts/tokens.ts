import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Clock, Store } from '@mqdeck/kit'
import type { DiskWatch } from '../../../store/disk-watch.ts'
import type { UserRecord, Users } from './users.ts'

/** `expired`: the token was valid before. */
export type TokenCheck = UserRecord | 'expired' | 'unknown'

/**
 * Tokens of signed-in users: JWTs (HS256) signed with the user's own key and stored as hashes, so that they survive a
 * restart. Each use extends the lifetime. The store is updated at most once a minute.
 */
export interface Tokens {
  /** While the disk does not respond, the token is only in memory, so that users can see why. */
  issue(user: UserRecord): Promise<string>
  check(token: string): TokenCheck
  /** As `check`, without extending the lifetime. */
  peek(token: string): TokenCheck
  /** False if the token does not belong to this user. */
  revoke(username: string, token: string): Promise<boolean>
  revokeAll(username: string): Promise<void>
  /** Revokes all tokens of the user except this one. */
  revokeOthers(username: string, token: string): Promise<void>
}

interface TokenRecord {
  /**
   * Milliseconds since the epoch. The expiry time is not stored, because a clock that was wrong for a while must not
   * create a token that never expires.
   */
  readonly usedAt: number
}

const minute = 60_000
/** Milliseconds for which an expired token is kept, so that its owner gets "expired" instead of "unknown". */
const remembered = 24 * 60 * minute
/** Maximum number of tokens per user, for scripts that sign in for every call. */
const tokensPerUser = 1000

type Disk = Pick<DiskWatch, 'untilStalled'>

export function openTokens(store: Store, users: Users, clock: Clock, lifetime: () => number, disk: Disk): Tokens {
  /** By username and hash of the token: tokens of a user are adjacent, and no token can be read from the disk. */
  const table = store.table<TokenRecord>('dashboard_tokens')
  /** Also false if the last use is in the future, because the clock was set back. */
  const isFresh = ({ usedAt }: TokenRecord) => Math.abs(clock.now() - usedAt) < lifetime()
  const isForgotten = ({ usedAt }: TokenRecord) => Math.abs(clock.now() - usedAt) > lifetime() + remembered
  const tokensOf = (username: string) => [...table.entries({ start: [username], end: [username, '\uffff'] })]

  /** Removes the oldest tokens of a user above the maximum. */
  const tidy = (username: string) => {
    const all = tokensOf(username).sort((a, b) => b.value.usedAt - a.value.usedAt)
    const old = all.filter(({ value }, index) => index >= tokensPerUser - 1 || isForgotten(value))
    return Promise.all(old.map(({ key }) => table.remove(key)))
  }

  const read = (token: string): { readonly user: UserRecord; readonly record: TokenRecord } | 'expired' | 'unknown' => {
    const user = users.get(readSubject(token))
    if (!user || !isSignedWith(user.tokenKey, token)) return 'unknown'
    const record = table.get([user.username, hash(token)])
    if (!record) return 'unknown'
    return isFresh(record) ? { user, record } : 'expired'
  }

  return {
    issue: async ({ username, tokenKey }) => {
      await disk.untilStalled(tidy(username))
      // NumericDate of RFC 7519: seconds. There is no `exp` claim, because each use extends the lifetime.
      const iat = Math.floor(clock.now() / 1000)
      const token = sign({ sub: username, iss: 'mqdeck', iat, jti: newId() }, tokenKey)
      await disk.untilStalled(table.put([username, hash(token)], { usedAt: clock.now() }))
      return token
    },
    check: (token) => {
      const found = read(token)
      if (typeof found === 'string') return found
      const { user, record } = found
      if (Math.abs(clock.now() - record.usedAt) > Math.min(minute, lifetime() / 10)) {
        // Losing this write shortens the lifetime by at most a minute. A broken disk is reported elsewhere.
        table.put([user.username, hash(token)], { usedAt: clock.now() }).catch(() => {})
      }
      return user
    },
    peek: (token) => {
      const found = read(token)
      return typeof found === 'string' ? found : found.user
    },
    revoke: async (username, token) => {
      if (readSubject(token) !== username) return false
      const key = [username, hash(token)]
      const known = table.get(key) !== undefined
      await table.remove(key)
      return known
    },
    revokeAll: async (username) => {
      await Promise.all(tokensOf(username).map(({ key }) => table.remove(key)))
    },
    revokeOthers: async (username, token) => {
      const own = [username, hash(token)]
      const others = tokensOf(username).filter(({ key }) => !isDeepStrictEqual(key, own))
      await Promise.all(others.map(({ key }) => table.remove(key)))
    },
  }
}

const newId = () => randomBytes(16).toString('base64url')
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const mac = (key: string, text: string) => createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest()

/** JSON Web Token, RFC 7519, with HS256. */
function sign(claims: object, key: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${mac(key, text).toString('base64url')}`
}

/** Username that a token claims. The token is not verified. Empty if it is not a token. */
function readSubject(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : ''
  } catch {
    return ''
  }
}

function isSignedWith(key: string, token: string): boolean {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  const expected = mac(key, token.slice(0, Math.max(0, end)))
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
