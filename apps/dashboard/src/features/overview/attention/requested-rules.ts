import { type Call, getRuleMetrics, listRules } from '@mqdeck/contract'
import { orIfMissing } from '../../../api/index.ts'
import type { CountedRule, CountedRules } from './rule-queries.ts'

/** Number of rules that are requested one by one. */
const maxRequested = 50

/** The counters of the first enabled rules. */
export async function requestRules(call: Call, signal: AbortSignal): Promise<CountedRules> {
  const { data } = await call(listRules, { query: { page: 1, limit: maxRequested, enable: true }, signal })
  const found = new Map<string, CountedRule>()
  for (const { id } of data) {
    const statistics = await orIfMissing(call(getRuleMetrics, { params: { id }, signal }), undefined)
    if (statistics) found.set(id, { isEnabled: true, counters: statistics.metrics })
  }
  return found
}
