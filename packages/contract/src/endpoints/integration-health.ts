import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, response } from '../fields/index.ts'
import { byResourceId, ResourceStatus } from './integration-model.ts'
import { JqPaused, RuleMetrics } from './rules.ts'

/** An error that occurred at least once. Times are milliseconds since the epoch. */
export const IntegrationFailure = response({
  /** A clause of the SQL, such as `SELECT`, or an action of the rule. Missing for errors of the action itself. */
  target: z.string().optional(),
  reason: z.string(),
  count: count(),
  first_at: z.int(),
  last_at: z.int(),
  /** The columns of one of these messages or events as JSON text, cut if they are long. */
  sample: z.string().optional(),
})
export type IntegrationFailure = z.infer<typeof IntegrationFailure>

/** Counters every `interval` milliseconds, for up to an hour. A reset clears them. */
export const IntegrationHistory = response({
  interval: count(),
  /** Milliseconds since the epoch, ascending. */
  times: z.array(z.int()),
  /** One list per counter, with one value for each time. */
  counters: z.record(z.string(), z.array(z.number())),
})
export type IntegrationHistory = z.infer<typeof IntegrationHistory>

/** Counters of a rule some minutes ago, to calculate what happened since then. */
const EarlierRuleCounters = response({
  at: z.int(),
  matched: count(),
  passed: count(),
  'failed.exception': count(),
  'failed.no_result': count(),
  'actions.success': count(),
  'actions.failed': count(),
  'actions.discarded': count(),
})
export type EarlierRuleCounters = z.infer<typeof EarlierRuleCounters>

export const RuleSummary = response({
  id: z.string(),
  enable: z.boolean(),
  /** Milliseconds since the epoch: the time of the metrics. */
  at: z.int(),
  metrics: RuleMetrics,
  earlier: EarlierRuleCounters.optional(),
  jq_paused: JqPaused.optional(),
  /** The latest error, without its sample. */
  last_failure: IntegrationFailure.optional(),
})
export type RuleSummary = z.infer<typeof RuleSummary>

/** State of a connector. `next_attempt_at` is missing while it is connected or stopped. */
export const ConnectionState = response({
  id: z.string(),
  status: ResourceStatus,
  since: z.int(),
  next_attempt_at: z.int().optional(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

const tag = 'MQDeck'
const one = { method: 'GET', tag, params: byResourceId, errors: { 404: ['NOT_FOUND'] } } as const

/** Metrics and the latest error of all rules. */
export const listRuleSummaries = endpoint({
  method: 'GET',
  path: '/mqdeck/rules_summary',
  tag,
  ok: { 200: z.array(RuleSummary) },
})

/** The latest first, at most five different ones. Forgotten with a restart, a reset or other SQL. */
export const listRuleFailures = endpoint({
  path: '/mqdeck/rules/{id}/errors',
  ...one,
  ok: { 200: z.array(IntegrationFailure) },
})

export const listActionFailures = endpoint({
  path: '/mqdeck/actions/{id}/errors',
  ...one,
  ok: { 200: z.array(IntegrationFailure) },
})

export const getRuleHistory = endpoint({ path: '/mqdeck/rules/{id}/history', ...one, ok: { 200: IntegrationHistory } })
export const getActionHistory = endpoint({
  path: '/mqdeck/actions/{id}/history',
  ...one,
  ok: { 200: IntegrationHistory },
})
export const getSourceHistory = endpoint({
  path: '/mqdeck/sources/{id}/history',
  ...one,
  ok: { 200: IntegrationHistory },
})

/** How long each connector has had its status, and when the next attempt follows. */
export const listConnectionStates = endpoint({
  method: 'GET',
  path: '/mqdeck/connections',
  tag,
  ok: { 200: z.array(ConnectionState) },
})

export const integrationHealth = {
  listRuleSummaries,
  listRuleFailures,
  listActionFailures,
  getRuleHistory,
  getActionHistory,
  getSourceHistory,
  listConnectionStates,
}
