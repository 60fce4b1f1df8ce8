import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands (RFC 6238): SHA-1, six digits, thirty seconds. */
const common = { issuer: 'MQDeck', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps of thirty seconds that the clock of a phone may be off, to either side. */
const drift = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** For the app: `otpauth://totp/MQDeck:...`. */
export const toUri = (secret: string, label: string): string => new TOTP({ ...common, label, secret }).toString()

/** Which step of thirty seconds since the epoch it is. */
export const stepAt = (now: number): number => TOTP.counter({ period: common.period, timestamp: now })

/** The step that a code of six digits is of, when it is one of those around `now` (milliseconds since the epoch). */
export function stepOf(token: string, secret: string, now: number): number | undefined {
  const delta = new TOTP({ ...common, secret }).validate({ token, timestamp: now, window: drift })
  return delta === null ? undefined : stepAt(now) + delta
}
