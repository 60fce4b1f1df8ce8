import { type Clock, createRateMeter, type RateMeter } from '@mqdeck/kit'

type Counter =
  | 'matched'
  | 'passed'
  | 'failed'
  | 'failed.exception'
  | 'failed.no_result'
  | 'actions.total'
  | 'actions.success'
  | 'actions.failed'
  | 'actions.failed.out_of_service'
  | 'actions.failed.unknown'
  | 'actions.discarded'

/** Statistics of a rule with the names of EMQX. Rates are per second. */
export type RuleStatistics = Readonly<
  Record<Counter | 'matched.rate' | 'matched.rate.last5m' | 'matched.rate.max', number>
>

export interface RuleMetrics {
  readonly counts: Record<Counter, number>
  readonly rate: RateMeter
  readonly read: () => RuleStatistics
  readonly reset: () => void
}

export function createRuleMetrics(clock: Pick<Clock, 'now'>): RuleMetrics {
  const counts = zeros()
  const rate = createRateMeter(clock)
  return {
    counts,
    rate,
    read() {
      const { rate: now, rate_last5m, rate_max } = rate.read()
      return { ...counts, 'matched.rate': now, 'matched.rate.last5m': rate_last5m, 'matched.rate.max': rate_max }
    },
    reset() {
      Object.assign(counts, zeros())
      rate.reset()
    },
  }
}

const zeros = (): Record<Counter, number> => ({
  matched: 0,
  passed: 0,
  failed: 0,
  'failed.exception': 0,
  'failed.no_result': 0,
  'actions.total': 0,
  'actions.success': 0,
  'actions.failed': 0,
  'actions.failed.out_of_service': 0,
  'actions.failed.unknown': 0,
  'actions.discarded': 0,
})
