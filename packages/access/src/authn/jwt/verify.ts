import { isRecord } from '@mqdeck/contract'
import { compactVerify, decodeProtectedHeader } from 'jose'
import type { VerifyKey } from './keys.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The header of a token, whose signature is not verified yet. */
export interface TokenHeader {
  readonly alg: string
  readonly kid: string | undefined
}

/** Maximum length of a field of CONNECT [MQTT-1.5.4], also for other callers. */
const maxTokenLength = 65_535

/** Undefined if it is not a signed token in compact form (RFC 7515, 7.1). */
export function headerOf(token: string): TokenHeader | undefined {
  if (token.length > maxTokenLength || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return typeof alg === 'string' ? { alg, kid: typeof kid === 'string' ? kid : undefined } : undefined
  } catch {
    return undefined
  }
}

/**
 * The keys that may have signed it: those with its `kid`, or all if no key has it, because it is only a hint (RFC 7515,
 * 4.1.4).
 */
export function candidates(keys: readonly VerifyKey[], { alg, kid }: TokenHeader): readonly VerifyKey[] {
  const fitting = keys.filter(({ algorithms }) => algorithms.includes(alg))
  const named = fitting.filter((key) => kid !== undefined && key.kid === kid)
  return named.length > 0 ? named : fitting
}

/** The claims, if they are signed with one of the keys. */
export async function verifiedClaims(token: string, keys: readonly VerifyKey[]): Promise<Claims | undefined> {
  for (const { key, algorithms } of keys) {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: [...algorithms] })
      const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
      return isRecord(claims) ? claims : undefined
    } catch {
      // Not signed with this key: the next one may be it.
    }
  }
  return undefined
}
