import type { AuthenticateResult } from '@mqdeck/broker'
import { isTrue } from '../authn/check-password.ts'
import { clientAttributes } from '../authn/client-attributes.ts'
import { aclOfClaim } from '../authz/acl-claim.ts'
import type { AnswerFields } from './answer.ts'

type Allowed = Extract<AuthenticateResult, { readonly result: 'allow' }>

/** Properties of an accepted client. */
export type Grant = Omit<Allowed, 'result' | 'data'>

/**
 * `is_superuser`, `client_attrs`, `expire_at` (seconds since the epoch) and `acl`, as EMQX 5.8's `emqx_authn_http`
 * reads them.
 * @throws {Error} with a sentence if the time has passed or is invalid, or a rule is invalid: EMQX rejects the client
 * then
 */
export function grantOf(fields: AnswerFields, now: number): Grant {
  const expiresAt = endOf(fields['expire_at'], now)
  const acl = fields['acl']
  return {
    isSuperuser: isTrue(fields['is_superuser']),
    attributes: clientAttributes(fields['client_attrs']),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(acl !== undefined && { acl: aclOfClaim(acl, expiresAt) }),
  }
}

function endOf(given: unknown, now: number): number | undefined {
  if (given === undefined) return undefined
  if (typeof given !== 'number' || !Number.isInteger(given)) throw new Error('expire_at must be an integer in seconds')
  const end = given * 1000
  if (end < now) throw new Error('expire_at is in the past')
  // With milliseconds instead of seconds, the client would never expire.
  if (given > now / 2) throw new Error('expire_at must be a time in seconds since 1970')
  return end
}
