import { Secret, TOTP } from 'otpauth'

/** Parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const common = { issuer: 'MQDeck', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps of thirty seconds by which the clock of a device may differ, in both directions. */
const drift = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** URL for the authenticator app: `otpauth://totp/MQDeck:...`. */
export const toUri = (secret: string, label: string): string => new TOTP({ ...common, label, secret }).toString()

/** Number of the thirty-second step since the epoch. */
export const stepAt = (now: number): number => TOTP.counter({ period: common.period, timestamp: now })

/** Step of a six-digit code, if it is one of the steps around `now` (milliseconds since the epoch). */
export function stepOf(token: string, secret: string, now: number): number | undefined {
  const delta = new TOTP({ ...common, secret }).validate({ token, timestamp: now, window: drift })
  return delta === null ? undefined : stepAt(now) + delta
}
