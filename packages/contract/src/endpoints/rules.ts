import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import {
  body,
  boolean,
  count,
  openObject,
  page,
  paging,
  response,
  string,
  stringList,
  withDefault,
} from '../fields/index.ts'
import { ruleChange, ruleCreation, ruleEngineOptions } from '../roots/rule-engine.ts'

export type { RepublishArgs } from '../roots/rule-engine.ts'

/** `type:name` of an action, or a built-in action: `console`, `republish`. A newer cluster may have more. */
export const RuleAction = z.union([
  z.string(),
  response({ function: z.string(), args: z.record(z.string(), z.unknown()).optional() }),
])
export type RuleAction = z.infer<typeof RuleAction>

/** Times are RFC 3339. `from` contains the sources in the FROM clause. */
export const Rule = response({
  id: z.string(),
  name: z.string(),
  sql: z.string(),
  from: z.array(z.string()),
  actions: z.array(RuleAction),
  enable: z.boolean(),
  description: z.string(),
  created_at: z.string(),
  last_modified_at: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type Rule = z.infer<typeof Rule>

/** Rates are per second. EMQX documents `failed.unknown` but returns `failed.no_result`. */
export const RuleMetrics = response({
  matched: count(),
  passed: count(),
  failed: count(),
  'failed.exception': count(),
  'failed.no_result': count(),
  'actions.total': count(),
  'actions.success': count(),
  'actions.failed': count(),
  'actions.failed.out_of_service': count(),
  'actions.failed.unknown': count(),
  'actions.discarded': count(),
  'matched.rate': z.number(),
  'matched.rate.last5m': z.number(),
  'matched.rate.max': z.number(),
})
export type RuleMetrics = z.infer<typeof RuleMetrics>

/** A jq program of the rule that exceeded its time limit (ms) three times in a row. It is paused `until` (RFC 3339). */
export const JqPaused = response({ program: z.string(), until: z.string(), time_limit: count() })
export type JqPaused = z.infer<typeof JqPaused>

export const RuleStatistics = response({
  id: z.string(),
  metrics: RuleMetrics,
  node_metrics: z.array(response({ node: z.string(), metrics: RuleMetrics })),
  /** Not in EMQX, which does not pause programs. */
  jq_paused: JqPaused.optional(),
})
export type RuleStatistics = z.infer<typeof RuleStatistics>

const LocalText = response({ en: z.string(), zh: z.string() })

/** An event that rules can select from: its columns, and test data as `[value, description]` of some of them. */
export const RuleEvent = response({
  event: z.string(),
  title: LocalText,
  description: LocalText,
  columns: z.array(z.string()),
  // EMQX omits the description of two of them.
  test_columns: z.record(z.string(), z.union([z.tuple([z.unknown(), z.string()]), z.string()])),
  sql_example: z.string(),
})
export type RuleEvent = z.infer<typeof RuleEvent>

/** `event_type`: the event without `$events/`. The rest are its columns, by default those of `/rule_events`. */
export const RuleContext = openObject('rule_context', { event_type: z.string().optional() })
export type RuleContext = z.infer<typeof RuleContext>

/**
 * All filters must match. Of several actions or sources, one must match. Without a filter, the response has the total
 * count.
 */
export const RuleQuery = z.object({
  enable: boolean().optional(),
  /** Exactly this topic, event or source is in FROM. */
  from: string().optional(),
  like_id: string().optional(),
  like_from: string().optional(),
  like_description: string().optional(),
  /** A topic filter that matches a topic in FROM. */
  match_from: string().optional(),
  action: stringList().optional(),
  source: stringList().optional(),
  ...paging,
})
export type RuleQuery = z.infer<typeof RuleQuery>

const tag = 'Rules'
const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const one = { params: z.object({ id: string() }), tag } as const

export const listRules = endpoint({
  method: 'GET',
  path: '/rules',
  tag,
  query: RuleQuery,
  ok: { 200: page(Rule) },
  errors: { 400: badRequest },
})

/** Without `id`, the broker generates one. */
export const createRule = endpoint({
  method: 'POST',
  path: '/rules',
  title: { en: 'Create rule', zh: '创建规则' },
  tag,
  body: ruleCreation.schema,
  ok: { 201: Rule },
  errors: { 400: badRequest },
})

export const getRule = endpoint({
  method: 'GET',
  path: '/rules/{id}',
  ...one,
  ok: { 200: Rule },
  errors: { 404: notFound },
})

/** Missing fields, and the ID, keep their values. */
export const updateRule = endpoint({
  method: 'PUT',
  path: '/rules/{id}',
  title: { en: 'Edit rule', zh: '编辑规则' },
  ...one,
  body: ruleChange,
  ok: { 200: Rule },
  errors: { 400: badRequest, 404: notFound },
})

export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/rules/{id}',
  title: { en: 'Delete rule', zh: '删除规则' },
  ...one,
  ok: { 204: empty },
  errors: { 404: notFound },
})

export const getRuleMetrics = endpoint({
  method: 'GET',
  path: '/rules/{id}/metrics',
  ...one,
  ok: { 200: RuleStatistics },
  errors: { 404: notFound },
})

export const resetRuleMetrics = endpoint({
  method: 'PUT',
  path: '/rules/{id}/metrics/reset',
  title: { en: 'Reset rule statistics', zh: '重置规则统计' },
  ...one,
  ok: { 204: empty },
  errors: { 404: notFound },
})

/** Result of the SQL: an object, or a list of objects with FOREACH. */
const SqlResult = z.unknown().meta({ oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] })

/** Runs only the SQL with the context. FOREACH returns a list. 412: it selects nothing. */
export const testSql = endpoint({
  method: 'POST',
  path: '/rule_test',
  title: { en: 'Test SQL', zh: '测试 SQL' },
  tag,
  body: body({ sql: string(), context: RuleContext.prefault({}) }),
  timeoutMs: 30_000,
  ok: { 200: SqlResult },
  errors: { 400: badRequest, 412: ['NOT_MATCH'] },
})

/** Runs the rule with the context. By default, actions stop after rendering their templates. */
export const testRule = endpoint({
  method: 'POST',
  path: '/rules/{id}/test',
  title: { en: 'Test rule', zh: '测试规则' },
  ...one,
  body: body({
    context: RuleContext.prefault({}),
    stop_action_after_template_rendering: withDefault(boolean(), true),
  }),
  timeoutMs: 60_000,
  ok: { 200: SqlResult },
  errors: { 400: badRequest, 404: ['RULE_NOT_FOUND'], 412: ['NOT_MATCH'] },
})

export const listRuleEvents = endpoint({
  method: 'GET',
  path: '/rule_events',
  tag,
  ok: { 200: z.array(RuleEvent) },
})

/** `jq_function_default_timeout` is returned in milliseconds, and also accepted as `10s`. */
const RuleEngine = response({ ignore_sys_message: z.boolean(), jq_function_default_timeout: z.number() })
export type RuleEngine = z.infer<typeof RuleEngine>

export const getRuleEngine = endpoint({ method: 'GET', path: '/rule_engine', tag, ok: { 200: RuleEngine } })

export const updateRuleEngine = endpoint({
  method: 'PUT',
  path: '/rule_engine',
  title: { en: 'Change rule settings', zh: '修改规则设置' },
  tag,
  body: ruleEngineOptions.schema,
  ok: { 200: RuleEngine },
  errors: { 400: badRequest },
})

export const rules = {
  listRules,
  createRule,
  getRule,
  updateRule,
  deleteRule,
  getRuleMetrics,
  resetRuleMetrics,
  testSql,
  testRule,
  listRuleEvents,
  getRuleEngine,
  updateRuleEngine,
}
