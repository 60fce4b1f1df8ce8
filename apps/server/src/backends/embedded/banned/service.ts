import { createHash } from 'node:crypto'
import { AppError, type Ban, type BanDimension } from '@mqdeck/contract'
import { type Clock, canonicalAddress, type Log, type Store } from '@mqdeck/kit'
import { secondsToRfc3339 } from '../management.ts'
import { createMatchers } from './matchers.ts'

export interface BanRecord {
  readonly as: BanDimension
  readonly who: string
  readonly by: string
  readonly reason: string
  /** Seconds since the epoch. */
  readonly at: number
  /** Seconds since the epoch. Infinity: never expires. */
  readonly until: number
}

/** Client properties that a ban matches. */
export interface Banned {
  readonly clientId: string
  readonly username: string | undefined
  readonly peerhost: string
}

/** Banned clients, in the store. */
export interface Bans {
  /** Active bans, the oldest first. */
  list(): readonly BanRecord[]
  /**
   * Returns the stored ban, with the address in canonical form.
   * @throws {AppError} ALREADY_EXISTS, or BAD_REQUEST if `who` is invalid for `as`
   */
  create(ban: BanRecord): Promise<BanRecord>
  /** The active ban. `who` as in `create`. */
  get(as: BanDimension, who: string): BanRecord | undefined
  /**
   * Restores a ban and replaces an existing one for the same client.
   * @throws {AppError} BAD_REQUEST if `who` is invalid for `as`
   */
  restore(ban: BanRecord): Promise<void>
  /** False if there was none. */
  remove(as: BanDimension, who: string): Promise<boolean>
  clear(): Promise<void>
  isBanned(client: Banned): boolean
  /** The ban that matches a client. */
  find(client: Banned): BanRecord | undefined
}

/** Active bans in the store, the oldest first. @param now milliseconds since the epoch */
export const readBans = (store: Store, now: number): readonly BanRecord[] =>
  Array.from(store.table<BanRecord>('banned').entries(), ({ value }) => value)
    .filter(({ until }) => until > now / 1000)
    .sort((a, b) => a.at - b.at)

export function openBans(store: Store, clock: Clock, log: Log): Bans {
  const table = store.table<BanRecord>('banned')
  const bans = new Map<string, BanRecord>()
  const matchers = createMatchers()
  const now = () => clock.now() / 1000

  const keep = (ban: BanRecord) => {
    matchers.add(ban.as, ban.who)
    bans.set(toKey(ban.as, ban.who), ban)
  }
  const forget = (key: string, ban: BanRecord) => {
    if (bans.get(key) !== ban) return // created by another request meanwhile
    bans.delete(key)
    matchers.remove(ban.as, ban.who)
  }
  const forgetExpired = () => {
    for (const [key, ban] of bans) {
      if (ban.until > now()) continue
      forget(key, ban)
      // A ban that cannot be removed from the disk is ignored again at the next start.
      table.remove(toStoreKey(key)).catch(() => {})
    }
  }

  const find = (client: Banned): BanRecord | undefined => {
    if (bans.size === 0) return undefined
    for (const { as, who } of matchers.find(client)) {
      const ban = bans.get(toKey(as, who))
      if (ban && ban.until > now()) return ban
    }
    return undefined
  }

  const stored = Array.from(table.entries(), ({ value }) => value)
  for (const ban of stored.sort((a, b) => a.at - b.at)) {
    try {
      keep(ban)
    } catch (error) {
      // A pattern of an earlier version. The other bans stay active.
      log.error({ as: ban.as, who: ban.who, error }, 'stored_ban_invalid')
    }
  }
  forgetExpired()

  return {
    list: () => {
      forgetExpired()
      return [...bans.values()]
    },
    create: async (given) => {
      forgetExpired()
      const ban = { ...given, who: toWho(given.as, given.who) }
      const key = toKey(ban.as, ban.who)
      const old = bans.get(key)
      if (old) throw new AppError('ALREADY_EXISTS', describe(toBan(old)), { status: 400 })
      if (ban.until <= now()) throw new AppError('BAD_REQUEST', `Cannot create expired banned, ${ban.until}`)
      keep(ban)
      await table.put(toStoreKey(key), ban).catch((error: unknown) => {
        forget(key, ban)
        throw error
      })
      return ban
    },
    get: (as, who) => {
      const ban = bans.get(toKey(as, toWho(as, who)))
      return ban && ban.until > now() ? ban : undefined
    },
    restore: async (given) => {
      const ban = { ...given, who: toWho(given.as, given.who) }
      const key = toKey(ban.as, ban.who)
      const old = bans.get(key)
      if (old) bans.set(key, ban)
      else keep(ban)
      await table.put(toStoreKey(key), ban).catch((error: unknown) => {
        if (old) bans.set(key, old)
        else forget(key, ban)
        throw error
      })
    },
    remove: async (as, who) => {
      forgetExpired()
      const key = toKey(as, toWho(as, who))
      const ban = bans.get(key)
      if (!ban) return false
      // The disk first, so that the ban does not return after a restart.
      await table.remove(toStoreKey(key))
      forget(key, ban)
      return true
    },
    clear: async () => {
      const all = [...bans]
      await store.batch(() => {
        for (const [key] of all) void table.remove(toStoreKey(key))
      })
      for (const [key, ban] of all) forget(key, ban)
    },
    isBanned: (client) => find(client) !== undefined,
    find,
  }
}

const toWho = (as: BanDimension, who: string) => (as === 'peerhost' ? canonicalAddress(who) : who)

const toKey = (as: BanDimension, who: string) => `${as} ${who}`

/** Store keys have at most about 2 KB. Client IDs and usernames may be longer. */
const toStoreKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/** EMQX puts the existing ban as JSON into the message, with the keys in reverse order. */
const describe = ({ who, until, reason, by, at, as }: Ban) => JSON.stringify({ who, until, reason, by, at, as })

export const toBan = ({ as, who, by, reason, at, until }: BanRecord): Ban => ({
  as,
  who,
  by,
  reason,
  at: secondsToRfc3339(at),
  until: until === Number.POSITIVE_INFINITY ? 'infinity' : secondsToRfc3339(until),
})
