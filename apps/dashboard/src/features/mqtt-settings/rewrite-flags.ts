import { matchesFilter } from '@mqdeck/contract'
import type { RewriteRule } from './queries.ts'
import type { RewriteEngine } from './rewrite-engine.ts'

/** What is worth saying about a rule. `by` is the number of the other rule, counted from 1. */
export type RewriteFlag =
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'duplicate' | 'never'; readonly by: number }

/** By rule, in their order; undefined where nothing is the matter. Without `engine` none is known to be broken. */
export function flagRules(
  rules: readonly RewriteRule[],
  engine: RewriteEngine | undefined,
): readonly (RewriteFlag | undefined)[] {
  const problems = engine?.checkRewriteRules(rules) ?? []
  const broken = new Map(problems.toReversed().map(({ index, reason }) => [index, reason]))
  return rules.map((rule, index): RewriteFlag | undefined => {
    const reason = broken.get(index)
    if (reason !== undefined) return { kind: 'broken', reason }
    const same = rules.findIndex((other, at) => at !== index && isSameRule(rule, other))
    if (same >= 0) return { kind: 'duplicate', by: same + 1 }
    // The last one whose filter matches decides, whatever its expression says.
    const by = rules.findLastIndex((other, at) => at > index && !broken.has(at) && takesAll(other, rule))
    return by < 0 ? undefined : { kind: 'never', by: by + 1 }
  })
}

export const isSameRule = (a: RewriteRule, b: RewriteRule) =>
  a.action === b.action && a.source_topic === b.source_topic && a.re === b.re

function takesAll(later: RewriteRule, rule: RewriteRule): boolean {
  const isActing = later.action === 'all' || later.action === rule.action
  return isActing && includesFilter(later.source_topic, rule.source_topic)
}

/** Whether each topic that matches `inner` matches `outer`. */
export function includesFilter(outer: string, inner: string): boolean {
  if (!matchesFilter(outer, inner)) return false
  if (!/(^|\/)#$/.test(inner)) return true
  if (!/(^|\/)#$/.test(outer)) return false
  // `a/#` is `a` as well.
  return inner === '#' || matchesFilter(outer, inner.slice(0, -2))
}
