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
 * What is wrong with the claims, in words; undefined when nothing is. As EMQX 5.8: `exp` and `nbf` are compared with the clock
 * where they are there, whole seconds without tolerance; `iat` is not, since the issuer's clock may be ahead (its #13602).
 * An expected claim must be there, as a text that is equal; of an `aud` with several, one must be (RFC 7519, 4.1.3).
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

/** Milliseconds since the epoch when the token ends; undefined when it never does. */
export const endOf = ({ exp }: Claims): number | undefined =>
  exp === undefined ? undefined : Math.floor(timeOf(exp) * 1000)

/** Seconds, also as digits in a text; anything else is no time and compares to nothing. */
const timeOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value))
    ? Number(value)
    : Number.NaN
