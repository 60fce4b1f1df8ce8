import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { AuthzAnswer } from './port.ts'
import { type CompiledAclRule, matchRules } from './rules/compile.ts'

/** Rules from authentication, in the `acl` of a token or of an HTTP response. */
export interface ClientAcl {
  readonly rules: readonly CompiledAclRule[]
  /** Milliseconds since the epoch after which everything is denied, as with `exp` in EMQX. */
  readonly expiresAt?: number
}

/** The decision by rules from authentication. They are checked before all sources. */
export function answerByClientAcl(client: ClientInfo, action: AuthorizeAction, now: number): AuthzAnswer {
  const { acl } = client
  if (!isClientAcl(acl)) return 'nomatch'
  if (acl.expiresAt !== undefined && acl.expiresAt <= now) return 'deny'
  return matchRules(acl.rules, client, action)?.rule.permission ?? 'nomatch'
}

/** The broker passes the value of the authenticator on without inspecting it. */
const isClientAcl = (acl: unknown): acl is ClientAcl =>
  typeof acl === 'object' && acl !== null && 'rules' in acl && Array.isArray(acl.rules)
