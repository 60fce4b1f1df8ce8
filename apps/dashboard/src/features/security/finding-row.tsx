import { useFormat, useMessages } from '../../i18n/index.ts'
import { Link, VisuallyHidden, StatusDot } from '../../ui/index.ts'
import type { Finding } from './finding.ts'
import { messages } from './messages.ts'
import styles from './security.module.css'

/** Names that are shown; more would be a list of its own. */
const most = 5

export const tones = { ok: 'accent', attention: 'amber', danger: 'red', unknown: 'grey' } as const

/** One thing that was looked at: its state, why, and where it is mended. */
export function FindingRow({ finding: { check, state, why, names, to } }: { readonly finding: Finding }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const shown = format.list(names.slice(0, most))
  const listed = names.length > most ? texts.more(names.slice(0, most).join(', '), names.length - most) : shown
  const [path = to, query] = to.split('?')
  return (
    <li className={styles.finding}>
      <span className={styles.state}>
        <StatusDot tone={tones[state]}>{texts.states[state]}</StatusDot>
      </span>
      <div className={styles.text}>
        <h3 className={styles.title}>{texts.checks[check]}</h3>
        <p className={styles.why}>{texts.whys[why](listed)}</p>
      </div>
      <span className={styles.link}>
        <Link to={path} search={Object.fromEntries(new URLSearchParams(query))}>
          {state === 'ok' || state === 'unknown' ? texts.look : texts.mend}
          <VisuallyHidden>: {texts.checks[check]}</VisuallyHidden>
        </Link>
      </span>
    </li>
  )
}
