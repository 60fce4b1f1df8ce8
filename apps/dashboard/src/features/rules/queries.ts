import {
  type Answer,
  endpoint,
  getRule,
  getRuleMetrics,
  listRuleEvents,
  listRuleSteps,
  listRules,
  listTopics,
  type Rule,
  type RuleEvent,
  type RuleFigures,
  type RuleQuery,
  resetRuleMetrics,
  testRule,
  testSql,
  textBody,
  updateRule,
} from '@mqdeck/contract'
import type { z } from 'zod'
import { defineChange, defineQuery, orIfMissing, paces, useConnection } from '../../data/index.ts'
import { ruleSettingsOf } from '../../integration/index.ts'
import type { ReadSteps } from './runs/step-tail.ts'

export type RuleList = Answer<typeof listRules>

interface ById {
  readonly id: string
}

export const rulesQuery = defineQuery<RuleQuery, RuleList>({
  name: 'rules',
  load: (call, query, signal) => call(listRules, { query, signal }),
  poll: 'chosen',
})

export const ruleQuery = defineQuery<ById, Rule>({
  name: 'rule',
  load: (call, params, signal) => call(getRule, { params, signal }),
})

export const ruleFiguresQuery = defineQuery<ById, RuleFigures>({
  name: 'rule-metrics',
  load: (call, params, signal) => call(getRuleMetrics, { params, signal }),
  poll: 'chosen',
})

/** For a row of a list, where there is one call for each: less often. */
export const rowFiguresQuery = defineQuery<ById, RuleFigures>({
  name: 'rule-metrics',
  load: (call, params, signal) => call(getRuleMetrics, { params, signal }),
  poll: 'chosen',
  pace: paces.nodes,
  atMostEvery: () => 10_000,
})

export const ruleEventsQuery = defineQuery<undefined, readonly RuleEvent[]>({
  name: 'rule-events',
  load: (call, _, signal) => call(listRuleEvents, { signal }),
})

/** Topic filters that somebody is subscribed to: what one may want to select from. */
export const topicsQuery = defineQuery<undefined, readonly string[]>({
  name: 'rule-topics',
  load: async (call, _, signal) => {
    const { data } = await call(listTopics, { query: { page: 1, limit: 100 }, signal })
    return [...new Set(data.map(({ topic }) => topic))].filter((topic) => !topic.startsWith('$'))
  },
})

/** What a change to a rule may have changed; actions and sources tell which rules use them. */
export const outdatedByRules = [
  rulesQuery,
  ruleQuery,
  { name: 'actions-summary' },
  { name: 'sources-summary' },
  { name: 'action' },
  { name: 'source' },
]

export const switchRule = defineChange<ById & { readonly enable: boolean }, unknown>({
  // There is no call for this alone, and what is sent replaces the whole rule: the newest one, then.
  apply: async (call, { id, enable }) => {
    const rule = await call(getRule, { params: { id } })
    return call(updateRule, { params: { id }, body: { ...ruleSettingsOf(rule), enable } })
  },
  outdates: outdatedByRules,
})

export const resetRule = defineChange<ById, undefined>({
  apply: (call, params) => call(resetRuleMetrics, { params }),
  outdates: [ruleFiguresQuery],
})

/** Columns of an event, and its type: what a rule is tested with. */
export type TestContext = z.input<typeof testSql.body>['context']

/** The answer as it was sent, so that integers of 64 bits stay what they are. */
const exactly = { keepsText: true, ok: { 200: textBody } } as const
const testSqlExactly = endpoint({ ...testSql, ...exactly })
const testRuleExactly = endpoint({ ...testRule, ...exactly })

/** What the SQL makes of the context, as JSON text. */
export const runSql = defineChange<{ readonly sql: string; readonly context: TestContext }, string>({
  apply: async (call, body) => String(await call(testSqlExactly, { body })),
  outdates: [],
})

interface RuleRun extends ById {
  readonly context: TestContext
  /** Only the templates of its actions are filled in; nothing is sent. */
  readonly isDry: boolean
}

/** Runs the saved rule with the context, as if the event had happened. */
export const runRule = defineChange<RuleRun, string>({
  apply: async (call, { id, context, isDry }) =>
    String(
      await call(testRuleExactly, {
        params: { id },
        body: { context, stop_action_after_template_rendering: isDry },
      }),
    ),
  outdates: [ruleFiguresQuery],
})

/** Reads what a rule has been doing. It is not kept in the cache: the view holds what it shows, and lets go of the rest. */
export function useReadSteps(): (id: string) => ReadSteps {
  const { call } = useConnection()
  return (id) => (after) => orIfMissing(call(listRuleSteps, { params: { id }, query: { after } }), undefined)
}
