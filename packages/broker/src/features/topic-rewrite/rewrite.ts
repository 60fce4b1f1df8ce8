import { ReasonError } from '../../packets/reason-error.ts'
import { validateTopicName } from '../../routing/topic.ts'
import { splitFilter, troubleWithFilter } from '../filters.ts'
import type { RewriteClient } from './destination.ts'
import type { CompiledRewrite } from './rules.ts'

export type RewriteAction = 'publish' | 'subscribe'

/** The rewritten topic and the reason for it. */
export interface Rewriting {
  /** The resulting topic, which may be the same. */
  readonly topic: string
  /** The matching rule; undefined if no source topic matches. */
  readonly rule: CompiledRewrite | undefined
  /**
   * The reason why the topic is unchanged. `expression`: the rule's regular expression does not match. `unusable`: the result,
   * `refused`, is not valid for this action or has a wildcard from a client's value.
   */
  readonly kept?: 'expression' | 'unusable'
  readonly refused?: string | undefined
}

/** The rules for one action, last one first, because the last matching rule applies. */
export function rulesFor(rules: readonly CompiledRewrite[], action: RewriteAction): readonly CompiledRewrite[] {
  return rules.filter(({ rule }) => rule.action === action || rule.action === 'all').toReversed()
}

/**
 * Rewrites as EMQX does: the last rule whose filter matches decides, also when its regular expression does not match.
 * Inside of a shared or exclusive subscription the filter is rewritten.
 * @param rules in the order of `rulesFor`
 */
export function rewriteTopic(
  rules: readonly CompiledRewrite[],
  action: RewriteAction,
  text: string,
  client: RewriteClient,
): Rewriting {
  if (action === 'publish') return rewriteWith(rules, text, '', client, isTopicName)
  const [before, filter] = splitFilter(text)
  const done = rewriteWith(rules, filter, before, client, isTopicFilter)
  return before === '' ? done : { ...done, topic: before + done.topic }
}

function rewriteWith(
  rules: readonly CompiledRewrite[],
  topic: string,
  before: string,
  client: RewriteClient,
  isUsable: (topic: string) => boolean,
): Rewriting {
  const rule = rules.find(({ matches }) => matches(topic))
  if (!rule) return { topic, rule }
  const matcher = rule.pattern.matcher(topic)
  if (!matcher.find()) return { topic, rule, kept: 'expression' }
  const groupOf = (index: number) => (index <= matcher.groupCount() ? (matcher.group(index) ?? '') : undefined)
  const rewritten = rule.destination.fill(groupOf, client)
  if (rewritten !== undefined && isUsable(before + rewritten)) return { topic: rewritten, rule }
  return { topic, rule, kept: 'unusable', refused: rewritten }
}

const isTopicFilter = (text: string) => troubleWithFilter(text) === undefined

function isTopicName(topic: string): boolean {
  try {
    validateTopicName(topic)
    return true
  } catch (error) {
    if (error instanceof ReasonError) return false
    throw error
  }
}
