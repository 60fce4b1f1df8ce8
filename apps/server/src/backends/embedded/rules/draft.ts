import { randomBytes } from 'node:crypto'
import { AppError, type ruleCreation, type WireValue } from '@mqdeck/contract'
import type { RootWire } from '../../../broker-config/roots.ts'
import type { IntegrationDraft } from '../integrations/draft.ts'

export type StoredRule = RootWire<'rule_engine'>['rules'][string]
/** Body of `POST /rules`. */
export type RuleBody = WireValue<typeof ruleCreation>

/** Undefined if it is not configured. A rule may also be called `constructor`. */
export const ruleOf = (rules: Readonly<Record<string, StoredRule>>, id: string): StoredRule | undefined =>
  Object.hasOwn(rules, id) ? rules[id] : undefined

export const ruleNotFound = () => new AppError('NOT_FOUND', 'Rule Id Not Found')

/** Generated ID of a new rule: eight digits, as in EMQX. */
export const newRuleId = () => randomBytes(4).toString('hex')

/** @throws {AppError} BAD_REQUEST with EMQX's message */
export function ruleCreated(draft: IntegrationDraft, id: string, body: RuleBody, now: number): IntegrationDraft {
  if (Object.hasOwn(draft.rule_engine.rules, id)) throw new AppError('BAD_REQUEST', 'rule id already exists')
  return putRule(draft, id, body, { ...body.metadata, created_at: now, last_modified_at: now })
}

/** @throws {AppError} NOT_FOUND; BAD_REQUEST for another ID, because IDs of rules cannot change */
export function ruleUpdated(
  draft: IntegrationDraft,
  id: string,
  body: Partial<RuleBody>,
  now: number,
): IntegrationDraft {
  const before = ruleOf(draft.rule_engine.rules, id)
  if (!before) throw ruleNotFound()
  if (body.id !== undefined && body.id !== id) throw new AppError('BAD_REQUEST', 'The id of a rule cannot be changed')
  const created_at = before.metadata?.created_at ?? now
  return putRule(
    draft,
    id,
    { ...before, ...body },
    { ...before.metadata, ...body.metadata, created_at, last_modified_at: now },
  )
}

/** @throws {AppError} NOT_FOUND */
export function ruleDeleted(draft: IntegrationDraft, id: string): IntegrationDraft {
  if (!Object.hasOwn(draft.rule_engine.rules, id)) throw ruleNotFound()
  const { [id]: _, ...rules } = draft.rule_engine.rules
  return { ...draft, rule_engine: { ...draft.rule_engine, rules } }
}

function putRule(
  draft: IntegrationDraft,
  id: string,
  { name, sql, actions, enable, description }: RuleBody,
  metadata: Readonly<Record<string, unknown>>,
): IntegrationDraft {
  const rule: StoredRule = { name, sql, actions, enable, description, metadata }
  return { ...draft, rule_engine: { ...draft.rule_engine, rules: { ...draft.rule_engine.rules, [id]: rule } } }
}

/** Milliseconds since the epoch. 0 for a rule from a file without a creation time. */
export const timeOf = ({ metadata }: StoredRule, which: 'created_at' | 'last_modified_at'): number => {
  const time = metadata?.[which] ?? metadata?.last_modified_at
  return typeof time === 'number' ? time : 0
}

/** The newest first. */
export const sortedRules = (rules: Readonly<Record<string, StoredRule>>): readonly (readonly [string, StoredRule])[] =>
  Object.entries(rules).sort(([a, one], [b, other]) => {
    const later = timeOf(other, 'created_at') - timeOf(one, 'created_at')
    return later === 0 ? (a < b ? 1 : -1) : later
  })
