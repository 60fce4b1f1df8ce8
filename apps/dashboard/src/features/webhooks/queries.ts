import {
  getActionMetrics,
  getRuleMetrics,
  type IntegrationStatistics,
  listActionSummaries,
  listConnectors,
  listRuleEvents,
  listRules,
  probeConnector,
  type RuleEvent,
  type RuleStatistics,
  resetActionMetrics,
  resetRuleMetrics,
  startConnector,
  testSql,
  testWebhook,
  type WebhookTest,
} from '@mqdeck/contract'
import { defineChange, defineQuery, fetchAll, orIfMissing, refreshIntervals } from '../../api/index.ts'
import { outdatedByIntegration } from '../integrations/index.ts'
import { deleteWebhook, readParts, saveWebhook, switchWebhook } from './change-queries.ts'
import { contextOf } from './sample.ts'
import { type ListedWebhook, type Parts, partId, partName, ruleSuffix, webhooksOf } from './webhook.ts'
import type { PartBodies } from './webhook-settings.ts'

interface ByName {
  readonly name: string
}

export const webhooksQuery = defineQuery<undefined, readonly ListedWebhook[]>({
  name: 'webhooks',
  load: async (call, _, signal) => {
    const [connectors, actions, rules] = await Promise.all([
      call(listConnectors, { signal }),
      call(listActionSummaries, { signal }),
      fetchAll((page) => call(listRules, { query: { ...page, like_id: ruleSuffix }, signal })),
    ])
    return webhooksOf(connectors, actions, rules)
  },
  poll: 'chosen',
})

export const webhookQuery = defineQuery<ByName, Parts>({
  name: 'webhook',
  load: (call, { name }, signal) => readParts(call, name, signal),
  poll: 'chosen',
})

/** The pages of rules use the same request. */
export const ruleEventsQuery = defineQuery<undefined, readonly RuleEvent[]>({
  name: 'rule-events',
  load: (call, _, signal) => call(listRuleEvents, { signal }),
})

/** Statistics of the parts. Missing parts have none. */
export interface WebhookStatistics {
  readonly rule: RuleStatistics | undefined
  readonly action: IntegrationStatistics | undefined
}

interface OfRow extends ByName {
  readonly hasRule: boolean
  readonly hasAction: boolean
}

/** For rows of a list, with two requests per row, so at most every ten seconds. */
export const rowStatisticsQuery = defineQuery<OfRow, WebhookStatistics>({
  name: 'webhook-statistics',
  load: async (call, { name, hasRule, hasAction }, signal) => {
    const [rule, action] = await Promise.all([
      hasRule ? orIfMissing(call(getRuleMetrics, { params: { id: partName(name) }, signal }), undefined) : undefined,
      hasAction ? orIfMissing(call(getActionMetrics, { params: { id: partId(name) }, signal }), undefined) : undefined,
    ])
    return { rule, action }
  },
  poll: 'chosen',
  interval: refreshIntervals.nodes,
  minInterval: () => 10_000,
})

export const ruleStatisticsQuery = defineQuery<ByName, RuleStatistics>({
  name: 'rule-metrics',
  load: (call, { name }, signal) => call(getRuleMetrics, { params: { id: partName(name) }, signal }),
  poll: 'chosen',
})

/** Runs the SQL of a rule with the example data of the broker. */
export const selectedQuery = defineQuery<{ readonly sql: string; readonly source: string }, unknown>({
  name: 'webhook-selected',
  load: (call, { sql, source }, signal) => call(testSql, { body: { sql, context: contextOf(source) }, signal }),
})

const outdated = [webhooksQuery, webhookQuery, rowStatisticsQuery, ...outdatedByIntegration, { name: 'rule-metrics' }]

interface Saving extends ByName {
  readonly bodies: PartBodies
  readonly before: Parts
}

export const webhookChanges = {
  save: defineChange<Saving, void>({
    apply: (call, { bodies, before }) => saveWebhook(call, bodies, before),
    invalidates: outdated,
  }),
  switchTo: defineChange<ByName & { readonly enable: boolean }, void>({
    apply: (call, { name, enable }) => switchWebhook(call, name, enable),
    invalidates: outdated,
  }),
  remove: defineChange<ByName, void>({
    apply: (call, { name }) => deleteWebhook(call, name),
    invalidates: outdated,
  }),
  start: defineChange<ByName, undefined>({
    apply: (call, { name }) => call(startConnector, { params: { id: partId(name), operation: 'start' } }),
    invalidates: outdated,
  }),
  reset: defineChange<ByName, unknown>({
    apply: (call, { name }) =>
      Promise.all([
        orIfMissing(call(resetRuleMetrics, { params: { id: partName(name) } }), undefined),
        orIfMissing(call(resetActionMetrics, { params: { id: partId(name) } }), undefined),
      ]),
    invalidates: [rowStatisticsQuery, ruleStatisticsQuery, { name: 'action-metrics' }],
  }),
}

interface TestRequest {
  readonly bodies: Pick<PartBodies, 'connector' | 'action'>
  /** The result of the rule. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The response of the server, or `connected` if the broker could connect but cannot return responses. */
export const sendTestRequest = defineChange<TestRequest, WebhookTest | 'connected'>({
  apply: async (call, { bodies: { connector, action }, data }) => {
    const reported = await orIfMissing(call(testWebhook, { body: { connector, action, data } }), undefined)
    if (reported !== undefined) return reported
    await call(probeConnector, { body: connector })
    return 'connected'
  },
  invalidates: [],
})
