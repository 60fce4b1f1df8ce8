import { type Loaded, useConnection, useData } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { rulePages } from '../../integrations/index.ts'
import { type RuleHealth, ruleHealth } from '../../rules/index.ts'
import { checkOf } from './check.ts'
import type { Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { type AllRuleCounters, isForbidden, requestedRuleCountersQuery, ruleCountersQuery } from './queries.ts'

type Failing = Extract<RuleHealth, { state: 'failing' }> & { readonly id: string }

/** Without an earlier answer, only rules with at least this share of failures since their creation are reported. */
const shareOverAll = 0.5
const criticalShare = 0.5
/** Milliseconds: failures since then count. */
const judgedSpan = 300_000

/** Rules whose SQL or actions fail, worst first; undefined until they are known. */
export function useFailingRules(): readonly Failing[] | undefined {
  const { data } = useRuleHealth()
  return data ?? undefined
}

interface CounterSample {
  readonly at: number
  readonly counters: AllRuleCounters
}

/** Samples are kept while the dashboard is open, so that the last minutes are known on every page. */
const samplesBy = new WeakMap<object, readonly CounterSample[]>()

function useRuleHealth(): Loaded<readonly Failing[] | null> {
  const { queries } = useConnection()
  const together = useData(ruleCountersQuery, undefined)
  const isRestricted = isForbidden(together.error)
  const requested = useData(requestedRuleCountersQuery, undefined, { enabled: isRestricted })
  const loaded: Loaded<AllRuleCounters | null> = isRestricted ? requested : together
  const { data: counters, updatedAt: at } = loaded
  if (!counters || at === undefined) return { ...loaded, data: counters === null ? null : undefined }
  const known = samplesBy.get(queries) ?? []
  const samples =
    known.at(-1)?.at === at ? known : [...known.filter((one) => at - one.at < judgedSpan), { at, counters }]
  samplesBy.set(queries, samples)
  return { ...loaded, data: failingRules(counters, samples.length > 1 ? samples[0]?.counters : undefined) }
}

/** @param earlier the counters a few minutes ago */
export function failingRules(counters: AllRuleCounters, earlier: AllRuleCounters | undefined): readonly Failing[] {
  return Array.from(counters, ([id, now]) => ({ id, health: ruleHealth(now, earlier?.get(id), now.isEnabled) }))
    .flatMap(({ id, health }) => (health.state === 'failing' ? [{ ...health, id }] : []))
    .filter(({ share }) => earlier !== undefined || share >= shareOverAll)
    .toSorted((a, b) => b.share - a.share)
}

/** @param affected rules of connectors that are down, whose failed actions are no finding of their own */
export function useRuleCheck(affected: ReadonlySet<string>): Check {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  return checkOf(useRuleHealth(), (failing) =>
    failing
      .filter(({ id, what }) => what === 'sql' || !affected.has(id))
      .map(({ id, what, share }) => ({
        id: `rule:${id}`,
        severity: share >= criticalShare ? 'critical' : 'warning',
        title: texts.ruleFails(id, format.percent(share)),
        facts: [texts.failures[what]],
        target: { to: rulePages.detail, params: { id } },
      })),
  )
}
