import { useFormat, useMessages } from '../../i18n/index.ts'
import { KeyValue } from '../../ui/index.ts'
import { messages } from './messages.ts'
import type { Totals as Figures } from './ranking.ts'
import styles from './session-health.module.css'

const shown = ['sessions', 'connected', 'queued', 'drops', 'concerned'] as const satisfies readonly (keyof Figures)[]

/** What all sessions come to, and how that has changed. */
export function Totals({ totals, before }: { readonly totals: Figures; readonly before: Figures | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const changeOf = (name: keyof Figures) => {
    if (!before) return undefined
    const difference = totals[name] - before[name]
    if (difference === 0) return texts.same
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
