import { isRecord, messageOf } from '@mqdeck/contract'
import type { ClientAcl } from './client-acl.ts'
import { type CompiledAclRule, compileRule } from './rules/compile.ts'
import { compileRow } from './rules/row.ts'
import { type AclRule, anyQos, everyone, toTopic } from './rules/rule.ts'

/**
 * The rules of a token or an HTTP response, in one of EMQX's two forms: `{pub, sub, all}` with lists of topics, which
 * denies everything else; or a list of `{permission, action, topic, qos?, retain?}`, which ignores everything else.
 * @param expiresAt milliseconds since the epoch, after which everything is denied
 * @throws {Error} with a sentence if a part is not a rule: EMQX rejects the client then
 */
export function aclOfClaim(claim: unknown, expiresAt: number | undefined): ClientAcl {
  const rules = Array.isArray(claim) ? rulesOfList(claim) : rulesOfTopics(claim).map(compileRule)
  return { rules, ...(expiresAt !== undefined && { expiresAt }) }
}

const rulesOfList = (rows: readonly unknown[]): readonly CompiledAclRule[] =>
  rows.map((row, index) => {
    if (!isRecord(row)) throw new Error(`rule ${index + 1} is not an object`)
    try {
      return compileRow(row)
    } catch (error) {
      throw new Error(`rule ${index + 1}: ${messageOf(error)}`)
    }
  })

function rulesOfTopics(claim: unknown): readonly AclRule[] {
  if (!isRecord(claim)) throw new Error('it must be a list of rules, or an object with pub, sub or all')
  return [
    ...allowed('publish', 'pub', claim),
    ...allowed('subscribe', 'sub', claim),
    ...allowed('all', 'all', claim),
    { ...anything, permission: 'deny', action: 'all', topics: 'all' },
  ]
}

const anything = { who: everyone, qos: anyQos, retain: 'all' } as const

function allowed(
  action: AclRule['action'],
  name: string,
  claim: Readonly<Record<string, unknown>>,
): readonly AclRule[] {
  const topics = claim[name]
  if (topics === undefined) return []
  const isTexts = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (!isTexts(topics)) throw new Error(`${name} is not a list of topics`)
  return [{ ...anything, permission: 'allow', action, topics: topics.map(toTopic) }]
}
