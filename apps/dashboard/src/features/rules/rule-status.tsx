import { useFormat, useMessages } from '../../i18n/index.ts'
import { StatusDot, Tooltip } from '../../ui/index.ts'
import type { RuleHealth } from './health.ts'
import { messages } from './messages.ts'
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
