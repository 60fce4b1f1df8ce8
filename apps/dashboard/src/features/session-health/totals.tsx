import { useFormat, useMessages } from '../../i18n/index.ts'
import { KeyValue } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { Totals as SessionTotals } from './ranking.ts'
import styles from './session-health.module.css'

const shown = [
  'sessions',
  'connected',
  'queued',
  'drops',
  'withFindings',
] as const satisfies readonly (keyof SessionTotals)[]

/** Totals of all sessions and their change since the previous scan. */
export function Totals({
  totals,
  previous,
}: {
  readonly totals: SessionTotals
  readonly previous: SessionTotals | undefined
}) {
  const texts = useMessages(messages)
  const format = useFormat()
  const changeOf = (name: keyof SessionTotals) => {
    if (!previous) return undefined
    const difference = totals[name] - previous[name]
    if (difference === 0) return texts.unchanged
    return texts.change(`${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference))}`)
  }
  return (
    <div className={styles.totals}>
      {shown.map((name) => (
        <KeyValue key={name} label={texts.totals[name]} value={format.number(totals[name])} note={changeOf(name)} />
      ))}
    </div>
  )
}
