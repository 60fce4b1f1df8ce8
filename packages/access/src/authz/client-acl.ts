import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { AuthzAnswer } from './port.ts'
import { type CompiledRule, matchRules } from './rules/compile.ts'

/** Rules that come with an authentication, in a token or an answer over HTTP: what `acl` of its result holds. */
export interface ClientAcl {
  readonly rules: readonly CompiledRule[]
  /** Milliseconds since the epoch, after which everything is denied; as of `exp` in EMQX. */
  readonly expiresAt?: number
}

/** What the rules that a client brought along say; it is asked before every source. */
export function answerByClientAcl(client: ClientInfo, action: AuthorizeAction, now: number): AuthzAnswer {
  const { acl } = client
  if (!isClientAcl(acl)) return 'nomatch'
  if (acl.expiresAt !== undefined && acl.expiresAt <= now) return 'deny'
  return matchRules(acl.rules, client, action)?.rule.permission ?? 'nomatch'
}

/** The broker hands over what an authenticator gave, unseen. */
const isClientAcl = (acl: unknown): acl is ClientAcl =>
  typeof acl === 'object' && acl !== null && 'rules' in acl && Array.isArray(acl.rules)
