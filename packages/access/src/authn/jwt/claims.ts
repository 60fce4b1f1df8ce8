import { parseTemplate, renderTemplate } from '@mqdeck/kit'
import { authnLookup } from '../../placeholders.ts'
import type { Credentials } from '../port.ts'
import type { Claims } from './verify.ts'

export interface ExpectedClaim {
  readonly name: string
  readonly value: (credentials: Credentials) => string
}

export const expectedClaims = (settings: Readonly<Record<string, string>>): readonly ExpectedClaim[] =>
  Object.entries(settings).map(([name, text]) => {
    const template = parseTemplate(text)
    // A missing username is replaced by an empty string, as in EMQX.
    return { name, value: (credentials) => renderTemplate(template, authnLookup(credentials), undefined, () => '') }
  })

/**
 * Reason why the claims are invalid; undefined if they are valid. As in EMQX 5.8, existing `exp` and `nbf` are compared
 * with the clock, in whole seconds without tolerance. `iat` is not, because the clock of the issuer may be ahead (its
 * #13602). An expected claim must exist and be the same text; of several `aud`, one is enough (RFC 7519, 4.1.3).
 */
export function troubleWith(
  claims: Claims,
  expected: readonly ExpectedClaim[],
  credentials: Credentials,
  now: number,
): string | undefined {
  const second = Math.floor(now / 1000)
  const { exp, nbf } = claims
  if (exp !== undefined && !(second < timeOf(exp))) return 'it has expired (exp)'
  if (nbf !== undefined && !(timeOf(nbf) <= second)) return 'it is not valid yet (nbf)'
  for (const { name, value } of expected) {
    if (!Object.hasOwn(claims, name)) return `the claim ${name} is missing`
    const found = claims[name]
    const wanted = value(credentials)
    const isEqual = found === wanted || (name === 'aud' && Array.isArray(found) && found.includes(wanted))
    if (!isEqual) return `the claim ${name} has a different value`
  }
  return undefined
}

/** Milliseconds since the epoch when the token expires; undefined if it never does. */
export const endOf = ({ exp }: Claims): number | undefined =>
  exp === undefined ? undefined : Math.floor(timeOf(exp) * 1000)

/** Seconds as a number or a text of digits; other values are ignored. */
const timeOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value))
    ? Number(value)
    : Number.NaN
