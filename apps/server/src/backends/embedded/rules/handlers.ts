import {
  AppError,
  masked,
  matchesFilter,
  noContent,
  ok,
  type Rule,
  type RuleEvent,
  type RuleQuery,
  type RuleStatistics,
  rule as ruleStruct,
} from '@mqdeck/contract'
import { encodeJson } from '@mqdeck/kit/json'
import { parseSql, RuleError, type RuleResult, ruleEvents } from '@mqdeck/rules'
import type { Call } from '../../../http/mount.ts'
import { draftOf, type IntegrationDraft } from '../integrations/draft.ts'
import type { JqPauses } from '../integrations/jq-pauses.ts'
import type { IntegrationContext } from '../integrations/service.ts'
import { authorOf, type HandlersOf, toPage, toRfc3339 } from '../management.ts'
import { toNodeMetrics } from '../nodes.ts'
import {
  newRuleId,
  ruleCreated,
  ruleDeleted,
  ruleNotFound,
  ruleOf,
  ruleUpdated,
  type StoredRule,
  sortedRules,
  timeOf,
} from './draft.ts'
import { fromOf, usesAction, usesSource } from './rule-use.ts'

export function ruleHandlers({
  configuration,
  ruleEngine,
  jqPauses,
  nodes,
  clock,
}: IntegrationContext): HandlersOf<'rules'> {
  const rules = () => configuration.get('rule_engine').rules
  const change = (call: Call, what: string, make: (draft: IntegrationDraft) => IntegrationDraft) =>
    configuration.change((view) => ({ ...make(draftOf(view)) }), authorOf(call, what))
  const requireRule = (id: string): Rule => {
    const rule = ruleOf(rules(), id)
    if (!rule) throw ruleNotFound()
    return toRule(id, rule)
  }
  const metricsOf = nodes.operation((id: string) => {
    const metrics = ruleEngine.metrics(id)
    if (!metrics) throw ruleNotFound()
    return metrics
  })
  const resetOf = nodes.operation((id: string) => ruleEngine.resetMetrics(id))

  return {
    async listRules({ query }) {
      const { page, limit, ...filters } = query
      const isFiltered = Object.values(filters).some((one) => one !== undefined)
      const found = sortedRules(rules()).filter(([id, rule]) => passes(id, rule, query))
      return ok(
        await toPage(
          found,
          { page, limit },
          { total: isFiltered ? 'none' : found.length, toRow: ([id, one]) => toRule(id, one) },
        ),
      )
    },
    async createRule({ body }, call) {
      const id = body.id ?? newRuleId()
      await change(call, 'POST /rules', (draft) => ruleCreated(draft, id, body, clock.now()))
      return { status: 201, body: requireRule(id) }
    },
    getRule: ({ params: { id } }) => ok(requireRule(id)),
    async updateRule({ params: { id }, body }, call) {
      await change(call, `PUT /rules/${id}`, (draft) => ruleUpdated(draft, id, body, clock.now()))
      return ok(requireRule(id))
    },
    async deleteRule({ params: { id } }, call) {
      await change(call, `DELETE /rules/${id}`, (draft) => ruleDeleted(draft, id))
      return noContent
    },
    async getRuleMetrics({ params: { id } }) {
      const statistics: RuleStatistics = {
        id,
        ...toNodeMetrics(await metricsOf.onAll(id)),
        ...toJqPaused(jqPauses, id),
      }
      return ok(statistics)
    },
    async resetRuleMetrics({ params: { id } }) {
      requireRule(id)
      await resetOf.onAll(id)
      return noContent
    },
    testSql: async ({ body: { sql, context } }) =>
      toTestAnswer(await ruleEngine.testSql(sql, context).catch(refuseTest), isForeach(sql)),
    async testRule({ params: { id }, body: { context, stop_action_after_template_rendering } }) {
      const result = await ruleEngine.testRule(id, context, stop_action_after_template_rendering).catch(refuseTest)
      return toTestAnswer(result, isForeach(ruleOf(rules(), id)?.sql ?? ''))
    },
    listRuleEvents: () => ok(events),
    getRuleEngine: () => ok(engineOptions()),
    async updateRuleEngine({ body }, call) {
      await configuration.change(
        (view) => ({ rule_engine: { ...view.get('rule_engine'), ...body } }),
        authorOf(call, 'PUT /rule_engine'),
      )
      return ok(engineOptions())
    },
  }

  function engineOptions() {
    const { ignore_sys_message, jq_function_default_timeout } = configuration.plain('rule_engine')
    return { ignore_sys_message, jq_function_default_timeout }
  }
}

/** Fields that EMQX does not have. */
export const ruleStepHandlers = ({ configuration, ruleSteps }: IntegrationContext): HandlersOf<'ruleSteps'> => ({
  listRuleSteps({ params: { id }, query: { after } }) {
    if (!ruleOf(configuration.get('rule_engine').rules, id)) throw ruleNotFound()
    return ok(ruleSteps.read(id, after))
  },
})

/** The field of a paused jq program. Empty if none is paused. */
export function toJqPaused(jqPauses: JqPauses, id: string): Pick<RuleStatistics, 'jq_paused'> {
  const pause = jqPauses.of(id)
  return pause
    ? { jq_paused: { program: pause.program, until: toRfc3339(pause.until), time_limit: pause.timeout } }
    : {}
}

export function toRule(id: string, rule: StoredRule): Rule {
  const { name, sql, actions, enable, description } = masked(ruleStruct, rule)
  return {
    id,
    name,
    sql,
    from: [...fromOf(rule.sql)],
    actions: [...actions],
    enable,
    description,
    created_at: toRfc3339(timeOf(rule, 'created_at')),
    last_modified_at: toRfc3339(timeOf(rule, 'last_modified_at')),
  }
}

/** For several actions or sources, one match is enough. */
function passes(id: string, rule: StoredRule, query: RuleQuery): boolean {
  const { enable, from, like_id, like_from, like_description, match_from, action, source } = query
  if (enable !== undefined && rule.enable !== enable) return false
  if (like_id !== undefined && !id.includes(like_id)) return false
  if (like_description !== undefined && !rule.description.includes(like_description)) return false
  if (action !== undefined && !action.some((one) => usesAction(rule, one))) return false
  if (source !== undefined && !source.some((one) => usesSource(rule, one))) return false
  if (from === undefined && like_from === undefined && match_from === undefined) return true
  const all = fromOf(rule.sql)
  if (from !== undefined && !all.includes(from)) return false
  if (like_from !== undefined && !all.some((one) => one.includes(like_from))) return false
  return match_from === undefined || all.some((one) => matchesFilter(match_from, one))
}

const isForeach = (sql: string) => parseSql(sql).statement?.kind === 'foreach'

/** JSON in which 64-bit integers keep their value. */
function toTestAnswer(result: RuleResult, isList: boolean) {
  if (result.kind === 'failed')
    throw new AppError('BAD_REQUEST', `${result.clause}_clause_exception: ${result.error.message}`)
  const [first] = result.kind === 'matched' ? result.outputs : []
  if (result.kind === 'no_match' || (first === undefined && !isList)) throw new AppError('NOT_MATCH', 'SQL Not Match')
  const body = isList ? encodeJson(result.outputs) : encodeJson(first)
  return { status: 200, body, headers: { 'content-type': 'application/json' } } as const
}

function refuseTest(error: unknown): never {
  if (!(error instanceof RuleError)) throw error
  if (error.code === 'NOT_FOUND') throw new AppError('RULE_NOT_FOUND', 'The rule with the specified ID was not found.')
  throw new AppError('BAD_REQUEST', error.message)
}

const events: RuleEvent[] = ruleEvents.map(({ event, title, description, columns, testColumns, example }) => ({
  event,
  title,
  description,
  columns: [...columns],
  test_columns: Object.fromEntries(
    Object.entries(testColumns).map(([name, test]) => [name, typeof test === 'string' ? test : [...test]] as const),
  ),
  sql_example: example,
}))
