import {
  getPrometheusDataIntegration,
  type IntegrationFailure,
  listRuleSummaries,
  type RuleSummary,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../../api/index.ts'
import { prometheusMembers, wholeCluster } from '../../../lib/numbers/prometheus-text.ts'
import type { HealthCounters } from '../../rules/index.ts'

const minute = 60_000

/** The counters of a rule. */
export interface CountedRule {
  readonly isEnabled: boolean
  readonly counters: HealthCounters
  /** A few minutes ago, if the broker keeps them. */
  readonly earlier?: HealthCounters | undefined
  /** The latest error, if the broker keeps it. */
  readonly failure?: IntegrationFailure | undefined
}

/** By rule ID. */
export type CountedRules = ReadonlyMap<string, CountedRule>

/**
 * The counters of all rules in one request. The API of EMQX has them for one rule at a time only, except for Prometheus,
 * which can be restricted to API keys; then this fails with 401.
 */
export const ruleCountersQuery = defineQuery<{ readonly hasOwnApi: boolean }, CountedRules | null>({
  name: 'rule-counters',
  async load(call, { hasOwnApi }, signal) {
    const own = hasOwnApi ? await orIfMissing(call(listRuleSummaries, { signal }), undefined) : undefined
    if (own) return new Map(own.map((rule) => [rule.id, toCountedRule(rule)]))
    const text = await orIfMissing(call(getPrometheusDataIntegration, { ...wholeCluster, signal }), null)
    if (text === null) return null
    const rules = prometheusMembers(String(text), 'emqx_rule_', 'id')
    return new Map(Array.from(rules, ([id, samples]) => [id, fromPrometheus(samples)]))
  },
  poll: minute,
})

const toCountedRule = ({ enable, metrics, earlier, last_failure: failure }: RuleSummary): CountedRule => ({
  isEnabled: enable,
  counters: metrics,
  earlier,
  failure,
})

function fromPrometheus(samples: Readonly<Record<string, number>>): CountedRule {
  const count = (name: string) => samples[name] ?? 0
  return {
    isEnabled: samples.enable !== 0,
    counters: {
      matched: count('matched'),
      'failed.exception': count('failed_exception'),
      'actions.success': count('actions_success'),
      'actions.failed': count('actions_failed'),
      'actions.discarded': count('actions_discarded'),
    },
  }
}

/** The same from one request for each of the first rules, so much less often. */
export const requestedRuleCountersQuery = defineQuery<undefined, CountedRules>({
  name: 'requested-rule-counters',
  load: async (call, _, signal) => (await import('./requested-rules.ts')).requestRules(call, signal),
  poll: 5 * minute,
})
