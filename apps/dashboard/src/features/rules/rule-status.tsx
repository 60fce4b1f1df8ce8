import type { Rule } from '@mqdeck/contract'
import { useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { StatusDot, Tooltip } from '../../ui/index.ts'
import { historyQuery } from '../integrations/index.ts'
import { type HealthCounters, type RuleHealth, ruleHealth } from './health.ts'
import { messages } from './messages.ts'
import { ruleStatisticsQuery } from './queries.ts'
import styles from './rules.module.css'

const tones = { ok: 'accent', idle: 'grey', disabled: 'grey', failing: 'red' } as const

interface RuleStatusProps {
  readonly health: RuleHealth
  /** Text of the latest error. */
  readonly reason?: string | undefined
}

/** The health of a rule as a dot with words, such as "Failing 40 %". */
export function RuleStatus({ health, reason }: RuleStatusProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const dot = (
    <StatusDot tone={tones[health.state]}>
      {health.state === 'failing' ? texts.failing(format.percent(health.share)) : texts.health[health.state]}
    </StatusDot>
  )
  if (health.state !== 'failing') return dot
  return (
    <Tooltip label={[texts.failingPart[health.what], reason].filter(Boolean).join(': ')}>
      <span className={styles.trouble}>{dot}</span>
    </Tooltip>
  )
}

/** Milliseconds from which the health is calculated. */
const recent = 5 * 60_000

/** The health of a rule during the last minutes, or whether it is enabled if the broker keeps no history. */
export function CurrentRuleStatus({ rule: { id, enable } }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  const { data: statistics } = useData(ruleStatisticsQuery, { id })
  const { data: history = [] } = useData(historyQuery, { kind: 'rule', id })
  const last = history.at(-1)
  const earlier = last && history.find(({ at }) => at >= last.at - recent)
  if (statistics && earlier)
    return <RuleStatus health={ruleHealth(statistics.metrics, toCounters(earlier.metrics), enable)} />
  return <StatusDot tone={enable ? 'accent' : 'grey'}>{enable ? texts.enabled : texts.disabled}</StatusDot>
}

const toCounters = (metrics: Readonly<Record<string, number>>): HealthCounters => ({
  matched: metrics.matched ?? 0,
  'failed.exception': metrics['failed.exception'] ?? 0,
  'actions.success': metrics['actions.success'] ?? 0,
  'actions.failed': metrics['actions.failed'] ?? 0,
  'actions.discarded': metrics['actions.discarded'] ?? 0,
})
