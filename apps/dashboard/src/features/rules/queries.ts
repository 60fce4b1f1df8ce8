import {
  type Call,
  changeIntegration,
  createTrace,
  deleteAction,
  deleteRule,
  deleteSource,
  deleteTrace,
  endpoint,
  getRetained,
  getRule,
  getRuleMetrics,
  listRetained,
  listRuleEvents,
  listRuleSteps,
  listRules,
  listTopics,
  listTraceLogs,
  listTraces,
  type RetainedDetail,
  type Rule,
  type RuleEvent,
  type RuleQuery,
  type RuleStatistics,
  readTraceLog,
  resetRuleMetrics,
  testRule,
  testSql,
  textBody,
  updateRule,
} from '@mqdeck/contract'
import type { z } from 'zod'
import {
  defineChange,
  defineQuery,
  LocalizedError,
  orIfMissing,
  type RowPage,
  refreshIntervals,
  useConnection,
} from '../../api/index.ts'
import { ruleSettingsOf } from '../integrations/index.ts'
import type { ReadSteps, StepSource } from './runs/step-tail.ts'
import { createTraceSource, type TraceCalls } from './runs/trace-source.ts'

interface ById {
  readonly id: string
}

export const rulesQuery = defineQuery<RuleQuery, RowPage<Rule>>({
  name: 'rules',
  async load(call, query, signal) {
    const { data, meta } = await call(listRules, { query, signal })
    return { rows: data, total: meta.count, hasNext: meta.hasnext }
  },
  poll: 'chosen',
})

export const ruleQuery = defineQuery<ById, Rule>({
  name: 'rule',
  load: (call, params, signal) => call(getRule, { params, signal }),
})

export const ruleStatisticsQuery = defineQuery<ById, RuleStatistics>({
  name: 'rule-metrics',
  load: (call, params, signal) => call(getRuleMetrics, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.current,
})

/** For rows of a list, with one request per row, so at a longer interval. */
export const rowStatisticsQuery = defineQuery<ById, RuleStatistics>({
  name: 'rule-metrics',
  load: (call, params, signal) => call(getRuleMetrics, { params, signal }),
  poll: 'chosen',
  interval: refreshIntervals.nodes,
  minInterval: () => 10_000,
})

export const ruleEventsQuery = defineQuery<undefined, readonly RuleEvent[]>({
  name: 'rule-events',
  load: (call, _, signal) => call(listRuleEvents, { signal }),
})

/** Topic filters of subscriptions, as suggestions for inputs. */
export const topicsQuery = defineQuery<undefined, readonly string[]>({
  name: 'rule-topics',
  load: async (call, _, signal) => {
    const { data } = await call(listTopics, { query: { page: 1, limit: 100 }, signal })
    return [...new Set(data.map(({ topic }) => topic))].filter((topic) => !topic.startsWith('$'))
  },
})

/** Number of retained messages to search for the newest one. */
const maxSamples = 100

/** The newest retained message of a topic filter, as test data. Undefined if there is none. */
export const retainedSampleQuery = defineQuery<{ readonly filter: string }, RetainedDetail | undefined>({
  name: 'rule-sample',
  async load(call, { filter }, signal) {
    const query = { topic: filter, page: 1, limit: maxSamples }
    const found = await orIfMissing(call(listRetained, { query, signal }), undefined)
    const newest = found?.data.toSorted((a, b) => Date.parse(b.publish_at) - Date.parse(a.publish_at))[0]
    if (!newest) return undefined
    return orIfMissing(call(getRetained, { params: { topic: newest.topic }, signal }), undefined)
  },
})

/** Queries to refresh after a change to a rule. Actions and sources list the rules that use them. */
export const outdatedByRules = [
  rulesQuery,
  ruleQuery,
  { name: 'actions-summary' },
  { name: 'sources-summary' },
  { name: 'action' },
  { name: 'source' },
]

export const switchRule = defineChange<ById & { readonly enable: boolean }, unknown>({
  // There is no endpoint for this, and a PUT replaces the whole rule, so the latest version is read first.
  apply: async (call, { id, enable }) => {
    const rule = await call(getRule, { params: { id } })
    return call(updateRule, { params: { id }, body: { ...ruleSettingsOf(rule), enable } })
  },
  invalidates: outdatedByRules,
})

/** IDs of actions and sources that are no longer used. */
export interface Unused {
  readonly actions: readonly string[]
  readonly sources: readonly string[]
}

interface Removal extends ById {
  /** To be deleted too. */
  readonly unused: Unused | undefined
}

/** Deletes a rule, with its unused actions and sources if wanted. Uses one request if the broker supports it. */
export const removeWithUnused = defineChange<Removal, unknown>({
  apply: async (call, { id, unused }) => {
    if (!unused) return call(deleteRule, { params: { id } })
    const done = await orIfMissing(
      call(changeIntegration, {
        body: { delete: { rules: [id], actions: [...unused.actions], sources: [...unused.sources] } },
      }),
      undefined,
    )
    if (done === undefined) await deleteEach(call, id, unused)
    return done
  },
  invalidates: outdatedByRules,
})

/** Continues after errors and reports what could not be deleted. The rule is already deleted then. */
async function deleteEach(call: Call, id: string, { actions, sources }: Unused): Promise<void> {
  await call(deleteRule, { params: { id } })
  const left: string[] = []
  for (const action of actions) await call(deleteAction, { params: { id: action } }).catch(() => left.push(action))
  for (const source of sources) await call(deleteSource, { params: { id: source } }).catch(() => left.push(source))
  if (left.length === 0) return
  throw new LocalizedError({
    en: `The rule was deleted, but these actions and sources could not be deleted: ${left.join(', ')}. Delete them manually.`,
    zh: `规则已删除，但以下动作和 Source 无法删除，请手动删除：${left.join(', ')}。`,
  })
}

export const resetRule = defineChange<ById, undefined>({
  apply: (call, params) => call(resetRuleMetrics, { params }),
  invalidates: [ruleStatisticsQuery],
})

/** Type and columns of a test event. */
export type TestContext = z.input<typeof testSql.body>['context']

/** The unparsed response, so that 64-bit integers stay exact. */
const exactly = { keepsText: true, ok: { 200: textBody } } as const
const testSqlExactly = endpoint({ ...testSql, ...exactly })
const testRuleExactly = endpoint({ ...testRule, ...exactly })

/** Runs the SQL and returns the result as JSON text. */
export const runSql = defineChange<{ readonly sql: string; readonly context: TestContext }, string>({
  apply: async (call, body) => String(await call(testSqlExactly, { body })),
  invalidates: [],
})

interface RuleRun extends ById {
  readonly context: TestContext
  /** Only renders the templates of the actions. */
  readonly isDry: boolean
}

/** Runs the saved rule with its actions. */
export const runRule = defineChange<RuleRun, string>({
  apply: async (call, { id, context, isDry }) =>
    String(
      await call(testRuleExactly, {
        params: { id },
        body: { context, stop_action_after_template_rendering: isDry },
      }),
    ),
  invalidates: [ruleStatisticsQuery],
})

/** Steps of a rule. They are not cached, because the view keeps the steps that it shows. */
export function useStepSource(): (id: string) => StepSource {
  const { call } = useConnection()
  return (id) => {
    const own: ReadSteps = (after) => orIfMissing(call(listRuleSteps, { params: { id }, query: { after } }), undefined)
    return createStepSource(own, createTraceSource({ calls: traceCalls(call), ruleId: id }))
  }
}

const traceCalls = (call: Call): TraceCalls => ({
  list: () => call(listTraces),
  create: (body) => call(createTrace, { body }),
  files: (name) => call(listTraceLogs, { params: { name } }),
  read: (name, node, position, bytes) => call(readTraceLog, { params: { name }, query: { node, position, bytes } }),
  // `keepalive` lets the request finish when the page is closed.
  remove: (name) => call(deleteTrace, { params: { name }, keepalive: true }),
})

/** Reads live steps from this broker, and steps of a log trace from other brokers. */
function createStepSource(own: ReadSteps, traced: StepSource): StepSource {
  let hasOwn = true

  return {
    async read(after) {
      const answer = hasOwn ? await own(after) : undefined
      if (answer) return answer
      hasOwn = false
      return orIfMissing(traced.read(after), undefined)
    },
    close: traced.close,
  }
}
