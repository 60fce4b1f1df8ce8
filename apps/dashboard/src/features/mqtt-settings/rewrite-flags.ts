import { matchesFilter } from '@mqdeck/contract'
import type { RewriteRule } from './queries.ts'
import type { RewriteEngine } from './rewrite-engine.ts'

/** A problem of a rule. `by` is the number of the other rule, from 1. */
export type RewriteFlag =
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'duplicate' | 'never'; readonly by: number }

/** The flag of each rule, or undefined. Without `engine` invalid rules are not detected. */
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
    // The last rule with a matching filter applies, even if its expression does not match.
    const by = rules.findLastIndex((other, at) => at > index && !broken.has(at) && overrides(other, rule))
    return by < 0 ? undefined : { kind: 'never', by: by + 1 }
  })
}

export const isSameRule = (a: RewriteRule, b: RewriteRule) =>
  a.action === b.action && a.source_topic === b.source_topic && a.re === b.re

function overrides(later: RewriteRule, rule: RewriteRule): boolean {
  const hasSameAction = later.action === 'all' || later.action === rule.action
  return hasSameAction && includesFilter(later.source_topic, rule.source_topic)
}

/** Whether `outer` matches every topic that `inner` matches. */
export function includesFilter(outer: string, inner: string): boolean {
  if (!matchesFilter(outer, inner)) return false
  if (!/(^|\/)#$/.test(inner)) return true
  if (!/(^|\/)#$/.test(outer)) return false
  // `a/#` also matches `a`.
  return inner === '#' || matchesFilter(outer, inner.slice(0, -2))
}
