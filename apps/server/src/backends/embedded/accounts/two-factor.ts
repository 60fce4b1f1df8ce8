import { randomInt } from 'node:crypto'
import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { Secret, TOTP } from 'otpauth'
import type { DiskWatch } from '../../../store/disk-watch.ts'
import { hashSecret, isSecretOf } from '../api-keys/secret.ts'
import type { TwoFactorRecord, UserRecord, Users } from './users.ts'

/** Two-factor authentication (TOTP) of dashboard users. The caller checks the password. */
export interface TwoFactor {
  /** Usernames with two-factor authentication enabled. */
  list(): readonly { readonly username: string; readonly factor: TwoFactorRecord }[]
  /**
   * Creates a secret for the authenticator app. It expires after ten minutes, and when the next one is created.
   * @throws {AppError} ALREADY_EXISTS
   */
  begin(username: string): { readonly secret: string; readonly uri: string }
  /**
   * Enables the secret after a valid code of the app. Returns the recovery codes, which are shown only once.
   * @throws {AppError} BAD_MFA_TOKEN for a wrong code, BAD_REQUEST if the setup was not started, ALREADY_EXISTS
   */
  confirm(username: string, token: string): Promise<readonly string[]>
  /** Whether this is an unused code of the app or an unused recovery code. Marks the code as used. */
  consume(username: string, token: string): Promise<boolean>
  /**
   * Replaces the recovery codes.
   * @throws {AppError} NOT_FOUND
   */
  renewRecoveryCodes(username: string): Promise<readonly string[]>
  /** @throws {AppError} USER_NOT_FOUND, or NOT_FOUND for a user without two-factor authentication */
  remove(username: string): Promise<void>
}

interface Beginning {
  readonly secret: string
  readonly at: number
}

const beginningLasts = 10 * 60_000

/** @param place identifies this server in the app */
export function createTwoFactor(
  users: Users,
  clock: Clock,
  place: string,
  disk: Pick<DiskWatch, 'untilStalled'>,
): TwoFactor {
  const beginnings = new Map<string, Beginning>()
  const found = (username: string) => {
    const factor = users.get(username)?.secondFactor
    if (!factor) throw new AppError('NOT_FOUND', 'Two-factor authentication is not enabled for this user')
    return factor
  }
  const requireNone = (username: string) => {
    if (users.get(username)?.secondFactor)
      throw new AppError('ALREADY_EXISTS', 'Two-factor authentication is already enabled for this user')
  }

  return {
    list: () =>
      users.list().flatMap(({ username, secondFactor: factor }: UserRecord) => (factor ? [{ username, factor }] : [])),
    begin: (username) => {
      requireNone(username)
      const secret = newSecret()
      beginnings.set(username, { secret, at: clock.now() })
      return { secret, uri: toUri(secret, `${username} (${place})`) }
    },
    confirm: async (username, token) => {
      requireNone(username)
      const beginning = beginnings.get(username)
      if (!beginning || Math.abs(clock.now() - beginning.at) > beginningLasts)
        throw new AppError('BAD_REQUEST', 'The setup has expired. Start it again')
      const lastStep = stepOf(withoutBlanks(token), beginning.secret, clock.now())
      if (lastStep === undefined)
        throw new AppError('BAD_MFA_TOKEN', 'The code does not match the secret. Check the clock of the device')
      beginnings.delete(username)
      const codes = newRecoveryCodes()
      const enrolledAt = Math.floor(clock.now() / 1000)
      const recoveryCodes = codes.map(hashRecoveryCode)
      await users.setTwoFactor(username, { secret: beginning.secret, enrolledAt, lastStep, recoveryCodes })
      return codes
    },
    consume: async (username, token) => {
      const factor = users.get(username)?.secondFactor
      const used = factor && use(factor, withoutBlanks(token), clock.now())
      if (!used) return false
      // No await since the lookup: if the same code is used twice in parallel, the second use fails.
      await disk.untilStalled(users.setTwoFactor(username, used))
      return true
    },
    renewRecoveryCodes: async (username) => {
      const codes = newRecoveryCodes()
      await users.setTwoFactor(username, { ...found(username), recoveryCodes: codes.map(hashRecoveryCode) })
      return codes
    },
    remove: async (username) => {
      if (!users.get(username)) throw new AppError('USER_NOT_FOUND', 'username_not_found')
      found(username)
      await users.setTwoFactor(username, undefined)
    },
  }
}

/** State after this code was used. Undefined for a code that is wrong or was used before. */
function use(factor: TwoFactorRecord, token: string, now: number): TwoFactorRecord | undefined {
  if (/^\d{6}$/.test(token)) {
    const step = stepOf(token, factor.secret, now)
    return step === undefined || isUsed(step, factor.lastStep, now) ? undefined : { ...factor, lastStep: step }
  }
  const hash = findRecoveryCode(token, factor.recoveryCodes)
  if (hash === undefined) return undefined
  return { ...factor, recoveryCodes: factor.recoveryCodes.filter((other) => other !== hash) }
}

/** RFC 6238, 5.2: a code is accepted once. A last use in the far future comes from a wrong clock and is ignored. */
const isUsed = (step: number, last: number, now: number) => step <= last && last <= stepAt(now) + 1

/** Apps display codes in two groups. */
const withoutBlanks = (token: string) => token.replaceAll(/\s/g, '')

/** Parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const common = { issuer: 'MQDeck', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps of thirty seconds by which the clock of a device may differ, in both directions. */
const drift = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
const newSecret = (): string => new Secret({ size: 20 }).base32

/** URL for the authenticator app: `otpauth://totp/MQDeck:...`. */
const toUri = (secret: string, label: string): string => new TOTP({ ...common, label, secret }).toString()

/** Number of the thirty-second step since the epoch. */
const stepAt = (now: number): number => TOTP.counter({ period: common.period, timestamp: now })

/** Step of a six-digit code, if it is one of the steps around `now` (milliseconds since the epoch). */
export function stepOf(token: string, secret: string, now: number): number | undefined {
  const delta = new TOTP({ ...common, secret }).validate({ token, timestamp: now, window: drift })
  return delta === null ? undefined : stepAt(now) + delta
}

const recoveryCodeCount = 10

/** Crockford's base32: without characters that are easily confused. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 80 random bits each: `4k0x-...`, four groups of four characters. */
function newRecoveryCodes(): readonly string[] {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: 4 }, group).join('-'))
}

const hashRecoveryCode = (code: string): string => hashSecret(normalize(code))

/** Hash of a code, independent of case, spaces and hyphens. */
const findRecoveryCode = (code: string, hashes: readonly string[]): string | undefined =>
  hashes.find((hash) => isSecretOf(hash, normalize(code)))

const normalize = (code: string) => code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
