import {
  type Call,
  getPrometheusDataIntegration,
  getRuleMetrics,
  type IntegrationFailure,
  type JqPaused,
  listRuleSummaries,
  listRules,
  type RuleMetrics,
} from '@mqdeck/contract'
import { defineQuery, isForbidden, isNotFound, orIfMissing, refreshIntervals } from '../../api/index.ts'
import { prometheusMembers, wholeCluster } from '../../lib/numbers/prometheus-text.ts'
import { type EarlierCounters, errorsPerMinute, type RuleHealth, ruleHealth } from './health.ts'

/** The counters of a rule. Its rate is undefined until there are two readings of a cluster. */
type RuleCounters = Pick<
  RuleMetrics,
  | 'matched'
  | 'passed'
  | 'failed.no_result'
  | 'failed.exception'
  | 'actions.success'
  | 'actions.failed'
  | 'actions.discarded'
> & { readonly 'matched.rate': number | undefined }

/** How a rule works now. */
export interface RuleState {
  readonly id: string
  readonly health: RuleHealth
  readonly metrics: RuleCounters
  /** Undefined until there are two readings. */
  readonly errorsPerMinute: number | undefined
  /** Only reported by this broker. */
  readonly jqPaused: JqPaused | undefined
  /** The latest error. Only reported by this broker. */
  readonly lastFailure: IntegrationFailure | undefined
}

export interface RuleStates {
  readonly states: readonly RuleState[]
  /** False if a cluster has too many rules to read the metrics of each. */
  readonly isComplete: boolean
}

/** Maximum number of rules whose metrics are read one by one. */
const maxSingle = 50
/** Number of these requests at the same time. */
const parallel = 5

/**
 * The state of all rules. This broker reports them together, and a cluster in its metrics for Prometheus. Where only API keys may read
 * those, the metrics of the first enabled rules are requested one by one.
 */
export const ruleStatesQuery = defineQuery<undefined, RuleStates>({
  name: 'rule-states',
  async load(call, _, signal) {
    const all = await orIfMissing(call(listRuleSummaries, { signal }), undefined)
    if (!all) return (await readTogether(call, signal)) ?? readOneByOne(call, signal)
    return {
      isComplete: true,
      states: all.map(({ earlier, last_failure, jq_paused, ...reading }) => ({
        ...toState(reading, earlier),
        jqPaused: jq_paused,
        lastFailure: last_failure,
      })),
    }
  },
  poll: 'chosen',
  interval: refreshIntervals.statistics,
  minInterval: () => 10_000,
})

/** Undefined if the user may not read them. */
async function readTogether(call: Call, signal: AbortSignal): Promise<RuleStates | undefined> {
  const text = await call(getPrometheusDataIntegration, { ...wholeCluster, signal }).catch((error: unknown) => {
    if (isNotFound(error) || isForbidden(error)) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const at = Date.now()
  const states = Array.from(prometheusMembers(String(text), 'emqx_rule_', 'id'), ([id, samples]) => {
    const count = (name: keyof RuleMetrics) => samples[name.replaceAll('.', '_')] ?? 0
    const counters = {
      matched: count('matched'),
      passed: count('passed'),
      'failed.no_result': count('failed.no_result'),
      'failed.exception': count('failed.exception'),
      'actions.success': count('actions.success'),
      'actions.failed': count('actions.failed'),
      'actions.discarded': count('actions.discarded'),
    }
    const rate = rateOf({ ...counters, at }, latestOf(id))
    const earlier = earlierOf(id, { ...counters, at })
    return toState({ id, enable: samples.enable !== 0, at, metrics: { ...counters, 'matched.rate': rate } }, earlier)
  })
  return { states, isComplete: true }
}

/** Messages per second since the previous reading. */
const rateOf = (now: EarlierCounters, before: EarlierCounters | undefined): number | undefined =>
  before && now.at > before.at && before.matched <= now.matched
    ? ((now.matched - before.matched) / (now.at - before.at)) * 1000
    : undefined

async function readOneByOne(call: Call, signal: AbortSignal): Promise<RuleStates> {
  const { data, meta } = await call(listRules, { query: { page: 1, limit: 1000 }, signal })
  const left = [...data.filter(({ enable }) => enable).slice(0, maxSingle), ...data.filter(({ enable }) => !enable)]
  const states: RuleState[] = []
  const isComplete = meta.hasnext !== true && data.filter(({ enable }) => enable).length <= maxSingle
  const work = async () => {
    for (let rule = left.shift(); rule; rule = left.shift()) {
      const { id, enable } = rule
      if (!enable) {
        states.push(toState({ id, enable, at: Date.now(), metrics: zeros }, undefined))
        continue
      }
      const statistics = await orIfMissing(call(getRuleMetrics, { params: { id }, signal }), undefined)
      if (!statistics) continue
      const { metrics } = statistics
      const at = Date.now()
      states.push(toState({ id, enable, at, metrics }, earlierOf(id, { ...metrics, at })))
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { states, isComplete }
}

interface Reading {
  readonly id: string
  readonly enable: boolean
  readonly at: number
  readonly metrics: RuleCounters
}

const toState = ({ id, enable, at, metrics }: Reading, earlier: EarlierCounters | undefined): RuleState => ({
  id,
  health: ruleHealth(metrics, earlier, enable),
  metrics,
  errorsPerMinute: errorsPerMinute({ ...metrics, at }, earlier),
  jqPaused: undefined,
  lastFailure: undefined,
})

/** Milliseconds from which the health is calculated, as on this broker. */
const recent = 5 * 60_000
const readings = new Map<string, readonly EarlierCounters[]>()

const latestOf = (id: string): EarlierCounters | undefined => readings.get(id)?.at(-1)

/** Keeps the readings of the last minutes and returns the oldest one. Undefined for the first reading. */
function earlierOf(id: string, now: EarlierCounters): EarlierCounters | undefined {
  const kept = (readings.get(id) ?? []).filter(({ at, matched }) => at >= now.at - recent && matched <= now.matched)
  readings.set(id, [...kept, now])
  return kept[0]
}

const zeros: RuleCounters = {
  matched: 0,
  passed: 0,
  'failed.no_result': 0,
  'failed.exception': 0,
  'actions.success': 0,
  'actions.failed': 0,
  'actions.discarded': 0,
  'matched.rate': 0,
}
