import {
  createRule,
  getPrometheusDataIntegration,
  type IntegrationChange,
  listRules,
  type Rule,
  updateRule,
} from '@mqdeck/contract'
import { defineChange, defineQuery, isForbidden, isNotFound, refreshIntervals } from '../../api/index.ts'
import { prometheusMembers, wholeCluster } from '../../lib/numbers/prometheus-text.ts'
import { changeTogether, channelQueries, connectorsQuery, ruleSettingsOf } from '../integrations/index.ts'
import { bodyOf, outdatedByRules, toBeMade } from '../rules/index.ts'
import { type FlowDraft, newConnectorsOf } from './draft/flow-draft.ts'

/** The states of all actions, sources and connectors, at the interval of the list of rules. */
export const stateQueries = {
  actions: { ...channelQueries.action.summaries, interval: refreshIntervals.nodes },
  sources: { ...channelQueries.source.summaries, interval: refreshIntervals.nodes },
  connectors: { ...connectorsQuery, interval: refreshIntervals.nodes },
} as const

/** The most rules that one request of the broker returns. */
const maxRules = 1000

export interface AllRules {
  readonly rules: readonly Rule[]
  readonly total: number
}

/** All rules, up to `maxRules`. */
export const allRulesQuery = defineQuery<undefined, AllRules>({
  name: 'flow-rules',
  async load(call, _, signal) {
    const { data, meta } = await call(listRules, { query: { page: 1, limit: maxRules }, signal })
    return { rules: data, total: meta.count ?? data.length }
  },
  poll: 'chosen',
  interval: refreshIntervals.nodes,
})

/** Counters by ID, such as `matched` and `passed` of a rule or `success` and `failed` of an action. */
export type Counters = ReadonlyMap<string, Readonly<Record<string, number>>>

export interface FlowCounters {
  readonly rules: Counters
  readonly actions: Counters
}

/** The counters of all rules and actions in one response. `forbidden` where only API keys may read them. */
export const flowCountersQuery = defineQuery<undefined, FlowCounters | 'forbidden'>({
  name: 'flow-counters',
  async load(call, _, signal) {
    try {
      const text = String(await call(getPrometheusDataIntegration, { ...wholeCluster, signal }))
      return {
        rules: prometheusMembers(text, 'emqx_rule_', 'id'),
        actions: prometheusMembers(text, 'emqx_action_', 'id'),
      }
    } catch (error) {
      if (isNotFound(error) || isForbidden(error)) return 'forbidden'
      throw error
    }
  },
  poll: 'chosen',
  interval: refreshIntervals.statistics,
  minInterval: () => 10_000,
})

interface Saving {
  readonly draft: FlowDraft
  /** The rule before the change. Undefined for a new flow. */
  readonly rule: Rule | undefined
}

/** Saves the rule with its new and changed actions, sources and connectors. If one fails, nothing is saved. */
export const saveFlow = defineChange<Saving, unknown>({
  apply: (call, { draft, rule }) => {
    const change = changeOf(draft, rule)
    const { connectors, actions, sources } = { ...change.create }
    const isRuleOnly = [connectors, actions, sources, change.update?.actions, change.update?.sources].every(
      (all) => !all?.length,
    )
    if (!isRuleOnly) return changeTogether(call, change)
    const body = bodyOf(draft)
    return rule
      ? call(updateRule, { params: { id: rule.id }, body: { ...ruleSettingsOf(rule), ...body } })
      : call(createRule, { body: { id: draft.id, ...body, enable: true } })
  },
  invalidates: [...outdatedByRules, { name: 'connectors' }, { name: 'connector' }, allRulesQuery],
})

function changeOf(draft: FlowDraft, rule: Rule | undefined): Omit<IntegrationChange, 'delete'> {
  const body = bodyOf(draft)
  const edited = (prefix: string) =>
    Object.entries(draft.edited).flatMap(([id, settings]) => (id.startsWith(prefix) ? [settings] : []))
  return {
    create: {
      connectors: [...newConnectorsOf(draft)],
      actions: [...toBeMade(draft.outputs).actions],
      sources: draft.newSources.map(({ channel }) => channel),
      rules: rule ? [] : [{ id: draft.id, ...body, enable: true }],
    },
    update: {
      actions: edited('action:'),
      sources: edited('source:'),
      rules: rule ? [{ ...ruleSettingsOf(rule), ...body, id: rule.id }] : [],
    },
  }
}
