import type { IntegrationFailure } from '@mqdeck/contract'
import { isForbidden, type Loaded, useConnection, useData } from '../../../api/index.ts'
import { type RuleHealth, ruleHealth } from '../../rules/index.ts'
import { useHasOwnApi } from '../own-api.ts'
import { type CountedRules, requestedRuleCountersQuery, ruleCountersQuery } from './rule-queries.ts'

type Failing = Extract<RuleHealth, { state: 'failing' }> & {
  readonly id: string
  readonly failure?: IntegrationFailure | undefined
}

/** Without earlier counters, only rules with at least this share of failures since their creation are reported. */
const shareOverAll = 0.5
/** Milliseconds: failures since then count. */
const judgedSpan = 300_000

/**
 * Rules whose SQL or actions fail, worst first; undefined until they are known. For every page: where only requests for
 * single rules are possible, the rules are those that the overview has read.
 */
export function useFailingRules(): readonly Failing[] | undefined {
  return useRuleHealth(false).data ?? undefined
}

interface RulesSample {
  readonly at: number
  readonly rules: CountedRules
}

/** Samples are kept while the dashboard is open, so that the last minutes are known on every page. */
const samplesBy = new WeakMap<object, readonly RulesSample[]>()

export function useRuleHealth(readsSingleRules = true): Loaded<readonly Failing[] | null> {
  const { queries } = useConnection()
  const together = useData(ruleCountersQuery, { hasOwnApi: useHasOwnApi() })
  const isRestricted = isForbidden(together.error)
  const requested = useData(requestedRuleCountersQuery, undefined, { enabled: isRestricted && readsSingleRules })
  const loaded: Loaded<CountedRules | null> = isRestricted ? requested : together
  const { data: rules, updatedAt: at } = loaded
  if (!rules || at === undefined) return { ...loaded, data: rules === null ? null : undefined }
  const known = samplesBy.get(queries) ?? []
  const samples = known.at(-1)?.at === at ? known : [...known.filter((one) => at - one.at < judgedSpan), { at, rules }]
  samplesBy.set(queries, samples)
  return { ...loaded, data: failingRules(rules, samples.length > 1 ? samples[0]?.rules : undefined) }
}

/** @param before the rules a few minutes ago */
export function failingRules(rules: CountedRules, before?: CountedRules): readonly Failing[] {
  return Array.from(rules, ([id, { counters, isEnabled, failure, earlier = before?.get(id)?.counters }]) => ({
    id,
    failure,
    health: ruleHealth(counters, earlier, isEnabled),
    isRecent: earlier !== undefined,
  }))
    .flatMap(({ id, failure, health, isRecent }) =>
      health.state === 'failing' && (isRecent || health.share >= shareOverAll) ? [{ ...health, id, failure }] : [],
    )
    .toSorted((a, b) => b.share - a.share)
}
